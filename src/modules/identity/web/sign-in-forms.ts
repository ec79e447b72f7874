import type { LazyForm } from '#platform/forms/form.tsx';
import type { categoryChoice, credentials, forgotten, registration, replacement } from './form-schemas.ts';

const schemas = () => import('./form-schemas.ts');

export const loginForm: LazyForm<typeof credentials> = {
  fields: ['email', 'password'],
  schema: async () => (await schemas()).credentials,
};

export const forgottenForm: LazyForm<typeof forgotten> = {
  fields: ['email'],
  schema: async () => (await schemas()).forgotten,
};

export const categoryForm: LazyForm<typeof categoryChoice> = {
  fields: ['userCategory'],
  schema: async () => (await schemas()).categoryChoice,
};

/** Returns the registration form for a store whose passwords have at least `passwordMin` characters. */
export function signupForm(passwordMin: number): LazyForm<ReturnType<typeof registration>> {
  return {
    fields: ['name', 'userCategory', 'email', 'password'],
    schema: async () => (await schemas()).registration(passwordMin),
  };
}

/** Returns the form of a new password with at least `passwordMin` characters. */
export function resetForm(passwordMin: number): LazyForm<ReturnType<typeof replacement>> {
  return { fields: ['password'], schema: async () => (await schemas()).replacement(passwordMin) };
}
