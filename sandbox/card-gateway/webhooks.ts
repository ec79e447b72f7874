import { createHmac } from 'node:crypto';
import type Stripe from 'stripe';
import type { Faults } from './faults.ts';
import { newId, type ObjectStore } from './object-store.ts';
import { type Clock, type Origin, seconds } from './operation.ts';

/** The API version that this gateway speaks: that of the server library (`stripe` 23). */
export const API_VERSION = '2026-10-28.endive';

/** Stripe waits longer, up to three days. */
const RETRY_DELAYS_MS = [1_000, 3_000, 10_000, 30_000, 120_000, 600_000, 3_600_000, 21_600_000, 86_400_000];
const REQUEST_TIMEOUT_MS = 10_000;
const MAX_CONCURRENT_REQUESTS = 8;

interface Delivery {
  seq: number;
  event: string;
  type: string;
  attempts: number;
}

export interface WebhookOptions {
  store: ObjectStore;
  clock: Clock;
  faults: Faults;
  secret: string;
  url: () => string;
  log: (line: string) => void;
}

/** Returns the `Stripe-Signature` of a body (https://docs.stripe.com/webhooks/signature). */
function signatureOf(body: string, secret: string, timeS: number): string {
  return `t=${timeS},v1=${createHmac('sha256', secret).update(`${timeS}.${body}`).digest('hex')}`;
}

/** Delivers events to the store, with retries. Pending deliveries are in the object store, so a restart continues them. */
export class Webhooks {
  readonly #options: WebhookOptions;
  readonly #inFlight = new Map<number, Promise<void>>();
  readonly #stop = new AbortController();
  #cancelTimer = () => {};

  constructor(options: WebhookOptions) {
    this.#options = options;
    this.releaseHeld();
  }

  /** Stores an event with a copy of the object, and enqueues it, in the current transaction. */
  publish(type: Stripe.Event.Type, object: object, origin: Origin): void {
    const { store, clock, faults } = this.#options;
    const event = {
      id: newId('evt'),
      object: 'event',
      api_version: API_VERSION,
      created: seconds(clock),
      data: { object },
      livemode: false,
      pending_webhooks: 1,
      request: { id: origin.requestId, idempotency_key: origin.idempotencyKey },
      type,
    } as Stripe.Event;
    store.insert('event', event);
    const fault = faults.webhooks.take((candidate) => candidate.type === undefined || candidate.type === type);
    const due = clock.now() + (fault?.kind === 'delay' ? (fault.delay ?? 0) : 0);
    const state = fault?.kind === 'drop' ? 'dropped' : fault?.kind === 'reorder' ? 'held' : 'waiting';
    const copies = fault?.kind === 'double' ? 2 : 1;
    for (let copy = 0; copy < copies; copy += 1) {
      const sql = 'INSERT INTO deliveries (event, type, state, due) VALUES (?, ?, ?, ?)';
      store.run(sql, event.id, type, state, due);
    }
  }

