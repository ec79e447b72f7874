import { randomInt } from 'node:crypto';

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

/** Returns random letters and digits, from the system's secure source. */
export function randomText(length: number): string {
  return Array.from({ length }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
}

/** Returns an id in Stripe's form: `pi_` and 24 random characters. */
export function newId(prefix: 'pi' | 'pm' | 'ch' | 're' | 'evt' | 'src' | 'du'): string {
  return `${prefix}_${randomText(24)}`;
}
