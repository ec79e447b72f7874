import { dictionary } from '@zxcvbn-ts/language-common';

/** The dictionary is ordered by frequency in leaks. */
const REFUSED_PASSWORD_COUNT = 3000;

// Shorter passwords are refused for their length.
const common = new Set(
  dictionary['passwords-common'].filter((one) => one.length >= 6).slice(0, REFUSED_PASSWORD_COUNT),
);

/** Whether a password is one of the most frequent ones, ignoring case. */
export function isCommonPassword(password: unknown): boolean {
  return typeof password === 'string' && common.has(password.toLowerCase());
}
