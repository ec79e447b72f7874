import { dictionary } from '@zxcvbn-ts/language-common';

/** How many of the commonest passwords are refused; the list is ordered by how often they were found in leaks. */
const REFUSED = 3000;

// Shorter ones are refused for their length, in the words for that.
const common = new Set(dictionary['passwords-common'].filter((one) => one.length >= 6).slice(0, REFUSED));

/** Whether a password is among the first that anybody guesses, whatever its case. */
export function isCommonPassword(password: unknown): boolean {
  return typeof password === 'string' && common.has(password.toLowerCase());
}
