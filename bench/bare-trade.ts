import {
  type CompiledQuery,
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
} from 'kysely';
import type pg from 'pg';
import { presentBooking, presentSellerBooking } from '../src/modules/bookings/server/present-booking.ts';
import { selectBookingsOfBuyer, selectBookingsOfSeller } from '../src/modules/bookings/server/store.ts';
import { type DisputeRecord, selectDisputes, toListed } from '../src/modules/disputes/server/dispute-lists.store.ts';
import { presentDispute } from '../src/modules/disputes/server/present-dispute.ts';
import { lastMonths } from '../src/modules/earnings/rules.ts';
import { type EarningsRow, findEarnings, selectSales } from '../src/modules/earnings/server/earnings.store.ts';
import { type PayoutRow, selectPayouts } from '../src/modules/earnings/server/payouts.store.ts';
import { presentEarnings } from '../src/modules/earnings/server/present-earnings.ts';
import { presentLine } from '../src/modules/earnings/server/present-line.ts';
import { presentPayout } from '../src/modules/earnings/server/present-payout.ts';
import type { Database } from '../src/platform/database/database.ts';
import type { DB } from '../src/platform/database/database.types.ts';
import { NUMBER_PARSERS } from '../src/platform/database/prepared.ts';

export const PAGE_MAX_ROWS = 24;
/** Replaced by the id of a request. */
const PERSON = 'the person';
const PAGE = { size: PAGE_MAX_ROWS, after: undefined };
const SETTINGS = {
  minimumPoisha: 10_000,
  weekly: false,
  fourEyes: false,
  inspectionMinutes: 1440,
  accountWaitMinutes: 1440,
};
const ADMIN = { fourEyes: false, transfers: false, otherAdmins: [] };

/** Returns the replies of the lists of the trade, by the first part of their path: the store's query, prepared, and its JSON. */
export async function tradeLists(pool: pg.Pool): Promise<Record<string, (id: string) => Promise<unknown>>> {
  const [since = ''] = lastMonths(new Date());
  const asked = { bookingId: undefined, page: PAGE };
  const read = async <Row, T>(
    name: string,
    select: (db: Database) => Promise<unknown>,
    present: (row: Row, id: string) => T,
  ) => {
    const { text, valuesOf } = await compiledBy(select);
    return async (id: string): Promise<T[]> => {
      const { rows } = await pool.query({ name, text, values: valuesOf(id), types: NUMBER_PARSERS });
      return rows.slice(0, PAGE_MAX_ROWS).map((row) => present(row, id));
    };
  };
  const earnings = await read(
    'earnings',
    (db) => findEarnings(db, PERSON, since),
    (row: EarningsRow) => presentEarnings(row, SETTINGS, new Date()),
  );
  return {
    orders: await read('orders', (db) => selectBookingsOfBuyer(db, PERSON, PAGE), presentBooking),
    buyers: await read('buyers', (db) => selectBookingsOfSeller(db, PERSON, PAGE), presentSellerBooking),
    earnings: async (id) => (await earnings(id))[0],
    sales: await read('sales', (db) => selectSales(db, PERSON, PAGE, undefined), presentLine),
    queue: await read(
      'queue',
      (db) => selectDisputes(db, { ...asked, personId: undefined, filter: 'decision' }),
      (row: DisputeRecord) => presentDispute(toListed(row)),
    ),
    disputes: await read(
      'disputes',
      (db) => selectDisputes(db, { ...asked, personId: PERSON, filter: 'open' }),
      (row: DisputeRecord) => presentDispute(toListed(row)),
    ),
    payouts: await read(
      'payouts',
      (db) => selectPayouts(db, 'due', undefined, PAGE),
      (row: PayoutRow, id) => presentPayout(row, id, ADMIN),
    ),
  };
}

/** Returns the statement that a function of a store makes for a person. */
async function compiledBy(select: (db: Database) => Promise<unknown>) {
  const built: CompiledQuery[] = [];
  const db = new Kysely<DB>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: (db) => new PostgresIntrospector(db),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
    log({ query }) {
      built.push(query);
    },
  });
  // There are no rows, which a function that expects one refuses.
  await select(db).catch(() => undefined);
  const [{ sql = '', parameters = [] } = {}] = built;
  const valuesOf = (id: string) =>
    parameters.map((value) => (typeof value === 'string' ? value.replace(PERSON, id) : value));
  return { text: sql, valuesOf };
}
