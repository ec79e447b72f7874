import type Stripe from 'stripe';
import { newId, ObjectStore } from './object-store.ts';

/** A payment that was made before the gateway started. */
export interface PastPayment {
  intent: Stripe.PaymentIntent;
  charge: Stripe.Charge;
  refunds: Stripe.Refund[];
}

/** Returns a succeeded payment of this moment. */
export function pastPayment(
  terms: { amount: number; currency: string; metadata: Record<string, string> },
  now = Date.now(),
): PastPayment {
  const { amount, currency, metadata } = terms;
  const [intentId, chargeId] = [newId('pi'), newId('ch')];
  const created = Math.floor(now / 1000);
  const shared = {
    amount,
    currency,
    created,
    metadata,
    description: null,
    livemode: false,
    payment_method: newId('pm'),
  };
  const charge = {
    ...shared,
    id: chargeId,
    object: 'charge',
    amount_captured: amount,
    amount_refunded: 0,
    billing_details: { address: null, email: null, name: null, phone: null },
    captured: true,
    disputed: false,
    failure_code: null,
    failure_message: null,
    paid: true,
    payment_intent: intentId,
    payment_method_details: { type: 'card', card: { brand: 'visa', exp_month: 12, exp_year: 2034, last4: '4242' } },
    refunded: false,
    status: 'succeeded',
  } as unknown as Stripe.Charge;
  const intent = {
    ...shared,
    id: intentId,
    object: 'payment_intent',
    amount_received: amount,
    canceled_at: null,
    cancellation_reason: null,
    client_secret: `${intentId}_secret_${newId('src')}`,
    last_payment_error: null,
    latest_charge: chargeId,
    next_action: null,
    payment_method_types: ['card'],
    status: 'succeeded',
  } as unknown as Stripe.PaymentIntent;
  return { intent, charge, refunds: [] };
}

/** Returns an amount of a payment at this moment. */
export function addPastRefund({ intent, charge, refunds }: PastPayment, amount: number, now = Date.now()): void {
  refunds.push({
    id: newId('re'),
    object: 'refund',
    amount,
    charge: charge.id,
    created: Math.floor(now / 1000),
    currency: charge.currency,
    metadata: {},
    payment_intent: intent.id,
    payment_method: charge.payment_method,
    reason: null,
    status: 'succeeded',
  } as unknown as Stripe.Refund);
  charge.amount_refunded += amount;
  charge.refunded = charge.amount_refunded === charge.amount_captured;
}

/** Writes payments into the file of a gateway that does not run. It sends no event about them. */
export function writePastPayments(file: string, payments: readonly PastPayment[]): void {
  const store = new ObjectStore(file);
  try {
    store.transaction(() => {
      for (const { intent, charge, refunds } of payments) {
        store.insert('payment_intent', intent);
        store.insert('charge', charge);
        for (const refund of refunds) store.insert('refund', refund);
      }
    });
  } finally {
    store.close();
  }
}
