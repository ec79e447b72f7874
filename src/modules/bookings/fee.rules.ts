import type { Method } from './rules.ts';

/**
 * Returns the store's fee of a sale, in the unit of `fee`: at most the amount that the buyer does not get back. None
 * for cash.
 */
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
