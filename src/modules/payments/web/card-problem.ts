import type { StripeError } from '@stripe/stripe-js';
import type { MessageKey } from '#i18n/messages.ts';

/** Stripe's error and decline codes (https://docs.stripe.com/error-codes, https://docs.stripe.com/declines/codes). */
const PROBLEMS: Readonly<Record<string, MessageKey>> = {
  card_declined: 'pay.e.declined',
  insufficient_funds: 'pay.e.funds',
  expired_card: 'pay.e.expired',
  invalid_expiry_month: 'pay.e.expiry',
  invalid_expiry_year: 'pay.e.expiry',
  invalid_expiry_month_past: 'pay.e.expired',
  invalid_expiry_year_past: 'pay.e.expired',
  incorrect_cvc: 'pay.e.cvc',
  invalid_cvc: 'pay.e.cvc',
  incomplete_number: 'pay.e.number',
  invalid_number: 'pay.e.wrongNumber',
  incorrect_number: 'pay.e.wrongNumber',
  incomplete_expiry: 'pay.e.expiry',
  incomplete_cvc: 'pay.e.cvcMissing',
  payment_intent_authentication_failure: 'pay.e.notConfirmed',
  processing_error: 'pay.e.processing',
};

/** Returns the message for an error of the card provider, in the words of the store. */
export function cardProblem(error: Pick<StripeError, 'code' | 'decline_code'> & { type?: string }): MessageKey {
  const { code, decline_code, type } = error;
  if (type === 'api_connection_error') return 'pay.unsure';
  return PROBLEMS[decline_code ?? ''] ?? PROBLEMS[code ?? ''] ?? 'pay.notSucceeded';
}
