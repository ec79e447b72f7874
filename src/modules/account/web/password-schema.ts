import { passwordChange } from '#modules/identity/sessions.contract.ts';

/** The schema of the password form, in a file of its own, so that the page loads without it. */
export function passwordSchema(passwordMin: number): ReturnType<typeof passwordChange> {
  return passwordChange(passwordMin);
}
