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

/** A browser drops some control characters, so `/<tab>/evil` would leave the site. */
const LEAVES_THE_SITE = /^(?!\/)|^\/\/|[\\\p{Cc}]/u;

/** Where somebody goes after signing in: the page they came from, if it is one of ours; the home page otherwise. */
export function safeReturnPath(from: string | null | undefined): string {
  return from && !LEAVES_THE_SITE.test(from) ? from : '/';
}
