/** A fault to inject into API calls. */
interface ApiFault {
  /**
   * - `late`: the call takes effect, its response waits for `delay` milliseconds
   * - `error-before`: 500 without an effect; nothing is stored under the idempotency key
   * - `error-after`: 500 with the effect; the same key returns the same 500 again
   * - `cut-before`, `cut-after`: the connection is closed, before or after the effect. Stripe's own client retries once, so
   *   a caller notices from two `times` on
   * - `rate-limit`: 429 without an effect
   */
  kind: 'late' | 'error-before' | 'error-after' | 'cut-before' | 'cut-after' | 'rate-limit';
  /** Method and path of the calls, such as `POST /v1/payment_intents/:id/confirm`. All calls when missing. */
  on?: string | undefined;
  /** How many calls fail: one when missing. */
  times?: number | undefined;
  /** Milliseconds, for `late`. */
  delay?: number | undefined;
}

/** A fault to inject into the delivery of webhooks. */
interface WebhookFault {
  /**
   * - `drop`: never delivered
   * - `double`: delivered twice
   * - `delay`: delivered `delay` milliseconds later
   * - `reorder`: the next `times` events are held and then delivered newest first
   */
  kind: 'drop' | 'double' | 'delay' | 'reorder';
  /** The type of event, such as `payment_intent.succeeded`. All types when missing. */
  type?: string | undefined;
  /** How many events are concerned: one when missing. */
  times?: number | undefined;
  /** Milliseconds, for `delay`. */
  delay?: number | undefined;
}

/** A queue of faults. Each is removed after its `times`. */
class FaultQueue<F extends { times?: number | undefined }> {
  readonly #pending: { fault: F; left: number }[] = [];

  add(fault: F): void {
    this.#pending.push({ fault, left: fault.times ?? 1 });
  }

  /** Returns the first fault that matches, and counts it down; undefined without one. */
  take(matches: (fault: F) => boolean): F | undefined {
    const found = this.#pending.find((entry) => matches(entry.fault));
    if (!found) return undefined;
    found.left -= 1;
    if (found.left <= 0) this.#pending.splice(this.#pending.indexOf(found), 1);
    return found.fault;
  }

  pending(): F[] {
    return this.#pending.map(({ fault, left }) => ({ ...fault, times: left }));
  }

  clear(): void {
    this.#pending.length = 0;
  }
}

export interface Faults {
  api: FaultQueue<ApiFault>;
  webhooks: FaultQueue<WebhookFault>;
  /** How many milliseconds payments stay in `processing`. */
  settlement: { delay: number };
  /** Removes every fault, and delivers held events. */
  clear(): void;
}

/** Returns faults without any entry; `clear` also calls `releaseHeld`. */
export function createFaults(releaseHeld: () => void): Faults {
  const api = new FaultQueue<ApiFault>();
  const webhooks = new FaultQueue<WebhookFault>();
  const settlement = { delay: 0 };
  function clear(): void {
    api.clear();
    webhooks.clear();
    releaseHeld();
    settlement.delay = 0;
  }
  return { api, webhooks, settlement, clear };
}

/** Returns whether a fault's `on` matches this call. */
export function matchesFault(on: string | undefined, method: string, path: string): boolean {
  if (on === undefined) return true;
  const [wantedMethod, wantedPath = ''] = on.split(' ');
  const wanted = wantedPath.split('/');
  const steps = path.split('/');
  if (wantedMethod !== method || wanted.length !== steps.length) return false;
  return wanted.every((step, index) => step.startsWith(':') || step === steps[index]);
}
