import type Stripe from 'stripe';
import { z } from 'zod';
import { formatAmount } from './challenge-page.ts';
import { newId } from './object-store.ts';
import { type Context, NO_REQUEST, type Operation, type Origin, seconds } from './operation.ts';
import { integer, metadata, optionalText, readParams, text } from './request-form.ts';
import { invalidRequest, notFound } from './stripe-error.ts';

const REFUND_PARAMS = z.strictObject({
  payment_intent: text,
  amount: integer.pipe(z.number().min(1)).optional(),
  metadata,
});
const DISPUTE_PARAMS = z.strictObject({ evidence: z.strictObject({ uncategorized_text: optionalText }) });

/** `POST /v1/refunds`: refunds the rest of a payment, or an amount. */
export const createRefund: Operation = (context, { form, origin }) => {
  const { payment_intent: intentId, amount: wanted, metadata } = readParams(REFUND_PARAMS, form);
  return () => {
    const charge = chargeToRefund(context, intentId);
    if (isDisputed(context, intentId)) {
      const message = `Charge ${charge.id} has been charged back; cannot issue a refund.`;
      throw invalidRequest(message, { code: 'charge_disputed' });
    }
    const left = charge.amount_captured - charge.amount_refunded;
    if (left === 0)
      throw invalidRequest(`Charge ${charge.id} has already been refunded.`, { code: 'charge_already_refunded' });
    const amount = wanted ?? left;
    if (amount > left) {
      const money = (value: number) => formatAmount(value, charge.currency);
      const message = `Refund amount (${money(amount)}) is greater than unrefunded amount on charge (${money(left)})`;
      throw invalidRequest(message, { param: 'amount' });
    }
    const status = isPending(context, charge) ? 'pending' : 'succeeded';
    const refund = refundOf(charge, { amount, created: seconds(context.clock), metadata, status });
    context.store.insert('refund', refund);
    context.store.update(charge);
    context.publish('refund.created', refund, origin);
    context.publish('charge.refunded', charge, origin);
    context.log(`${refund.id} of ${charge.id} ${refund.status}`);
    return refund;
  };
};

/** Returns a refund of a charge, and counts its amount there. */
export function refundOf(
  charge: Stripe.Charge,
  terms: Pick<Stripe.Refund, 'amount' | 'created' | 'metadata' | 'status'>,
): Stripe.Refund {
  charge.amount_refunded += terms.amount;
  charge.refunded = charge.amount_refunded === charge.amount_captured;
  return {
    ...terms,
    id: newId('re'),
    object: 'refund',
    charge: charge.id,
    currency: charge.currency,
    payment_intent: charge.payment_intent,
    payment_method: charge.payment_method,
    reason: null,
  } as Stripe.Refund;
}

/** `GET /v1/refunds/:id` */
export const retrieveRefund: Operation =
  (context, { id }) =>
  () =>
    findRefund(context, id);

function findRefund({ store }: Context, id: string): Stripe.Refund {
  const refund = store.find('refund', id)?.object;
  if (!refund) throw notFound('refund', id);
  return refund;
}

/** Sets how a refund ended at the buyer's bank. The money of a failed one returns to the charge. Returns the refund. */
export function finishRefund(context: Context, id: string, status: 'succeeded' | 'failed'): Stripe.Refund {
  const refund = findRefund(context, id);
  if (refund.status === 'failed') throw invalidRequest(`Refund ${id} has failed already.`);
  refund.status = status;
  context.store.update(refund);
  const charge = context.store.find('charge', String(refund.charge))?.object;
  if (status === 'failed' && charge) {
    charge.amount_refunded -= refund.amount;
    charge.refunded = false;
    context.store.update(charge);
  }
  context.publish('refund.updated', refund, NO_REQUEST);
  if (status === 'failed') context.publish('refund.failed', refund, NO_REQUEST);
  context.log(`${id} ${status}`);
  return refund;
}

