import type Stripe from 'stripe';

type ErrorType = 'card_error' | 'invalid_request_error' | 'idempotency_error' | 'api_error';

/** The fields of an error beside its type and message, by Stripe's names. */
export interface ErrorDetails {
  code?: string;
  decline_code?: string;
  param?: string;
  charge?: string;
  payment_intent?: Stripe.PaymentIntent;
  payment_method?: Stripe.PaymentMethod;
}

/** An error response of Stripe's API (https://docs.stripe.com/api/errors). */
export class StripeApiError extends Error {
  readonly status: number;
  readonly type: ErrorType;
  readonly details: ErrorDetails;

  constructor(status: number, type: ErrorType, message: string, details: ErrorDetails = {}) {
    super(message);
    this.status = status;
    this.type = type;
    this.details = details;
  }

  body(): { type: ErrorType; message: string } & ErrorDetails {
    return { ...this.details, message: this.message, type: this.type };
  }
}

/** Returns a 400 error. */
export function invalidRequest(message: string, details: ErrorDetails = {}): StripeApiError {
  return new StripeApiError(400, 'invalid_request_error', message, details);
}

/** Returns a 404 error for an unknown object. */
export function notFound(kind: string, id: string, param = 'id'): StripeApiError {
  return new StripeApiError(404, 'invalid_request_error', `No such ${kind}: '${id.slice(0, 100)}'`, {
    code: 'resource_missing',
    param,
  });
}

/** Returns a 402 error for a card that cannot be charged. */
export function cardError(message: string, details: ErrorDetails): StripeApiError {
  return new StripeApiError(402, 'card_error', message, details);
}

/** Returns a 400 error for a payment in a wrong state, with the payment. */
export function unexpectedState(message: string, intent: Stripe.PaymentIntent): StripeApiError {
  return invalidRequest(message, { code: 'payment_intent_unexpected_state', payment_intent: intent });
}
