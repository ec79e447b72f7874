import { toTk } from '#platform/contract/values.ts';
import type { Statement } from '../contract.ts';
import { payoutNumber } from '../rules.ts';
import type { findStatement } from './statement.store.ts';

/** Returns the wire shape of a statement of at most `size` entries. */
export function presentStatement(
  month: string,
  { opening, closing, entries }: Awaited<ReturnType<typeof findStatement>>,
  size: number,
): Statement {
  return {
    month,
    opening: toTk(opening),
    closing: toTk(closing),
    entries: entries.slice(0, size).map(({ at, kind, item_name, payout, amount }) => ({
      at: at.toISOString(),
      kind,
      ...(item_name !== null && { itemName: item_name }),
      ...(payout !== null && { payout: payoutNumber(payout) }),
      amount: toTk(amount),
    })),
    more: entries.length > size,
  };
}
