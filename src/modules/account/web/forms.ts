import type { LazyForm } from '#platform/forms/form.tsx';
import type { contactForm, emailForm, passwordChange, profileForm, proofSchema } from './account-form-schemas.ts';

const load = () => import('./account-form-schemas.ts');

export const nameFields: LazyForm<typeof profileForm> = {
  fields: ['name'],
  schema: async () => (await load()).profileForm,
};

export const contactFields: LazyForm<typeof contactForm> = {
  fields: ['phone', 'location'],
  schema: async () => (await load()).contactForm,
};

/** An account without a password gives none. */
export const emailFields: LazyForm<typeof emailForm> = {
  fields: ['newEmail', 'password'],
  schema: async () => (await load()).emailForm,
};

/** Returns the form that confirms a deletion: the password of an account that has one, otherwise the e-mail. */
export function proofForm(hasPassword: boolean): LazyForm<ReturnType<typeof proofSchema>> {
  return { fields: ['password', 'email'], schema: async () => (await load()).proofSchema(hasPassword) };
}

/** Returns the form of the password panel. */
export function passwordForm(passwordMin: number): LazyForm<ReturnType<typeof passwordChange>> {
  return { fields: ['oldPassword', 'newPassword'], schema: async () => (await load()).passwordChange(passwordMin) };
}
