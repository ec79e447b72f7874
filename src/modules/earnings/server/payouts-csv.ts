import { toTk } from '#platform/contract/values.ts';
import type { Database } from '#platform/database/database.ts';
import type { Cell } from '#platform/http/csv.ts';
import { type AccountKind, payoutNumber } from '../rules.ts';
import { selectSent } from './payouts.store.ts';

const BATCH_ROWS = 500;

/** The column heads of sent payouts, as message keys. */
export const PAYOUT_HEADS = [
  'payout.csv.number',
  'payout.csv.kind',
  'payout.csv.holder',
  'payout.csv.account',
  'payout.csv.bank',
  'payout.csv.branch',
  'payout.csv.routing',
  'payout.csv.amount',
  'payout.csv.since',
];

/** Yields the payouts that an admin marked as sent in batches, oldest first, with cells in the order of `PAYOUT_HEADS`. */
export async function* payoutBatches(
  db: Database,
  adminId: string,
  kinds: readonly AccountKind[],
): AsyncGenerator<Cell[][]> {
  let after: number | undefined;
  do {
    const rows = await selectSent(db, adminId, { kinds, limit: BATCH_ROWS, after });
    if (rows.length > 0)
      yield rows.map((row) => [
        ...[payoutNumber(row.number), row.kind, row.holder ?? row.seller_name, row.account, row.bank, row.branch],
        ...[row.routing, toTk(row.amount_poisha), row.state_at],
      ]);
    after = rows.length < BATCH_ROWS ? undefined : rows.at(-1)?.number;
  } while (after !== undefined);
}
