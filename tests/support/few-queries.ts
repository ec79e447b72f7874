import type { LightMyRequestResponse } from 'fastify';
import type { Call } from '#platform/contract/call.ts';

/** Who asks, and what was asked for: a list of any length, or one thing. */
const READ = 2;
/** With its beginning and its end, the key that makes it safe to repeat, and what its limits count. */
const WRITE = 15;

/** Who asks, and these. */
const OF_THEIR_OWN: Record<string, number> = {
  // By the cookie alone: the identity provider asks, too.
  'GET /session': 4,
  'GET /jwt': 4,
  // What the words are and mean, which things have them, and as many looks as it takes to fill a page or to count.
  'GET /search': 12,
  'GET /search/summary': 12,
  'GET /search/suggestions': 8,
  'GET /items/{id}/similar': 8,
  // What the provider did meanwhile, the payment and its ledger, the end of a sale, the letters and the admin log.
  'POST /admin/payments/{id}/by-hand': 24,
  // Each kind of thing that is kept of somebody, or goes with them.
  'GET /me/data': 11,
  'DELETE /me': 28,
  // What limits it counts, and whether the browser is known.
  'PUT /me/password': 16,
  'DELETE /users/{id}': 20,
};
/** A file that is sent while it is read begins with who asks and a line in the log, and is read so many rows at a time. */
const FILE = 6;
const ROWS_OF_A_FILE = 500;

/** How often a call may ask the database, however much there is. */
export function mostOf({ method, path, spec }: Call, { body }: LightMyRequestResponse): number {
  if (spec.streamed) return FILE + body.split('\n').length / ROWS_OF_A_FILE;
  return OF_THEIR_OWN[`${method} ${path}`] ?? (method === 'GET' ? READ : WRITE);
}

/** A page asks once who looks at it, which takes the identity provider two more, and makes a call or two for them. */
const PAGE = 5;
/** With the categories, the looks of a search, and what a buyer has saved of it. */
const OFFERS = 10;

/** How often a page may ask the database. */
export function mostOfPage(path: string): number {
  return path === '/search' || path.startsWith('/products/') ? OFFERS : PAGE;
}

/** What programs ask: health, numbers, the sitemap. */
export const OTHER = 3;
