/**
 * Moderation: what people report of the products on the store, what an admin decides about it, and how those who
 * reported learn of the decision. All open reports of a product are one case.
 */
import { z } from 'zod';
import { defineCall } from '#platform/contract/call.ts';
import { id, instant, pageQuery, text } from '#platform/contract/values.ts';
import { CASE_STATES, DECISIONS, OUTCOMES, REASON_MAX, REASON_MIN } from './rules.ts';

/** What the report dialog asks for. */
export const reportForm = z.object({
  reason: text(REASON_MAX, 'reports.reasonRequired').min(REASON_MIN, 'reports.reasonShort'),
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
  /** Absent for who has left. */
  sellerName: z.string().optional(),
  status: z.enum(['unsold', 'sold', 'removed']),
  /** How many reports, counted up to 1,000. */
  count: z.number().int(),
  /** The newest of them, at most 20; `reporter` is a first name, absent for who has left; their text is empty. */
  reasons: z.array(z.object({ _id: id, reporter: z.string().optional(), reason: z.string(), createdAt: instant })),
  openedAt: instant,
  decision: z.enum(DECISIONS).optional(),
  decidedAt: instant.optional(),
});
export type ReportedItem = z.infer<typeof reportedItem>;

export const listReportedItems = defineCall('GET /reports', {
  access: 'admin',
  summary: 'Reported products, newest first: those that wait for a decision, or those decided on.',
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
  summary: 'What the caller has reported, newest first, with what came of it.',
  query: pageQuery,
  reply: z.array(ownReport),
  paged: true,
});
