import { createHmac } from 'node:crypto';
import type { Book } from './book.ts';
import type { Clock } from './clock.ts';
import type { Faults } from './faults.ts';

/** Stripe waits longer, up to three days; a demo is not watched for that long. Milliseconds. */
const RETRY_AFTER = [1_000, 3_000, 10_000, 30_000, 120_000, 600_000, 3_600_000, 21_600_000, 86_400_000];
const TIMEOUT = 10_000;
const AT_ONCE = 8;

interface Delivery {
  seq: number;
  event: string;
  type: string;
  attempts: number;
}

export interface WebhookOptions {
  book: Book;
  clock: Clock;
  faults: Faults;
  secret: string;
  url: () => string;
  log: (line: string) => void;
}

/** `Stripe-Signature` of a body, at a time in whole seconds (https://docs.stripe.com/webhooks/signature). */
export function signature(body: string, secret: string, time: number): string {
  return `t=${time},v1=${createHmac('sha256', secret).update(`${time}.${body}`).digest('hex')}`;
}

/** Delivers events to the shop, again and again until it takes them. What is still to deliver is in the book. */
export class Webhooks {
  readonly #options: WebhookOptions;
  readonly #underWay = new Map<number, Promise<void>>();
  readonly #stop = new AbortController();
  #cancelTimer = () => {};

  constructor(options: WebhookOptions) {
    this.#options = options;
    this.releaseHeld();
  }

  /** Puts an event down for delivery, within the transaction that wrote the event. */
  enqueue(event: { id: string; type: string }): void {
    const { clock, faults } = this.#options;
    const fault = faults.webhooks.take(({ type }) => type === undefined || type === event.type);
    const due = clock.now() + (fault?.kind === 'delay' ? (fault.delay ?? 0) : 0);
    const state = fault?.kind === 'drop' ? 'dropped' : fault?.kind === 'reorder' ? 'held' : 'waiting';
    const copies = fault?.kind === 'double' ? 2 : 1;
    for (let copy = 0; copy < copies; copy += 1) {
      const sql = 'INSERT INTO deliveries (event, type, state, due) VALUES (?, ?, ?, ?)';
      this.#options.book.run(sql, event.id, event.type, state, due);
    }
  }

  /** Starts what is due, and comes back for the rest. Never waits. */
  wake(): void {
    if (this.#stop.signal.aborted) return;
    const { book, clock } = this.#options;
    this.#cancelTimer();
    this.#deliverReordered();
    const sql = `SELECT seq, event, type, attempts, due FROM deliveries WHERE state = 'waiting' ORDER BY due, seq LIMIT 200`;
    const waiting = book.all<Delivery & { due: number }>(sql).filter(({ seq }) => !this.#underWay.has(seq));
    for (const delivery of waiting) {
      const delay = delivery.due - clock.now();
      if (delay > 0) {
        this.#cancelTimer = clock.schedule(delay, () => this.wake());
        return;
      }
      if (this.#underWay.size >= AT_ONCE) return;
      this.#track(delivery.seq, this.#attempt(delivery));
    }
  }

  /** Lets go of the events that a fault kept back. */
  releaseHeld(): void {
    this.#options.book.run(`UPDATE deliveries SET state = 'waiting' WHERE state = 'held'`);
    queueMicrotask(() => this.wake());
  }

  /** Stops; what is under way is cut off and stays to be delivered. */
  async close(): Promise<void> {
    this.#stop.abort();
    this.#cancelTimer();
    await Promise.allSettled(this.#underWay.values());
  }

  /** Waits until nothing is under way: for tests. */
  async settled(): Promise<void> {
    while (this.#underWay.size > 0) await Promise.allSettled(this.#underWay.values());
  }

  #track(seq: number, work: Promise<void>): void {
    const { clock, log } = this.#options;
    const done = work.then(
      () => {
        this.#underWay.delete(seq);
        this.wake();
      },
      // The book could not be written. What was to be noted is still due: later, so as not to spin.
      (error: unknown) => {
        this.#underWay.delete(seq);
        log(`webhook: ${String(error)}`);
        this.#cancelTimer();
        this.#cancelTimer = clock.schedule(RETRY_AFTER[0] ?? 0, () => this.wake());
      },
    );
    this.#underWay.set(seq, done);
  }

  #deliverReordered(): void {
    const { book, faults } = this.#options;
    if (faults.webhooks.pending().some(({ kind }) => kind === 'reorder')) return;
    const sql = `SELECT seq, event, type, attempts FROM deliveries WHERE state = 'held' ORDER BY seq DESC`;
    const held = book.all<Delivery>(sql).filter(({ seq }) => !this.#underWay.has(seq));
    let before: Promise<void> = Promise.resolve();
    for (const delivery of held) {
      before = before.then(() => this.#attempt(delivery));
      this.#track(delivery.seq, before);
    }
  }

  async #attempt({ seq, event, type, attempts }: Delivery): Promise<void> {
    const { book, clock, log } = this.#options;
    const found = book.find('event', event);
    if (!found) throw new Error(`${event} is not in the book`);
    const outcome = await this.#send(JSON.stringify(found.object));
    if (this.#stop.signal.aborted) return;
    const delivered = /^2\d\d$/.test(outcome);
    const pause = RETRY_AFTER[attempts];
    const state = delivered ? 'delivered' : pause === undefined ? 'failed' : 'waiting';
    const due = clock.now() + (pause ?? 0);
    book.transaction(() => {
      const sql = 'UPDATE deliveries SET state = ?, attempts = ?, due = ?, outcome = ? WHERE seq = ?';
      book.run(sql, state, attempts + 1, due, outcome, seq);
      found.object.pending_webhooks = delivered ? 0 : 1;
      book.save(found.object);
    });
    log(`webhook ${event} ${type}: ${outcome} (attempt ${attempts + 1})`);
  }

  /** The answer's status, or what went wrong. */
  async #send(body: string): Promise<string> {
    const { clock, secret, url } = this.#options;
    const late = new AbortController();
    const cancel = clock.schedule(TIMEOUT, () => late.abort());
    try {
      const answer = await fetch(url(), {
        method: 'POST',
        headers: {
          'content-type': 'application/json; charset=utf-8',
          'user-agent': 'Stripe/1.0 (+https://stripe.com/docs/webhooks)',
          'stripe-signature': signature(body, secret, Math.floor(clock.now() / 1000)),
        },
        body,
        redirect: 'manual',
        signal: AbortSignal.any([late.signal, this.#stop.signal]),
      });
      await answer.body?.cancel();
      return String(answer.status);
    } catch (error) {
      if (late.signal.aborted) return 'timed out';
      const reason = error instanceof Error && error.cause instanceof Error ? error.cause : error;
      return reason instanceof Error ? reason.message || reason.name : 'failed';
    } finally {
      cancel();
    }
  }
}
