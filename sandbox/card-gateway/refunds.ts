import type Stripe from 'stripe';
import { seconds } from './clock.ts';
import { newId } from './identifiers.ts';
import { listPage } from './listing.ts';
import type { Params } from './params.ts';
import { invalid, missing } from './problem.ts';
import type { Operation, Till } from './till.ts';

const REASONS = ['duplicate', 'fraudulent', 'requested_by_customer'] as const;

/** `POST /v1/refunds`: gives money back, all that is left of a charge unless an amount is named. */
export const createRefund: Operation = (till, ask) => {
  const { params } = ask;
  params.only('payment_intent', 'charge', 'amount', 'reason', 'metadata', 'expand');
  if (!params.has('payment_intent') && !params.has('charge')) {
    throw invalid('One of the following params should be provided for this request: payment_intent or charge.');
  }
  const wanted = params.integer('amount');
  if (wanted !== undefined && wanted < 1) {
    const message = 'This value must be greater than or equal to 1.';
    throw invalid(message, { code: 'parameter_invalid_integer', param: 'amount' });
  }
  const reason = params.choice('reason', REASONS) ?? null;
  const metadata = params.metadata();
  return () => {
    const charge = chargeOf(till, params);
    if (isDisputed(till, charge)) {
      throw invalid(`Charge ${charge.id} has been charged back; cannot issue a refund.`, { code: 'charge_disputed' });
    }
    const left = charge.amount_captured - charge.amount_refunded;
    if (left === 0) {
      throw invalid(`Charge ${charge.id} has already been refunded.`, { code: 'charge_already_refunded' });
    }
    const amount = wanted ?? left;
    if (amount > left) {
      const message = `Refund amount (${money(amount, charge)}) is greater than unrefunded amount on charge (${money(left, charge)})`;
      throw invalid(message, { param: 'amount' });
    }
    const refund: Stripe.Refund = {
      id: newId('re'),
      object: 'refund',
      amount,
      balance_transaction: null,
      charge: charge.id,
      created: seconds(till.clock),
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
      status: isSlow(till, charge) ? 'pending' : 'succeeded',
      transfer_reversal: null,
    };
    charge.amount_refunded += amount;
    charge.refunded = charge.amount_refunded === charge.amount_captured;
    till.book.add('refund', refund, charge.id);
    till.book.save(charge);
    till.announce('refund.created', refund, ask.cause);
    till.announce('charge.refunded', charge, ask.cause);
    till.log(`${refund.id} of ${charge.id} ${refund.status}`);
    return refund;
  };
};

/** `GET /v1/refunds/:id` */
export const retrieveRefund: Operation = (till, ask) => () => {
  ask.params.only('expand');
  return findRefund(till, ask.id);
};

/** `POST /v1/refunds/:id`: only the metadata can change. */
export const updateRefund: Operation = (till, ask) => {
  ask.params.only('metadata', 'expand').metadata();
  return () => {
    const refund = findRefund(till, ask.id);
    refund.metadata = ask.params.metadata(refund.metadata ?? {});
    till.book.save(refund);
    till.announce('refund.updated', refund, ask.cause);
    return refund;
  };
};

/** What becomes of a refund at the buyer's bank, later. Money that does not arrive comes back to the charge. */
export function finishRefund(till: Till, id: string, status: 'succeeded' | 'failed'): Stripe.Refund {
  const cause = { requestId: null, idempotencyKey: null };
  const refund = findRefund(till, id);
  if (refund.status === 'failed') throw invalid(`Refund ${id} has failed already.`);
  refund.status = status;
  till.book.save(refund);
  const charge = typeof refund.charge === 'string' ? till.book.find('charge', refund.charge)?.object : undefined;
  if (status === 'failed' && charge) {
    charge.amount_refunded -= refund.amount;
    charge.refunded = false;
    till.book.save(charge);
  }
  till.announce('refund.updated', refund, cause);
  if (status === 'failed') till.announce('refund.failed', refund, cause);
  till.log(`${id} ${status}`);
  return refund;
}

/** `GET /v1/refunds`, of one payment or charge when it is named. */
export const listRefunds: Operation = (till, ask) => {
  const intent = ask.params.filled('payment_intent');
  const named = ask.params.filled('charge');
  const parent = intent === undefined ? named : (successfulCharge(till, intent)?.id ?? 'none');
  return listPage(till, ask, 'refund', '/v1/refunds', { names: ['payment_intent', 'charge'], parent });
};

/** `GET /v1/charges`, of one payment when it is named. */
export const listCharges: Operation = (till, ask) => {
  const parent = ask.params.filled('payment_intent');
  return listPage(till, ask, 'charge', '/v1/charges', { names: ['payment_intent'], parent });
};

function findRefund(till: Till, id: string): Stripe.Refund {
  const found = till.book.find('refund', id);
  if (!found) throw missing('refund', id);
  return found.object;
}

function chargeOf(till: Till, params: Params): Stripe.Charge {
  const intentId = params.filled('payment_intent');
  if (intentId !== undefined) {
    if (!till.book.find('payment_intent', intentId)) throw missing('payment_intent', intentId, 'payment_intent');
    const charge = successfulCharge(till, intentId);
    if (charge) return charge;
    const message = `This PaymentIntent (${intentId}) does not have a successful charge to refund.`;
    throw invalid(message, { param: 'payment_intent' });
  }
  const id = params.required('charge');
  const found = till.book.find('charge', id);
  if (!found) throw missing('charge', id, 'charge');
  if (!found.object.paid) throw invalid(`Charge ${id} is not refundable.`, { param: 'charge' });
  return found.object;
}

function isDisputed(till: Till, charge: Stripe.Charge): boolean {
  return till.book.list('dispute', { limit: 100, parent: charge.id }).data.some(({ status }) => status !== 'won');
}

function isSlow(till: Till, { payment_method }: Stripe.Charge): boolean {
  const method = payment_method ? till.book.find('payment_method', payment_method) : undefined;
  return method?.secrets.behaviour === 'succeed-with-slow-refunds';
}

/** The charge of a payment that took the money. */
export function successfulCharge(till: Till, intentId: string): Stripe.Charge | undefined {
  return till.book.list('charge', { limit: 100, parent: intentId }).data.find((charge) => charge.paid);
}

function money(amount: number, charge: Stripe.Charge): string {
  return new Intl.NumberFormat('en', { style: 'currency', currency: charge.currency }).format(amount / 100);
}
