import { z } from 'zod';
import { credentials } from '#modules/identity/contract.ts';

/** Returns a schema that requires the password, or the e-mail of an account without one. */
export function proofSchema(hasPassword: boolean) {
  const { password, email } = credentials.shape;
  return hasPassword
    ? z.object({ password, email: email.optional() })
    : z.object({ email, password: password.optional() });
}
