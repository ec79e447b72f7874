import { randomInt } from 'node:crypto';

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

/** As many random letters and digits as asked, from the system's secure source. */
export function randomText(length: number): string {
  return Array.from({ length }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
}

/** An object's id as Stripe writes it: `pi_` and 24 random characters. */
export function newId(prefix: 'pi' | 'pm' | 'ch' | 're' | 'evt' | 'tok' | 'src' | 'card' | 'du'): string {
  return `${prefix}_${randomText(24)}`;
}
