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
  // Settling, the payment and its ledger, the end of a sale, e-mails and the audit entry.
  'POST /admin/payments/{id}/by-hand': 24,
  // One query for each table with data of a person.
  'GET /me/data': 13,
  'DELETE /me': 36,
  // With rate limits and known origins.
  'PUT /me/password': 16,
  'DELETE /users/{id}': 27,
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

/** The page of an item: also its offer, the wish, and two queries for similar products. */
const ITEM_PAGE_QUERY_COUNT = 6;

/** Returns the limit of queries of a page. */
export function maxQueriesOfPage(path: string): number {
  if (path.startsWith('/items/')) return ITEM_PAGE_QUERY_COUNT;
  return path === '/search' || path.startsWith('/products/') ? LIST_PAGE_QUERY_COUNT : PAGE_QUERY_COUNT;
}

/** Limit for health, metrics and the sitemap. */
export const OTHER_QUERY_COUNT = 3;
