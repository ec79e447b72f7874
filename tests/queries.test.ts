import { beforeAll, describe, expect, test } from 'vitest';
import { selectAdvertised, selectOffers, selectOffersOfSeller } from '#modules/catalogue/server/offers.store.ts';
import { selectProductsOfSeller } from '#modules/catalogue/server/products.store.ts';
import { selectSessionsByKey } from '#modules/identity/server/store.ts';
import { createDatabase, type Db, openPool } from '#platform/database/database.ts';
import { checkEveryPlan, FILL_TIMEOUT_MS } from './scale/every-query.ts';
import { fill } from './scale/fill.ts';
import { fillPeople } from './scale/fill-people.ts';
import { createTestDatabase, type TestDatabase } from './support/postgres.ts';

/** Enough for index scans; `npm run test:scale` covers a million. */
const PRODUCT_COUNT = 20_000;

async function createFilled(): Promise<TestDatabase> {
  const database = await createTestDatabase();
  const pool = openPool(database.url, () => undefined, { max: 2, statementTimeoutMs: 60_000 });
  await fill(pool, PRODUCT_COUNT);
  await fillPeople(pool, PRODUCT_COUNT);
  await pool.query('analyze');
  await pool.end();
  return database;
}

/** The first part below only reads it. The store of the second one changes and drops it. */
let filled: Promise<TestDatabase> | undefined;
function openFilled(): Promise<TestDatabase> {
  filled ??= createFilled();
  return filled;
}

describe('each query of a page is planned once for a connection:', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await openFilled();
  }, FILL_TIMEOUT_MS);

  const RUN_COUNT = 12;
  const FIRST = { size: 24, after: undefined };
  test.each<[name: string, ask: (db: Db, of: Some) => Promise<unknown>]>([
    ['the first page of the largest category', (db, { category }) => selectOffers(db, category, FIRST)],
    ['a later page of it', (db, { category, after }) => selectOffers(db, category, { ...FIRST, after })],
    ['advertised products', (db) => selectAdvertised(db, FIRST)],
    ['the listings of a seller', (db, { seller }) => selectOffersOfSeller(db, seller, FIRST)],
    ['a later page of that', (db, { seller, after }) => selectOffersOfSeller(db, seller, { ...FIRST, after })],
    ['the own products of a seller', (db, { seller }) => selectProductsOfSeller(db, seller, {}, FIRST)],
    ['those that are sold', (db, { seller }) => selectProductsOfSeller(db, seller, { state: 'sold' }, FIRST)],
    ['one session', (db, { session }) => selectSessionsByKey(db, [session])],
    ['some sessions', (db, { session }) => selectSessionsByKey(db, [session, session, session])],
  ])('%s', async (_name, ask) => {
    const pool = openPool(database.url, () => undefined, { max: 1 });
    try {
      const some = await findSome(pool);
      for (let times = 0; times < RUN_COUNT; times += 1) await ask(createDatabase(pool), some);
      const { rows } = await pool.query(
        'select generic_plans::int as kept, custom_plans::int as thrown from pg_prepared_statements',
      );
      // PostgreSQL plans the first five executions for their values, to compare costs.
      expect(rows).toEqual([{ kept: expect.toSatisfy((kept) => kept >= RUN_COUNT - 5), thrown: expect.anything() }]);
    } finally {
      await pool.end();
    }
  });
});

describe('with 20,000 products and many people [11.9]', () => {
  checkEveryPlan(PRODUCT_COUNT, ['force_custom_plan'], openFilled);
});

/** Values with the most rows. */
interface Some {
  category: string;
  seller: string;
  after: { at: string; id: string };
  session: { sessionId: string; accountId: string };
}

async function findSome(pool: ReturnType<typeof openPool>): Promise<Some> {
  const most = async (column: string) =>
    (
      await pool.query(
        `select ${column} as id from products where status = 'unsold' group by 1 order by count(*) desc, 1 limit 1`,
      )
    ).rows[0].id as string;
  const { rows: places } = await pool.query(
    'select created_at::text as at, id from products order by created_at desc, id desc offset 500 limit 1',
  );
  const session = { sessionId: crypto.randomUUID(), accountId: crypto.randomUUID() };
  return { category: await most('category_id'), seller: await most('seller_id'), after: places[0], session };
}
