import type { Stripe, StripeCardElement } from '@stripe/stripe-js';
import { useReducer } from 'react';
import { useTranslator } from '#platform/web/translator.tsx';
import { checkoutReducer, IDLE_CHECKOUT } from '../rules.ts';
import { type Outcome, type PayableBooking, record } from './record-payment.ts';

interface CheckoutEnds {
  onOutcome(outcome: Outcome): void;
  /** The payment was called off by the server, after too many declined cards: it has to be prepared anew. */
  onTakenAway(): void;
}

/**
 * One payment by card: the provider confirms it, then the server writes it down. It is no action of the router, because
 * nothing may load anew, and fail, between the two.
 */
export function useCheckout(booking: PayableBooking, { onOutcome, onTakenAway }: CheckoutEnds) {
  const { t } = useTranslator();
  const [checkout, tell] = useReducer(checkoutReducer, IDLE_CHECKOUT);
  const stop = (problem = '') => tell({ kind: 'ended', problem });

  async function pay(stripe: Stripe, clientSecret: string, card: StripeCardElement) {
    tell({ kind: 'pressed' });
    const confirmed = await confirm(stripe, clientSecret, card, booking);
    if (confirmed === undefined) return stop(t('pay.unsure'));
    const { paymentIntent, error } = confirmed;
    // A payment that had succeeded before (the page was closed too soon) comes as an error that carries it.
    const intent = paymentIntent ?? error.payment_intent;
    if (intent?.status === 'canceled') {
      stop();
      return onTakenAway();
    }
    if (intent?.status !== 'succeeded') return stop(error?.message ?? t('pay.notSucceeded'));

    tell({ kind: 'confirmed' });
    const recording = await record(booking, intent.id);
    if (recording.kind === 'refused') return stop(recording.message);
    stop();
    onOutcome({ kind: recording.kind, transactionId: intent.id });
  }

  return { checkout, pay };
}

/** Undefined when the provider could not be asked. */
function confirm(stripe: Stripe, clientSecret: string, card: StripeCardElement, { name, email }: PayableBooking) {
  return stripe
    .confirmCardPayment(clientSecret, { payment_method: { card, billing_details: { name, email } } })
    .catch((error: unknown) => console.error(error));
}
