import type Stripe from 'stripe';
import type { Book } from './book.ts';
import type { Clock } from './clock.ts';
import type { Params } from './params.ts';

/** What the gateway's parts work with. */
export interface Till {
  book: Book;
  clock: Clock;
  /** How long a payment stays in `processing` before it succeeds, in milliseconds; 0 is at once. */
  settlementDelay(): number;
  /** Writes an event and its webhook delivery into the book, in the transaction under way. */
  announce(type: Stripe.Event.Type, object: { id: string; metadata?: unknown }, cause: Cause): void;
  log(line: string): void;
}

/** The request that led to an event, as the event itself tells. */
export interface Cause {
  requestId: string | null;
  idempotencyKey: string | null;
}

export interface Ask {
  params: Params;
  /** The id in the address, or an empty text where the address has none. */
  id: string;
  /** Which key was used: the server's secret one, or the browser's publishable one. */
  by: 'secret' | 'publishable';
  cause: Cause;
}

/**
 * One API call. It first checks the request, and throws what is wrong with it; what it gives back then does the work.
 * An error from the second half is an answer like any other: it is remembered under the idempotency key.
 */
export type Operation = (till: Till, ask: Ask) => () => object;
