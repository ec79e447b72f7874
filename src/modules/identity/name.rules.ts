import { isSingleLine } from '#platform/contract/typed-input.ts';

export const NAME_MAX_CHARS = 100;

/** Returns the name of an account when a registration accepts it, otherwise the first part of its e-mail. */
export function registrationName({ name, email }: { name: string; email: string }): string {
  return isSingleLine(name, NAME_MAX_CHARS) ? name : (email.split('@')[0] ?? email);
}

/** Returns a seller's name as others see it: first name and an initial, never the full name. `Sadia Karim` → `Sadia K.` */
export function publicName(name: string): string {
  const [first = '', ...rest] = name.trim().split(/\s+/);
  const initial = rest.at(-1)?.[Symbol.iterator]().next().value;
  return initial ? `${first} ${initial}.` : first;
}

/** Returns a buyer's name as the seller sees it. */
export function firstName(name: string): string {
  return name.trim().split(/\s+/)[0] ?? '';
}

/** The name of a deleted account. */
export const ERASED_NAME = 'erased';

/** Returns the e-mail of a deleted account: unique, and of a domain that cannot exist (RFC 2606). */
export function erasedEmail(id: string): string {
  return `erased+${id}@invalid`;
}
