import { feeOf } from '#modules/bookings/fee.rules.ts';
import { firstName } from '#modules/identity/name.rules.ts';
import { toTk } from '#platform/contract/values.ts';
import type { EarningsLine } from '../contract.ts';
import { lineStatus } from '../rules.ts';
import type { LineRow } from './earnings.store.ts';

/** Returns a seller's share of a sale, in poisha. */
export function amountOf(row: LineRow): number {
  const status = lineStatus(row);
  if (status === 'cash') return row.price_poisha;
  if (status === 'refunded') return 0;
  return row.released_poisha ?? row.share_poisha;
}

/** The columns that decide about the fee of a sale. */
export type FeeRow = Pick<LineRow, 'method' | 'kept_poisha' | 'fee_poisha' | 'fee_taken_poisha'>;

/** Returns the store's fee of a sale, in poisha: as the ledger took it, or as it will at the release. */
export function feeTakenOf({ method, kept_poisha: kept, fee_poisha: fee, fee_taken_poisha: taken }: FeeRow): number {
  return kept > 0 && taken !== null ? taken : feeOf({ fee, kept, method });
}

/** Returns when the money of a sale is released, or was. */
export function releaseOf(row: LineRow): Date | null {
  const status = lineStatus(row);
  if (status === 'available') return row.released_at;
  return status === 'checking' ? row.inspect_until : null;
}

/** Returns the wire shape of a line of My earnings. */
export function presentLine(row: LineRow): EarningsLine {
  const releaseAt = releaseOf(row);
  return {
    _id: row.id,
    itemName: row.item_name,
    image: row.item_image,
    buyerName: firstName(row.buyer_name ?? ''),
    method: row.method,
    state: row.state,
    settling: row.settling,
    price: toTk(row.price_poisha),
    fee: toTk(feeTakenOf(row)),
    amount: toTk(amountOf(row)),
    soldAt: row.paid_at.toISOString(),
    ...(releaseAt && { releaseAt: releaseAt.toISOString() }),
  };
}
