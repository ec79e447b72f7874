import type Stripe from 'stripe';

type ErrorType = 'card_error' | 'invalid_request_error' | 'idempotency_error' | 'api_error';

/** What an error's body says beside its type and message, in Stripe's own field names. */
export interface ProblemDetails {
  code?: string;
  decline_code?: string;
  param?: string;
  charge?: string;
  payment_intent?: Stripe.PaymentIntent;
  payment_method?: Stripe.PaymentMethod;
}

/** An answer that is an error in Stripe's shape (https://docs.stripe.com/api/errors). */
export class StripeProblem extends Error {
  readonly status: number;
  readonly type: ErrorType;
  readonly details: ProblemDetails;

  constructor(status: number, type: ErrorType, message: string, details: ProblemDetails = {}) {
    super(message);
    this.status = status;
    this.type = type;
    this.details = details;
  }

  /** The error object as it travels. */
  body(): { type: ErrorType; message: string; doc_url?: string } & ProblemDetails {
    const { code } = this.details;
    return {
      ...this.details,
      ...(code ? { doc_url: `https://stripe.com/docs/error-codes/${code.replaceAll('_', '-')}` } : {}),
      message: this.message,
      type: this.type,
    };
  }
}

/** The request itself is wrong: 400. */
export function invalid(message: string, details: ProblemDetails = {}): StripeProblem {
  return new StripeProblem(400, 'invalid_request_error', message, details);
}

/** There is no such object: 404. */
export function missing(kind: string, id: string, param = 'id'): StripeProblem {
  return new StripeProblem(404, 'invalid_request_error', `No such ${kind}: '${id.slice(0, 100)}'`, {
    code: 'resource_missing',
    param,
  });
}

/** The card cannot be charged: 402. */
export function cardError(message: string, details: ProblemDetails): StripeProblem {
  return new StripeProblem(402, 'card_error', message, details);
}

/** The payment is not in a state that allows it: 400, with the payment as it is. */
export function unexpectedState(message: string, intent: Stripe.PaymentIntent): StripeProblem {
  return invalid(message, { code: 'payment_intent_unexpected_state', payment_intent: intent });
}
