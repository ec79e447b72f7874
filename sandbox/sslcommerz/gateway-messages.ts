import { randomCode } from '../record-store.ts';
import type { GatewayContext } from './gateway-calls.ts';
import { signedFields } from './gateway-fields.ts';
import type { GatewayMessage, GatewaySession } from './sslcommerz-records.ts';

const RETRY_DELAYS_MS = [1_000, 5_000, 30_000, 300_000];
const REQUEST_TIMEOUT_MS = 10_000;
const TIMER_MAX_MS = 60_000;
/** After this time nobody can pay on a page. SSLCommerz documents none. */
const PAGE_MAX_MS = 60 * 60_000;

/** Delivers the messages about ended sessions (IPN), with retries, and ends the payments that take time. */
export class GatewayMessages {
  readonly #context: GatewayContext;
  readonly #inFlight = new Map<string, Promise<void>>();
  #timer: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(context: GatewayContext) {
    this.#context = context;
    this.wake();
  }

  /** Stores the message about a session, unless a fault drops it, and starts its delivery. */
  publish(session: GatewaySession): void {
    this.#store(session);
    this.wake();
  }

  #store({ sessionkey, fields }: GatewaySession): void {
    if (!fields.ipn_url) return;
    const { records, faults, now } = this.#context;
    const fault = faults.messages.take(() => true);
    for (let copy = 0; copy < (fault?.kind === 'double' ? 2 : 1); copy += 1) {
      const dueMs = now() + (fault?.kind === 'delay' ? (fault.delay ?? 0) : 0);
      const state = fault?.kind === 'drop' ? 'dropped' : 'waiting';
      const message: GatewayMessage = { id: randomCode(20), sessionkey, dueMs, attempts: 0, state, outcome: '' };
      records.put('message', message.id, message);
    }
  }

  /** Ends the payments and starts the deliveries that are due, and schedules the next ones. Does not wait for them. */
  wake(): void {
    if (this.#isClosed) return;
    const { records, now } = this.#context;
    clearTimeout(this.#timer);
    const times: number[] = [];
    for (const session of records.find('session', 'status', 'PROCESSING')) {
      if (session.settleMs > now()) times.push(session.settleMs);
      else this.#end(session, 'VALID');
    }
    for (const session of records.find('session', 'status', 'PENDING')) {
      const endMs = session.tranMs + PAGE_MAX_MS + 1;
      if (endMs > now()) times.push(endMs);
      else this.#end(session, session.isSeen ? 'EXPIRED' : 'UNATTEMPTED');
    }
    for (const message of records.find('message', 'state', 'waiting')) {
      if (this.#inFlight.has(message.id)) continue;
      if (message.dueMs > now()) times.push(message.dueMs);
      else this.#inFlight.set(message.id, this.#deliver(message));
    }
    if (times.length === 0) return;
    const delayMs = Math.min(TIMER_MAX_MS, Math.min(...times) - now());
    this.#timer = setTimeout(() => this.wake(), delayMs).unref();
  }

  /** Waits until no message is in flight, for tests. */
  async settled(): Promise<void> {
    while (this.#inFlight.size > 0) await Promise.allSettled(this.#inFlight.values());
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    await this.settled();
  }

  #end(session: GatewaySession, status: GatewaySession['status']): void {
    const ended = { ...session, status };
    this.#context.records.put('session', session.sessionkey, ended);
    this.#store(ended);
  }

  async #deliver(message: GatewayMessage): Promise<void> {
    const { records, now, log } = this.#context;
    const session = records.get('session', message.sessionkey);
    const outcome = session ? await this.#send(session) : 'no session';
    const isDelivered = outcome === '200';
    const delayMs = RETRY_DELAYS_MS[message.attempts];
    records.put('message', message.id, {
      ...message,
      state: isDelivered ? 'delivered' : delayMs === undefined ? 'failed' : 'waiting',
      attempts: message.attempts + 1,
      dueMs: now() + (delayMs ?? 0),
      outcome,
    });
    log(`IPN ${session?.tran_id}: ${outcome}`);
    this.#inFlight.delete(message.id);
    this.wake();
  }

  /** Returns the status of the answer, or the reason why there is none. */
  async #send(session: GatewaySession): Promise<string> {
    try {
      const response = await fetch(this.#context.reach(session.fields.ipn_url ?? ''), {
        method: 'POST',
        body: new URLSearchParams(signedFields(session, this.#context)),
        redirect: 'manual',
        signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
      });
      await response.body?.cancel();
      return String(response.status);
    } catch (error) {
      return error instanceof Error ? error.message : 'failed';
    }
  }
}