function chargeToRefund({ store }: Context, intentId: string): Stripe.Charge {
  const intent = store.find('payment_intent', intentId)?.object;
  if (!intent) throw notFound('payment_intent', intentId, 'payment_intent');
  const charge = store.find('charge', String(intent.latest_charge))?.object;
  if (charge?.paid) return charge;
  const message = `This PaymentIntent (${intentId}) does not have a successful charge to refund.`;
  throw invalidRequest(message, { param: 'payment_intent' });
}

function isDisputed({ store }: Context, payment: string): boolean {
  return store.list('dispute', { limit: 100, payment }).data.some(({ status }) => status !== 'won');
}

function isPending({ store }: Context, { payment_method }: Stripe.Charge): boolean {
  return store.find('payment_method', String(payment_method))?.secrets.behaviour === 'succeed-with-slow-refunds';
}

const HELD = `SELECT body ->> 'currency' AS currency, SUM((body ->> 'amount_captured') - (body ->> 'amount_refunded')
    - COALESCE((SELECT SUM(d.body ->> 'amount') FROM objects d WHERE d.kind = 'dispute' AND d.body ->> 'charge' = charges.id
      AND d.body ->> 'status' <> 'won'), 0)) AS amount
  FROM objects charges WHERE kind = 'charge' AND body ->> 'paid' GROUP BY 1`;

/** `GET /v1/balance`: captured money that is neither refunded nor disputed. All of it is available at once. */
export const retrieveBalance: Operation =
  ({ store }) =>
  () => {
    const held = store.all<{ currency: string; amount: number }>(HELD);
    const available = held.map((one) => ({ ...one, source_types: { card: one.amount } }));
    const pending = held.map(({ currency }) => ({ amount: 0, currency, source_types: { card: 0 } }));
    return { object: 'balance', available, livemode: false, pending };
  };

/** Opens a dispute of a whole charge, which withdraws the money at once. */
export function openDispute(context: Context, charge: Stripe.Charge, origin: Origin): void {
  const created = seconds(context.clock);
  const dispute = {
    id: newId('du'),
    object: 'dispute',
    amount: charge.amount,
    balance_transactions: [{ amount: -charge.amount, created, type: 'adjustment' }],
    charge: charge.id,
    created,
    currency: charge.currency,
    evidence: {},
    livemode: false,
    metadata: {},
    payment_intent: charge.payment_intent,
    reason: 'fraudulent',
    status: 'needs_response',
  } as unknown as Stripe.Dispute;
  charge.disputed = true;
  context.store.insert('dispute', dispute);
  context.store.update(charge);
  context.publish('charge.dispute.created', dispute, origin);
  context.publish('charge.dispute.funds_withdrawn', dispute, origin);
  context.log(`${dispute.id} of ${charge.id} opened`);
}

/** Evidence that decides a test dispute (https://docs.stripe.com/testing#evidence). */
const OUTCOMES: Record<string, 'won' | 'lost'> = { winning_evidence: 'won', losing_evidence: 'lost' };

/** `POST /v1/disputes/:id`: evidence with one of Stripe's test texts decides the dispute. */
export const updateDispute: Operation = (context, { form, id, origin }) => {
  const outcome = OUTCOMES[readParams(DISPUTE_PARAMS, form).evidence.uncategorized_text ?? ''];
  return () => {
    const dispute = context.store.find('dispute', id)?.object;
    if (!dispute) throw notFound('dispute', id);
    if (dispute.status === 'won' || dispute.status === 'lost')
      throw invalidRequest('This dispute is already closed', { code: 'dispute_closed' });
    dispute.status = outcome ?? 'under_review';
    if (outcome === 'won') {
      const reinstated = { amount: dispute.amount, created: seconds(context.clock), type: 'adjustment' };
      dispute.balance_transactions.push(reinstated as Stripe.BalanceTransaction);
    }
    context.store.update(dispute);
    context.publish(outcome ? 'charge.dispute.closed' : 'charge.dispute.updated', dispute, origin);
    if (outcome === 'won') context.publish('charge.dispute.funds_reinstated', dispute, origin);
    context.log(`${id} ${dispute.status}`);
    return dispute;
  };
};
