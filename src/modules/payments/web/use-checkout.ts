import type { Stripe, StripeCardElement } from '@stripe/stripe-js';
import { useReducer } from 'react';
import { useTranslator } from '#platform/web/translator.tsx';
import { checkoutReducer, IDLE_CHECKOUT } from '../rules.ts';
import { cardProblem } from './card-problem.ts';
import { type Outcome, type PayableBooking, recordWithRetries } from './record-payment.ts';

interface CheckoutHandlers {
  onOutcome(outcome: Outcome): void;
  /** The server ended the payment intent, as after too many declined cards: the page needs a new one. */
  onCanceled(): void;
}

/**
 * Pays by card: the provider confirms the payment, then the server records it. Not a router action, because a revalidation
 * between the two could fail.
 */
export function useCheckout(booking: PayableBooking, { onOutcome, onCanceled }: CheckoutHandlers) {
  const { t } = useTranslator();
  const [checkout, dispatch] = useReducer(checkoutReducer, IDLE_CHECKOUT);
  const stop = (problem = '') => dispatch({ kind: 'ended', problem });

  async function pay(stripe: Stripe, clientSecret: string, card: StripeCardElement) {
    dispatch({ kind: 'pressed' });
    const confirmed = await confirm(stripe, clientSecret, card, booking);
    if (confirmed === undefined) return stop(t('pay.unsure'));
    const { paymentIntent, error } = confirmed;
    // An intent that had succeeded earlier, before the page was closed, comes in the error.
    const intent = paymentIntent ?? error.payment_intent;
    if (intent?.status === 'canceled') {
      stop(t('pay.notSucceeded'));
      return onCanceled();
    }
    if (intent?.status !== 'succeeded') return stop(t(error ? cardProblem(error) : 'pay.notSucceeded'));

    dispatch({ kind: 'confirmed' });
    const recording = await recordWithRetries(booking, intent.id);
    if (recording.kind === 'refused') return stop(recording.message);
    stop();
    onOutcome({ kind: recording.kind, transactionId: intent.id });
  }

  return { checkout, pay };
}

/** Resolves to undefined when the provider cannot be reached. */
function confirm(stripe: Stripe, clientSecret: string, card: StripeCardElement, { name, email }: PayableBooking) {
  return stripe
    .confirmCardPayment(clientSecret, { payment_method: { card, billing_details: { name, email } } })
    .catch((error: unknown) => console.error(error));
}
