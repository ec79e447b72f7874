import { z } from 'zod';
import { credentials, registrant, registration, replacement } from '../contract.ts';

/** What the forms of this module are checked by; forms.ts fetches it late, as it brings all that reads schemas. */
export { credentials, registration, replacement };

/** What somebody who forgot their password types. */
export const forgotten = credentials.pick({ email: true });

/** What is left to say for an account whose registration was cut off. */
export const categoryChoice = registrant.pick({ userCategory: true });

/** What an account can have. */
export const address = z.email();
