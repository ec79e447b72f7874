import type { FastifyInstance } from 'fastify';
import type { PageList } from '#modules/audit/rules.ts';
import { actorOf, writeAuditEntry } from '#modules/audit/server/service.ts';
import { toTk } from '#platform/contract/values.ts';
import { type Database, transaction } from '#platform/database/database.ts';
import { type Cell, toCsv } from '#platform/http/csv.ts';
import { languageOf, translateIn } from '#platform/http/language.ts';
import { serve } from '#platform/http/serve.ts';
import * as calls from '../contract.ts';
import { type OrderRow, type PersonRow, selectOrders, selectPeople } from './store.ts';

/** Serves the calls of exports/contract.ts, which stream CSV files to admins. */
export function exportRoutes(app: FastifyInstance, { db, product }: { db: Database; product: string }): void {
  serve(app, calls.exportList, async ({ caller, params: { list }, request }) => {
    await transaction(db, (db) => writeAuditEntry(db, actorOf(caller, request), 'export', { list }));
    const heads = COLUMNS[list].map((column) => translateIn(languageOf(request), column, product));
    return toCsv(heads, batchesOf(db, list));
  });
}

const BATCH_ROWS = 500;

const PERSON = ['export.id', 'export.name', 'export.email', 'export.confirmed', 'export.since'];

/** The column heads of each list, as message keys. */
const COLUMNS: Record<PageList, string[]> = {
  buyers: [...PERSON, 'export.bookings', 'export.paidFor'],
  sellers: [...PERSON, 'export.verified', 'export.listings', 'export.sold'],
  orders: [
    'export.id',
    'export.bookedOn',
    'export.state',
    'export.itemId',
    'export.item',
    'export.price',
    'export.currency',
    'export.paidOn',
    'export.method',
    'export.transaction',
    'export.buyerId',
    'export.buyer',
    'export.buyerEmail',
    'export.sellerId',
    'export.seller',
    'export.sellerEmail',
  ],
};

/** Yields a list's rows in batches, newest first, with cells in the order of `COLUMNS`. */
function batchesOf(db: Database, list: PageList): AsyncGenerator<Cell[][]> {
  if (list === 'orders') return inBatches((last) => selectOrders(db, BATCH_ROWS, last?.id), orderCells);
  const [role, cells] = list === 'buyers' ? (['buyer', buyerCells] as const) : (['seller', sellerCells] as const);
  return inBatches((last) => selectPeople(db, role, BATCH_ROWS, last), cells);
}

async function* inBatches<Row>(
  select: (last: Row | undefined) => Promise<Row[]>,
  cells: (row: Row) => Cell[],
): AsyncGenerator<Cell[][]> {
  let last: Row | undefined;
  do {
    const rows = await select(last);
    if (rows.length > 0) yield rows.map(cells);
    last = rows.length < BATCH_ROWS ? undefined : rows.at(-1);
  } while (last);
}

function personCells({ id, name, email, confirmed, created_at }: PersonRow): Cell[] {
  return [id, name, email, confirmed, created_at];
}

function buyerCells(row: PersonRow): Cell[] {
  return [...personCells(row), row.bookings, row.paid_for];
}

function sellerCells(row: PersonRow): Cell[] {
  return [...personCells(row), row.verified_at, row.listings, row.sold];
}

function orderCells(row: OrderRow): Cell[] {
  const { id, created_at, state, product_id, item_name, currency, paid_at, method, transaction_id } = row;
  return [
    ...[
      id,
      created_at,
      state,
      product_id,
      item_name,
      toTk(row.price_poisha),
      currency.toUpperCase(),
      paid_at,
      method,
      transaction_id,
    ],
    ...[row.buyer_id, row.buyer_name, row.buyer_email],
    ...[row.seller_id, row.seller_name, row.seller_email],
  ];
}
