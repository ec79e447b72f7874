import type { LateForm } from '#platform/web/form.tsx';
import type { passwordSchema } from './password-schema.ts';

/** Returns the form of the password panel. */
export function passwordForm(passwordMin: number): LateForm<ReturnType<typeof passwordSchema>> {
  return {
    fields: ['oldPassword', 'newPassword'],
    schema: async () => (await import('./password-schema.ts')).passwordSchema(passwordMin),
  };
}
