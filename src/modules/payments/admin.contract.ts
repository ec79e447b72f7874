/** Payments for admins: refunds that stay due, and charges that a bank disputes. */
import { z } from 'zod';
import { defineCall } from '#platform/contract/call.ts';
import { id, instant, line, pageQuery, price } from '#platform/contract/values.ts';

const transactionId = z
  .string('error.transactionId')
  .trim()
  .regex(/^pi_[A-Za-z0-9_]{6,}$/, 'error.transactionId')
  .max(255, 'error.transactionId');

const payment = z.object({
  _id: id,
  transactionId: z.string(),
  itemName: z.string(),
  /** In Tk, as the other amounts. */
  amount: z.number(),
  returned: z.number(),
  /** Still with the store or with a bank. */
  left: z.number(),
  state: z.enum(['succeeded', 'refund_due', 'refunded']),
  disputed: z.boolean(),
  /** Time of its last change of state. */
  since: instant,
});
export type PaymentForAdmin = z.infer<typeof payment>;

export const listPayments = defineCall('GET /admin/payments', {
  access: 'admin',
  summary: 'Payments that need an admin, newest first; or the payment with this number at the provider.',
  query: pageQuery.extend({ transactionId: transactionId.optional() }),
  reply: z.array(payment),
  paged: true,
});

/** The form for money that was returned outside the provider. */
export const byHandForm = z.object({
  amount: price,
  /** The number of the transfer or receipt. It is never deleted, so it must not name a person. */
  reference: line(60, 'payments.referenceRequired'),
});

export const recordByHand = defineCall('POST /admin/payments/{id}/by-hand', {
  access: 'admin',
  summary: 'Records money that a person returned outside the provider. Returns the rest of the payment.',
  params: z.object({ id }),
  body: byHandForm,
  reply: z.object({ acknowledged: z.boolean(), left: z.number() }),
});
