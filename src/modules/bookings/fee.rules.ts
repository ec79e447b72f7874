import type { Method } from './rules.ts';

/** Returns the fee that the store takes of a sale: at most the amount that the buyer does not get back, and none of cash. */
export function feeOf({
  fee,
  kept,
  method,
}: {
  fee: number;
  kept: number;
  method?: Method | null | undefined;
}): number {
  return method === 'cash' ? 0 : Math.max(0, Math.min(fee, kept));
}
