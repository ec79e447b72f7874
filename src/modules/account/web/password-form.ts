import type { passwordChange } from '#modules/identity/sessions.contract.ts';
import type { LateForm } from '#platform/web/form.tsx';

/** The old password and the new one. */
export function passwordForm(passwordMin: number): LateForm<ReturnType<typeof passwordChange>> {
  return {
    fields: ['oldPassword', 'newPassword'],
    schema: async () => (await import('#modules/identity/sessions.contract.ts')).passwordChange(passwordMin),
  };
}
