/** How a seller is shown to others: first name and an initial, never the full name. `Sadia Karim` → `Sadia K.` */
export function publicName(name: string): string {
  const [first = '', ...rest] = name.trim().split(/\s+/);
  const initial = rest.at(-1)?.[Symbol.iterator]().next().value;
  return initial ? `${first} ${initial}.` : first;
}

/** How a buyer is shown to a seller. */
export function firstName(name: string): string {
  return name.trim().split(/\s+/)[0] ?? '';
}

/** Stands for the name of a deleted account. */
export const ERASED_NAME = 'erased';

/** Stands for the e-mail of a deleted account: unique, and of a domain that cannot exist (RFC 2606). */
export function erasedEmail(id: string): string {
  return `erased+${id}@invalid`;
}

/** A browser drops some control characters, so `/<tab>/evil` would leave the site. */
const LEAVES_THE_SITE = /^(?!\/)|^\/\/|[\\\p{Cc}]/u;

/** Where somebody goes after signing in: the page they came from, if it is one of ours; the home page otherwise. */
export function safeReturnPath(from: string | null | undefined): string {
  return from && !LEAVES_THE_SITE.test(from) ? from : '/';
}

/** Only sellers are checked, and once. */
export function mayVerify({ role, verified }: { role: 'buyer' | 'seller' | 'admin'; verified: boolean }): boolean {
  return role === 'seller' && !verified;
}

/** An admin deletes buyers and sellers; neither themselves nor another admin. */
export function mayErase({ role }: { role: 'buyer' | 'seller' | 'admin' }): boolean {
  return role !== 'admin';
}
