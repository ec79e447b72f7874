/** Payments for admins: payments under review, refunds that stay due, and charges that a bank disputes. */
import { z } from 'zod';
import { defineCall } from '#platform/contract/call.ts';
import { amount, id, instant, line, pageQuery } from '#platform/contract/values.ts';
import { REVIEW_REASONS } from './rules.ts';

/** The number of a payment at its provider, or the one that the provider told the payer. */
const transactionId = z
  .string('error.transactionId')
  .trim()
  .regex(/^[A-Za-z0-9_-]+$/, 'error.transactionId')
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
  /** Due back to the buyer: all that is left, or the part that a dispute settled. */
  due: z.number(),
  state: z.enum(['review', 'succeeded', 'refund_due', 'refunded']),
  /** The provider, such as `stripe`. */
  provider: z.string(),
  /** Present in the state `review`. */
  review: z.enum(REVIEW_REASONS).optional(),
  disputed: z.boolean(),
  /** The store does not try its refund again; `retryable` where an admin may order another try. */
  stopped: z.boolean(),
  retryable: z.boolean(),
  /** The buyer's account was deleted: only the provider knows who paid. */
  buyerErased: z.boolean(),
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
export const refundByHandForm = z.object({
  amount,
  /** The number of the transfer or receipt. It is never deleted, so it must not name a person. */
  reference: line(60, 'payments.referenceRequired'),
});

/** The form for the decision about a payment that is kept for review. */
export const reviewForm = z.object({
  decision: z.enum(['release', 'refund']),
  reason: line(300, 'payments.reviewReasonRequired'),
});

export const reviewPayment = defineCall('POST /payments/{id}/review', {
  access: 'admin',
  summary: 'Decides about a payment that is kept for review: release makes the sale, refund returns the money.',
  params: z.object({ id }),
  body: reviewForm,
  reply: z.object({ acknowledged: z.boolean(), state: payment.shape.state }),
});

export const recordRefundByHand = defineCall('POST /admin/payments/{id}/by-hand', {
  access: 'admin',
  summary: 'Records money that a person returned outside the provider. Returns the rest of the payment.',
  params: z.object({ id }),
  body: refundByHandForm,
  reply: z.object({ acknowledged: z.boolean(), left: z.number() }),
});

export const retryRefund = defineCall('POST /admin/payments/{id}/retry-refund', {
  access: 'admin',
  summary: 'Orders another try of a refund that the store has stopped.',
  params: z.object({ id }),
  reply: z.object({ acknowledged: z.boolean() }),
});
