import { z } from 'zod';

/** `times`: how many calls or messages are concerned, one when missing. `delay`: in milliseconds, for `late` and `delay`. */
export const counts = { times: z.number().min(0).optional(), delay: z.number().min(0).optional() };

/** A queue of faults. Each is removed after its `times`. */
export class FaultQueue<F extends { times?: number | undefined }> {
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
