import type Stripe from 'stripe';
import type { Faults } from './faults.ts';
import type { ObjectStore } from './object-store.ts';
import type { FormTree } from './request-form.ts';

/** The source of time, which tests replace. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
  /** Calls `run` after a delay. Returns a function that cancels the call. */
  schedule(delayMs: number, run: () => void): () => void;
}

export const systemClock: Clock = {
  now: () => Date.now(),
  schedule(delayMs, run) {
    // A webhook's retry must not keep the process alive.
    const timer = setTimeout(run, delayMs).unref();
    return () => clearTimeout(timer);
  },
};

/** Returns whole seconds since 1970, as Stripe's timestamps. */
export function seconds(clock: Clock): number {
  return Math.floor(clock.now() / 1000);
}

/** The state that all operations share. */
export interface Context {
  store: ObjectStore;
  clock: Clock;
  faults: Faults;
  /** Stores an event with a copy of the object, and enqueues its webhook, in the current transaction. */
  publish(type: Stripe.Event.Type, object: object, origin: Origin): void;
  log(line: string): void;
}

/** The API request that caused an event; both are null for an event without one. */
export interface Origin {
  requestId: string | null;
  idempotencyKey: string | null;
}

export const NO_REQUEST: Origin = { requestId: null, idempotencyKey: null };

export interface ApiRequest {
  form: FormTree;
  /** Equal for requests with equal parameters, in any order. */
  fingerprint: string;
  /** The properties to expand (https://docs.stripe.com/api/expanding_objects). */
  expand: string[];
  /** The `:id` of the path; empty where the path has none. */
  id: string;
  /** The key that authenticated the request: the server's secret one, or the browser's publishable one. */
  key: 'secret' | 'publishable';
  origin: Origin;
}

/**
 * One API operation. It checks the parameters and throws StripeApiError; the function that it returns does the work in a
 * transaction. The idempotency key stores its errors like other responses.
 */
export type Operation = (context: Context, request: ApiRequest) => () => object;

/** A route of the API and its operation; `server` takes the secret key only. */
export type Route = [method: 'GET' | 'POST', url: string, caller: 'server' | 'any', operation: Operation];
