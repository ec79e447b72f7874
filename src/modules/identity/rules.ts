import { type Role, STARTED_ROLES, type StartedRole } from '#platform/contract/roles.ts';

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

/** A browser drops some control characters, so `/<tab>/evil` would leave the site. */
const LEAVES_THE_SITE = /^(?!\/)|^\/\/|[\\\p{Cc}]/u;

/** Returns the path to show after a sign-in: the given one, if it is ours; otherwise the home page. */
export function safeReturnPath(from: string | null | undefined): string {
  return from && !LEAVES_THE_SITE.test(from) ? from : '/';
}

/** Returns the role that a person may start with: the other of buyer and seller. */
export function missingRole(roles: readonly Role[]): StartedRole | undefined {
  if (roles.includes('admin')) return undefined;
  return STARTED_ROLES.find((role) => !roles.includes(role));
}

/** Returns the message key that names the roles of a person. */
export function roleLabel(roles: readonly Role[]) {
  return roles.length > 1 ? 'role.both' : (`role.${roles[0] ?? 'buyer'}` as const);
}
