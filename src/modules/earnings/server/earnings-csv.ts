import { firstName } from '#modules/identity/name.rules.ts';
import { toTk } from '#platform/contract/values.ts';
import type { Database } from '#platform/database/database.ts';
import { readCursor } from '#platform/database/keyset.ts';
import type { Cell } from '#platform/http/csv.ts';
import { payoutNumber } from '../rules.ts';
import { type LineRow, selectSales } from './earnings.store.ts';
import { selectExported } from './payout-file.store.ts';
import { amountOf, feeTakenOf, releaseOf } from './present-line.ts';

const BATCH_ROWS = 500;

/** The column heads of a seller's sales, as message keys. */
export const SALE_HEADS = [
  'earn.csv.sold',
  'earn.csv.item',
  'earn.csv.buyer',
  'earn.csv.method',
  'earn.csv.state',
  'earn.csv.price',
  'earn.csv.fee',
  'earn.csv.amount',
  'earn.csv.release',
  'earn.csv.booking',
];

/** Yields a seller's sales in batches, newest first, with cells in the order of `SALE_HEADS`. */
export async function* saleBatches(db: Database, sellerId: string): AsyncGenerator<Cell[][]> {
  let cursor: string | undefined;
  do {
    const page = await selectSales(db, sellerId, { size: BATCH_ROWS, after: readCursor(cursor) }, undefined);
    if (page.rows.length > 0) yield page.rows.map(saleCells);
    cursor = page.next;
  } while (cursor);
}

function saleCells(row: LineRow): Cell[] {
  const { id, paid_at, item_name, buyer_name, method, state, price_poisha } = row;
  return [
    ...[paid_at, item_name, firstName(buyer_name ?? ''), method, state],
    ...[toTk(price_poisha), toTk(feeTakenOf(row)), toTk(amountOf(row)), releaseOf(row), id],
  ];
}

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

/** Yields the payouts of a bank file in batches, oldest first, with cells in the order of `PAYOUT_HEADS`. */
export async function* payoutBatches(
  db: Database,
  file: { adminId: string; madeAt: string },
): AsyncGenerator<Cell[][]> {
  let after: number | undefined;
  do {
    const rows = await selectExported(db, file, { limit: BATCH_ROWS, after });
    if (rows.length > 0)
      yield rows.map((row) => [
        ...[payoutNumber(row.number), row.kind, row.holder ?? row.seller_name, row.account, row.bank, row.branch],
        ...[row.routing, toTk(row.amount_poisha), row.state_at],
      ]);
    after = rows.length < BATCH_ROWS ? undefined : rows.at(-1)?.number;
  } while (after !== undefined);
}
