import type { LightMyRequestResponse } from 'fastify';
import type { Call } from '#platform/contract/call.ts';

/** Session, and one query for a list or a row. */
const READ_QUERY_COUNT = 2;
/** With begin, commit, idempotency key and rate limits. */
const WRITE_QUERY_COUNT = 15;

/** Limits of single calls. */
const LIMITS: Record<string, number> = {
  // By cookie: the identity provider reads its session too.
  'GET /session': 4,
  // The identity provider looks for the link in two forms, and deletes expired ones.
  'GET /reset-links': 6,
  'GET /jwt': 4,
  // Words, synonyms, and several scans to fill a page or to count.
  'GET /search': 12,
  'GET /search/summary': 12,
  // Session; words with categories, and two scans for items.
  'GET /search/suggestions': 4,
  'GET /items/{id}/similar': 8,
  // Also the details with the timeline, and whether cash is offered.
  'GET /bookings/{id}': 4,
  // Also the details with the timeline.
  'GET /my-buyers/{bookingId}': 3,
  // The dispute with the steps of its booking, and the words of both sides. For an admin also their history.
  'GET /disputes/{id}': 4,
  // A page without a row of released sales: also the sales whose deadline has passed.
  'GET /my-earnings/lines': 3,
  // The lines of a month, and its balances.
  'GET /my-earnings/statement': 3,
  // The locked payment, product and booking, the ledger and the jobs.
  'POST /payments': 15,
  // Also the refund, and the balance that the ledger owes the seller.
  'POST /bookings/{id}/call-off': 18,
  // Also the words and photos of a new dispute.
  'POST /bookings/{id}/dispute': 17,
  // Also the claim that it contradicts.
  'POST /bookings/{id}/not-received': 18,
  // With the locks of booking and dispute, the words, steps, ledger and e-mails of a settled dispute.
  'POST /disputes/{id}/returned': 14,
  'POST /disputes/{id}/answer': 17,
  'POST /disputes/{id}/reply': 22,
  'POST /disputes/{id}/decision': 17,
  // Settling, the payment and its ledger, the money of the sale, e-mails, the audit entry.
  'POST /admin/payments/{id}/by-hand': 25,
  // Settling, the payment, product and booking, the ledger, the job, the note, the audit entry.
  'POST /payments/{id}/review': 21,
  // The account, the listings, and one statement for all other tables.
  'GET /me/data': 4,
  // Also the roles, payouts and disputes of a person.
  'DELETE /me': 39,
  // With rate limits, known origins and the link of a changed e-mail address.
  'PUT /me/password': 17,
  'DELETE /users/{id}': 28,
  'PUT /me/email': 20,
};
/** A streamed file: session, audit entry, and a query for each batch of rows. */
const FILE_QUERY_COUNT = 6;
const FILE_BATCH_ROWS = 500;

/** Returns the limit of queries of a call, for any number of rows. */
export function maxQueriesOf({ method, path, spec }: Call, { body }: LightMyRequestResponse): number {
  if (spec.streamed) return FILE_QUERY_COUNT + body.split('\n').length / FILE_BATCH_ROWS;
  return LIMITS[`${method} ${path}`] ?? (method === 'GET' ? READ_QUERY_COUNT : WRITE_QUERY_COUNT);
}

/** A page: session by cookie, and one or two calls. */
const PAGE_QUERY_COUNT = 5;
/** A list page: also categories, scans of a search, and saved products. */
const LIST_PAGE_QUERY_COUNT = 10;

/** Limits of single pages. Each page of a buyer also counts the held bookings. */
const PAGE_LIMITS: Record<string, number> = {
  // Categories, advertised, newest and cheap products.
  '/': 6,
  // The call of a booking, and its dispute.
  '/dashboard/myorders/:id/dispute': 6,
  // Its offer, the wish, and two queries for similar products.
  '/items/:id': 7,
};

/** Returns the limit of queries of a page. */
export function maxQueriesOfPage(path: string): number {
  const isList = path === '/search' || path.startsWith('/products/');
  return PAGE_LIMITS[path] ?? (isList ? LIST_PAGE_QUERY_COUNT : PAGE_QUERY_COUNT);
}

/** Limit for health, metrics and the sitemap. */
export const OTHER_QUERY_COUNT = 3;
