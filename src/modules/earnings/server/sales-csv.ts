import { firstName } from '#modules/identity/name.rules.ts';
import { toTk } from '#platform/contract/values.ts';
import type { Database } from '#platform/database/database.ts';
import { readCursor } from '#platform/database/keyset.ts';
import type { Cell } from '#platform/http/csv.ts';
import { type LineRow, selectSales } from './earnings.store.ts';
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
