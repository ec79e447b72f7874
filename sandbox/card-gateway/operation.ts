import type Stripe from 'stripe';
import type { Clock } from './clock.ts';
import type { ObjectStore } from './object-store.ts';
import type { Params } from './params.ts';

/** The state that all operations share. */
export interface Context {
  store: ObjectStore;
  clock: Clock;
  /** How long a payment stays in `processing` before it succeeds; 0 skips the state. */
  settlementDelayMs(): number;
  /** Stores an event and enqueues its webhook, in the current transaction. */
  publish(type: Stripe.Event.Type, object: { id: string; metadata?: unknown }, origin: Origin): void;
  log(line: string): void;
}

/** The API request that caused an event; both are null for an event without one. */
export interface Origin {
  requestId: string | null;
  idempotencyKey: string | null;
}

export const NO_REQUEST: Origin = { requestId: null, idempotencyKey: null };

export interface ApiRequest {
  params: Params;
  /** The `:id` of the path; empty where the path has none. */
  id: string;
  /** The key that authenticated the request: the server's secret one, or the browser's publishable one. */
  key: 'secret' | 'publishable';
  origin: Origin;
}

/**
 * One API operation. It checks the parameters and throws StripeApiError; the function that it returns does the work in a
 * transaction. Errors of that function are stored under the idempotency key, as any other response.
 */
export type Operation = (context: Context, request: ApiRequest) => () => object;
