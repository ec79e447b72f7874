import { accountEmail, credentials, registrant, registration, replacement } from '../contract.ts';

/** The schemas of this module's forms. sign-in-forms.ts imports them on first use, because they import zod. */
export { accountEmail, credentials, registration, replacement };

export const forgotten = credentials.pick({ email: true });

/** The form of an account whose registration stopped before the category. */
export const categoryChoice = registrant.pick({ userCategory: true });
