/**
 * Moderation: reports of products, the decisions of admins on them, and their outcome for the reporters. All open reports of
 * a product are one case.
 */
import { z } from 'zod';
import { defineCall } from '#platform/contract/call.ts';
import { id, instant, longText, pageQuery } from '#platform/contract/values.ts';
import { CASE_STATES, DECISIONS, OUTCOMES, REASON_MAX_CHARS, REASON_MIN_CHARS } from './rules.ts';

export const reportForm = z.object({
  reason: longText(REASON_MIN_CHARS, REASON_MAX_CHARS, 'reports.reasonRequired', 'reports.reasonShort'),
});

export const reportProduct = defineCall('POST /reports', {
  access: 'signedIn',
  summary: 'Reports a product to the admins. Once for each person and product; repeating it keeps the first.',
  body: reportForm.extend({ productId: id }),
  reply: z.object({ acknowledged: z.boolean(), insertedId: id, message: z.string() }),
});

const reportedItem = z.object({
  _id: id,
  itemId: id,
  itemName: z.string(),
  image: z.string(),
  /** Absent for a deleted account. */
  sellerName: z.string().optional(),
  status: z.enum(['unsold', 'sold', 'removed']),
  /** Number of reports, at most 1,000. */
  count: z.number().int(),
  /** The newest reports, at most 20. `reporter` is a first name; a deleted account has none, and an empty reason. */
  reasons: z.array(z.object({ _id: id, reporter: z.string().optional(), reason: z.string(), createdAt: instant })),
  openedAt: instant,
  decision: z.enum(DECISIONS).optional(),
  decidedAt: instant.optional(),
});
export type ReportedItem = z.infer<typeof reportedItem>;

export const listReportedItems = defineCall('GET /reports', {
  access: 'admin',
  summary: 'Reported products, newest first: open ones, or decided ones.',
  query: pageQuery.extend({ state: z.enum(CASE_STATES, 'reports.state').default('open') }),
  reply: z.array(reportedItem),
  paged: true,
});

export const decideOnReports = defineCall('PATCH /reports/{productId}', {
  access: 'admin',
  summary: 'Keeps a reported product or takes it off the store, and closes all open reports of it.',
  params: z.object({ productId: id }),
  body: z.object({ decision: z.enum(DECISIONS, 'reports.decision') }),
  reply: z.object({ modifiedCount: z.number().int() }),
});

const ownReport = z.object({
  _id: id,
  itemId: id,
  itemName: z.string(),
  image: z.string(),
  reason: z.string(),
  createdAt: instant,
  outcome: z.enum(OUTCOMES),
  decidedAt: instant.optional(),
});
export type OwnReport = z.infer<typeof ownReport>;

export const listMyReports = defineCall('GET /my-reports', {
  access: 'signedIn',
  summary: 'Reports of the caller, newest first, with their outcome.',
  query: pageQuery,
  reply: z.array(ownReport),
  paged: true,
});
