import type { LateForm } from '#platform/forms/form.tsx';
import type { passwordSchema, proofSchema } from './account-form-schemas.ts';

/** Returns the form that confirms a deletion: the password of an account that has one, otherwise the e-mail. */
export function proofForm(hasPassword: boolean): LateForm<ReturnType<typeof proofSchema>> {
  return {
    fields: ['password', 'email'],
    schema: async () => (await import('./account-form-schemas.ts')).proofSchema(hasPassword),
  };
}

/** Returns the form of the password panel. */
export function passwordForm(passwordMin: number): LateForm<ReturnType<typeof passwordSchema>> {
  return {
    fields: ['oldPassword', 'newPassword'],
    schema: async () => (await import('./account-form-schemas.ts')).passwordSchema(passwordMin),
  };
}
