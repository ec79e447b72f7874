import type Stripe from 'stripe';
import { newCharge } from './confirm.ts';
import { newId, ObjectStore } from './object-store.ts';
import { seconds, systemClock } from './operation.ts';
import { newIntent } from './payment-intents.ts';
import { refundOf } from './refunds.ts';

/** A payment that was made before the gateway started. */
export interface PastPayment {
  intent: Stripe.PaymentIntent;
  charge: Stripe.Charge;
  refunds: Stripe.Refund[];
}

const CARD = { brand: 'visa', exp_month: 12, exp_year: 2034, last4: '4242' } as Stripe.PaymentMethod.Card;
const NO_DETAILS = { address: null, email: null, name: null, phone: null, tax_id: null };

/** Returns a succeeded payment of this moment. */
export function pastPayment(terms: Pick<Stripe.PaymentIntent, 'amount' | 'currency' | 'metadata'>): PastPayment {
  const id = newId('pm');
  const intent = newIntent({
    ...terms,
    created: seconds(systemClock),
    description: null,
    payment_method: id,
    status: 'succeeded',
  });
  const charge = newCharge(intent, { id, billing_details: NO_DETAILS, card: CARD }, intent.created);
  return { intent: { ...intent, amount_received: intent.amount, latest_charge: charge.id }, charge, refunds: [] };
}

/** Returns an amount of a payment at this moment. */
export function addPastRefund({ charge, refunds }: PastPayment, amount: number): void {
  refunds.push(refundOf(charge, { amount, created: seconds(systemClock), metadata: {}, status: 'succeeded' }));
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
