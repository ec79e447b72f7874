import { z } from 'zod';
import { credentials } from '#modules/identity/contract.ts';
import { contactForm, emailForm, profileForm } from '#modules/identity/profile.contract.ts';
import { passwordChange } from '#modules/identity/sessions.contract.ts';

/** The schemas of this module's forms. forms.ts imports them on first use, because they import zod. */
export { contactForm, emailForm, passwordChange, profileForm };

/** Returns a schema that requires the password, or the e-mail of an account without one. */
export function proofSchema(hasPassword: boolean) {
  const { password, email } = credentials.shape;
  return hasPassword
    ? z.object({ password, email: email.optional() })
    : z.object({ email, password: password.optional() });
}
