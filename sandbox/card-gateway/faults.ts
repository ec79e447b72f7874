/** Something that goes wrong with an API call, on purpose. */
export interface ApiFault {
  /**
   * - `late`: the call takes effect, its answer waits for `delay` milliseconds
   * - `error-before`: 500, and nothing happened; nothing is remembered under the idempotency key
   * - `error-after`: 500, although it took effect; the same key gives the same 500 again
   * - `cut-before`, `cut-after`: the connection is cut, before or after the effect. Stripe's own client tries once
   *   more by itself, so two `times` are needed before a caller notices
   * - `rate-limit`: 429, and nothing happened
   */
  kind: 'late' | 'error-before' | 'error-after' | 'cut-before' | 'cut-after' | 'rate-limit';
  /** Which calls: method and path, `:id` for any one step, as `POST /v1/payment_intents/:id/confirm`. All when missing. */
  on?: string;
  /** How many calls it befalls: one when missing. */
  times?: number;
  /** Milliseconds, for `late`. */
  delay?: number;
}

/** Something that goes wrong with a webhook's delivery, on purpose. */
export interface WebhookFault {
  /**
   * - `drop`: never delivered
   * - `double`: delivered twice
   * - `delay`: delivered `delay` milliseconds later
   * - `reorder`: the next `times` events (two when missing) are kept back and delivered newest first
   */
  kind: 'drop' | 'double' | 'delay' | 'reorder';
  /** Which type of event, as `payment_intent.succeeded`. All when missing. */
  type?: string;
  /** How many events it befalls: one when missing. */
  times?: number;
  /** Milliseconds, for `delay`. */
  delay?: number;
}

/** Faults in the order in which they were added; each is used up after its `times`. */
export class FaultList<F extends { times?: number }> {
  readonly #waiting: { fault: F; left: number }[] = [];
  readonly #onClear: () => void;

  constructor(onClear: () => void = () => {}) {
    this.#onClear = onClear;
  }

  add(fault: F): void {
    this.#waiting.push({ fault, left: fault.times ?? 1 });
  }

  /** Uses up one turn of the first fault that fits. */
  take(fits: (fault: F) => boolean): F | undefined {
    const found = this.#waiting.find((entry) => fits(entry.fault));
    if (!found) return undefined;
    found.left -= 1;
    if (found.left <= 0) this.#waiting.splice(this.#waiting.indexOf(found), 1);
    return found.fault;
  }

  /** What is still to go wrong. */
  pending(): F[] {
    return this.#waiting.map(({ fault, left }) => ({ ...fault, times: left }));
  }

  /** Nothing goes wrong any more; events that were kept back are delivered. */
  clear(): void {
    this.#waiting.length = 0;
    this.#onClear();
  }
}

export interface Faults {
  api: FaultList<ApiFault>;
  webhooks: FaultList<WebhookFault>;
  /** Payments stay in `processing` for this many milliseconds before they succeed. */
  settlement: { delay: number };
  /** Takes away every fault. */
  clear(): void;
}

/** Whether a fault's `on` means this call. */
export function faultFits(on: string | undefined, method: string, path: string): boolean {
  if (on === undefined) return true;
  const [wantedMethod, wantedPath = ''] = on.split(' ');
  const wanted = wantedPath.split('/');
  const steps = path.split('/');
  if (wantedMethod !== method || wanted.length !== steps.length) return false;
  return wanted.every((step, index) => step.startsWith(':') || step === steps[index]);
}
