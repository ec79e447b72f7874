import { z } from 'zod';
import { counts, FaultQueue } from '../fault-queue.ts';
import { invalidRequest } from './stripe-error.ts';

const apiFault = z.object({
  /**
   * - `late`: the call takes effect, its response waits for `delay` milliseconds
   * - `error-before`: 500 without an effect; nothing is stored under the idempotency key
   * - `error-after`: 500 with the effect; the same key returns the same 500 again
   * - `refuse`: 400 without an effect; the same key returns the same 400 again
   * - `cut-before`, `cut-after`: the connection is closed, before or after the effect. Stripe's own client retries once, so
   *   a caller notices from two `times` on
   * - `rate-limit`: 429 without an effect
   */
  kind: z.enum(['late', 'error-before', 'error-after', 'refuse', 'cut-before', 'cut-after', 'rate-limit']),
  /** Method and route of the calls, such as `POST /v1/payment_intents/:id/confirm`. All calls when missing. */
  on: z.string().optional(),
  ...counts,
});

const webhookFault = z.object({
  /**
   * - `drop`: never delivered
   * - `double`: delivered twice
   * - `delay`: delivered `delay` milliseconds later
   * - `reorder`: the next `times` events are held and then delivered newest first
   */
  kind: z.enum(['drop', 'double', 'delay', 'reorder']),
  /** The type of event, such as `payment_intent.succeeded`. All types when missing. */
  type: z.string().optional(),
  ...counts,
});

const faultRequest = z.object({
  clear: z.boolean().optional(),
  api: z.array(apiFault).default([]),
  webhooks: z.array(webhookFault).default([]),
  settlement: z.object({ delay: counts.delay }).optional(),
});

/** The faults to inject into API calls, into the delivery of webhooks, and into settlement. */
export class Faults {
  readonly api = new FaultQueue<z.infer<typeof apiFault>>();
  readonly webhooks = new FaultQueue<z.infer<typeof webhookFault>>();
  /** How many milliseconds payments stay in `processing`. */
  readonly settlement = { delay: 0 };
  readonly #releaseHeld: () => void;

  constructor(releaseHeld: () => void) {
    this.#releaseHeld = releaseHeld;
  }

  clear(): void {
    this.api.clear();
    this.webhooks.clear();
    this.#releaseHeld();
    this.settlement.delay = 0;
  }

  /** Adds a request's faults, after `clear`. Returns the pending ones. @throws StripeApiError 400 without a change */
  addAll(body: unknown): object {
    const { data, error } = faultRequest.safeParse(body);
    if (error) throw invalidRequest(z.prettifyError(error));
    if (data.clear) this.clear();
    for (const fault of data.api) this.api.add(fault);
    for (const fault of data.webhooks) this.webhooks.add(fault);
    if (data.settlement) this.settlement.delay = data.settlement.delay ?? 0;
    return { api: this.api.pending(), webhooks: this.webhooks.pending(), settlement: this.settlement };
  }
}
