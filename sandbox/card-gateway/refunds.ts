import type Stripe from 'stripe';
import { seconds } from './clock.ts';
import { listPage } from './list-page.ts';
import { newId } from './object-ids.ts';
import { type Context, NO_REQUEST, type Operation } from './operation.ts';
import { invalidRequest, notFound } from './stripe-error.ts';

const REASONS = ['duplicate', 'fraudulent', 'requested_by_customer'] as const;

/** `POST /v1/refunds`: refunds the rest of a payment, or an amount. */
export const createRefund: Operation = (context, { params, origin }) => {
  params.allowOnly('payment_intent', 'amount', 'reason', 'metadata', 'expand');
  const intentId = params.required('payment_intent');
  const wanted = params.integer('amount');
  if (wanted !== undefined && wanted < 1) {
    const message = 'This value must be greater than or equal to 1.';
    throw invalidRequest(message, { code: 'parameter_invalid_integer', param: 'amount' });
  }
  const reason = params.oneOf('reason', REASONS) ?? null;
  const metadata = params.metadata();
  return () => {
    const charge = chargeToRefund(context, intentId);
    if (isDisputed(context, charge)) {
      const message = `Charge ${charge.id} has been charged back; cannot issue a refund.`;
      throw invalidRequest(message, { code: 'charge_disputed' });
    }
    const left = charge.amount_captured - charge.amount_refunded;
    if (left === 0) {
      throw invalidRequest(`Charge ${charge.id} has already been refunded.`, { code: 'charge_already_refunded' });
    }
    const amount = wanted ?? left;
    if (amount > left) {
      const message = `Refund amount (${money(amount, charge)}) is greater than unrefunded amount on charge (${money(left, charge)})`;
      throw invalidRequest(message, { param: 'amount' });
    }
    const refund: Stripe.Refund = {
      id: newId('re'),
      object: 'refund',
      amount,
      balance_transaction: null,
      charge: charge.id,
      created: seconds(context.clock),
      currency: charge.currency,
      customer: null,
      customer_account: null,
      destination_details: {
        card: { reference_status: 'pending', reference_type: 'acquirer_reference_number', type: 'refund' },
        type: 'card',
      },
      metadata,
      payment_intent: charge.payment_intent,
      payment_method: charge.payment_method,
      reason,
      receipt_number: null,
      source_transfer_reversal: null,
      status: isPending(context, charge) ? 'pending' : 'succeeded',
      transfer_reversal: null,
    };
    charge.amount_refunded += amount;
    charge.refunded = charge.amount_refunded === charge.amount_captured;
    context.store.insert('refund', refund, charge.id);
    context.store.update(charge);
    context.publish('refund.created', refund, origin);
    context.publish('charge.refunded', charge, origin);
    context.log(`${refund.id} of ${charge.id} ${refund.status}`);
    return refund;
  };
};

/** Sets how a refund ended at the buyer's bank. The money of a failed one returns to the charge. Returns the refund. */
export function finishRefund(context: Context, id: string, status: 'succeeded' | 'failed'): Stripe.Refund {
  const refund = context.store.find('refund', id)?.object;
  if (!refund) throw notFound('refund', id);
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

/** `GET /v1/refunds`, optionally of one payment. */
export const listRefunds: Operation = (context, request) => listOfIntent(context, request, 'refund', '/v1/refunds');

/** Lists refunds or disputes, of the payment that `payment_intent` names. */
export function listOfIntent(
  context: Context,
  request: Parameters<Operation>[1],
  kind: 'refund' | 'dispute',
  url: string,
): () => object {
  const intentId = request.params.nonEmpty('payment_intent');
  return listPage(context, request, kind, url, ['payment_intent'], () => ({
    parent: intentId === undefined ? undefined : (successfulCharge(context, intentId)?.id ?? 'none'),
  }));
}

function chargeToRefund(context: Context, intentId: string): Stripe.Charge {
  if (!context.store.find('payment_intent', intentId)) throw notFound('payment_intent', intentId, 'payment_intent');
  const charge = successfulCharge(context, intentId);
  if (charge) return charge;
  const message = `This PaymentIntent (${intentId}) does not have a successful charge to refund.`;
  throw invalidRequest(message, { param: 'payment_intent' });
}

function isDisputed({ store }: Context, charge: Stripe.Charge): boolean {
  return store.list('dispute', { limit: 100, parent: charge.id }).data.some(({ status }) => status !== 'won');
}

function isPending({ store }: Context, { payment_method }: Stripe.Charge): boolean {
  const method = payment_method ? store.find('payment_method', payment_method) : undefined;
  return method?.secrets.behaviour === 'succeed-with-slow-refunds';
}

function successfulCharge({ store }: Context, intentId: string): Stripe.Charge | undefined {
  return store.list('charge', { limit: 100, parent: intentId }).data.find((charge) => charge.paid);
}

function money(amount: number, charge: Stripe.Charge): string {
  return new Intl.NumberFormat('en', { style: 'currency', currency: charge.currency }).format(amount / 100);
}
