import { z } from 'zod';
import { credentials } from '#modules/identity/contract.ts';

/** The password where there is one, otherwise the e-mail. */
export function proofSchema(hasPassword: boolean) {
  const { password, email } = credentials.shape;
  return hasPassword
    ? z.object({ password, email: email.optional() })
    : z.object({ email, password: password.optional() });
}