  /** Starts the deliveries that are due and schedules the next ones. Does not wait for them. */
  wake(): void {
    if (this.#stop.signal.aborted) return;
    const { store, clock } = this.#options;
    this.#cancelTimer();
    this.#deliverReordered();
    const sql = `SELECT seq, event, type, attempts, due FROM deliveries WHERE state = 'waiting' ORDER BY due, seq LIMIT 200`;
    const waiting = store.all<Delivery & { due: number }>(sql).filter(({ seq }) => !this.#inFlight.has(seq));
    for (const delivery of waiting) {
      const delay = delivery.due - clock.now();
      if (delay > 0) {
        this.#cancelTimer = clock.schedule(delay, () => this.wake());
        return;
      }
      if (this.#inFlight.size >= MAX_CONCURRENT_REQUESTS) return;
      this.#track(delivery.seq, this.#attempt(delivery));
    }
  }

  /** Delivers the events that a fault holds. */
  releaseHeld(): void {
    this.#options.store.run(`UPDATE deliveries SET state = 'waiting' WHERE state = 'held'`);
    queueMicrotask(() => this.wake());
  }

  /** Aborts the requests in flight; their deliveries stay pending. */
  async close(): Promise<void> {
    this.#stop.abort();
    this.#cancelTimer();
    await Promise.allSettled(this.#inFlight.values());
  }

  /** Waits until no request is in flight, for tests. */
  async settled(): Promise<void> {
    while (this.#inFlight.size > 0) await Promise.allSettled(this.#inFlight.values());
  }

  #track(seq: number, work: Promise<void>): void {
    const { clock, log } = this.#options;
    const done = work.then(
      () => {
        this.#inFlight.delete(seq);
        this.wake();
      },
      // The object store could not be written, so the delivery is still due. The delay avoids a busy loop.
      (error: unknown) => {
        this.#inFlight.delete(seq);
        log(`webhook: ${String(error)}`);
        this.#cancelTimer();
        this.#cancelTimer = clock.schedule(RETRY_DELAYS_MS[0] ?? 0, () => this.wake());
      },
    );
    this.#inFlight.set(seq, done);
  }

  #deliverReordered(): void {
    const { store, faults } = this.#options;
    if (faults.webhooks.pending().some(({ kind }) => kind === 'reorder')) return;
    const sql = `SELECT seq, event, type, attempts FROM deliveries WHERE state = 'held' ORDER BY seq DESC`;
    const held = store.all<Delivery>(sql).filter(({ seq }) => !this.#inFlight.has(seq));
    let before: Promise<void> = Promise.resolve();
    for (const delivery of held) {
      before = before.then(() => this.#attempt(delivery));
      this.#track(delivery.seq, before);
    }
  }

  async #attempt({ seq, event, type, attempts }: Delivery): Promise<void> {
    const { store, clock, log } = this.#options;
    const found = store.find('event', event);
    if (!found) throw new Error(`${event} is not in the object store`);
    const outcome = await this.#send(JSON.stringify(found.object));
    if (this.#stop.signal.aborted) return;
    const delivered = /^2\d\d$/.test(outcome);
    const delayMs = RETRY_DELAYS_MS[attempts];
    const state = delivered ? 'delivered' : delayMs === undefined ? 'failed' : 'waiting';
    const due = clock.now() + (delayMs ?? 0);
    store.transaction(() => {
      const sql = 'UPDATE deliveries SET state = ?, attempts = ?, due = ?, outcome = ? WHERE seq = ?';
      store.run(sql, state, attempts + 1, due, outcome, seq);
      found.object.pending_webhooks = delivered ? 0 : 1;
      store.update(found.object);
    });
    log(`webhook ${event} ${type}: ${outcome} (attempt ${attempts + 1})`);
  }

  /** Returns the status of the response, or the reason why there is none. */
  async #send(body: string): Promise<string> {
    const { clock, secret, url } = this.#options;
    const timeout = new AbortController();
    const cancelTimeout = clock.schedule(REQUEST_TIMEOUT_MS, () => timeout.abort());
    try {
      const response = await fetch(url(), {
        method: 'POST',
        headers: {
          'content-type': 'application/json; charset=utf-8',
          'user-agent': 'Stripe/1.0 (+https://stripe.com/docs/webhooks)',
          'stripe-signature': signatureOf(body, secret, seconds(clock)),
        },
        body,
        redirect: 'manual',
        signal: AbortSignal.any([timeout.signal, this.#stop.signal]),
      });
      await response.body?.cancel();
      return String(response.status);
    } catch (error) {
      if (timeout.signal.aborted) return 'timed out';
      const reason = error instanceof Error && error.cause instanceof Error ? error.cause : error;
      return reason instanceof Error ? reason.message || reason.name : 'failed';
    } finally {
      cancelTimeout();
    }
  }
}
