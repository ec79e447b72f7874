/** A browser drops some control characters, so `/<tab>/evil` would leave the site. */
const LEAVES_THE_SITE = /^(?!\/)|^\/\/|[\\\p{Cc}]/u;

/** Returns the path to show after a sign-in: the given one, if it is ours; otherwise the home page. */
export function safeReturnPath(from: string | null | undefined): string {
  return from && !LEAVES_THE_SITE.test(from) ? from : '/';
}
