import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { selectAdvertised, selectOffers, selectOffersOfSeller } from '#modules/catalogue/server/offers.store.ts';
import { findSessions } from '#modules/identity/server/store.ts';
import { createDatabase, type Db, openPool } from '#platform/database/database.ts';
import { fillCrowds } from './scale/crowd.ts';
import { readEveryPlan } from './scale/every-query.ts';
import { fill } from './scale/fill.ts';
import { createTestDatabase, type TestDatabase } from './support/postgres.ts';

/** Enough for the database to prefer an index; what a million takes is read by `npm run test:scale`. */
const PRODUCTS = 20_000;

async function createFilled(): Promise<TestDatabase> {
  const database = await createTestDatabase();
  const pool = openPool(database.url, () => undefined, { max: 2, statementTimeoutMs: 60_000 });
  await fill(pool, PRODUCTS);
  await fillCrowds(pool, PRODUCTS);
  await pool.query('analyze');
  await pool.end();
  return database;
}

describe('with 20,000 products and crowds of people [11.9]', () => {
  readEveryPlan(PRODUCTS, ['force_custom_plan'], createFilled);
});

describe('what each visit asks is planned once for a connection, whatever is asked for:', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createFilled();
  });
  afterAll(() => database?.drop());

  const ENOUGH = 12;
  const FIRST = { size: 24, after: undefined };
  test.each<[name: string, ask: (db: Db, of: Some) => Promise<unknown>]>([
    ['the first page of the largest category', (db, { category }) => selectOffers(db, category, FIRST)],
    ['a later page of it', (db, { category, after }) => selectOffers(db, category, { ...FIRST, after })],
    ['what is advertised', (db) => selectAdvertised(db, FIRST)],
    ['what a seller has on sale', (db, { seller }) => selectOffersOfSeller(db, seller, FIRST)],
    ['a later page of that', (db, { seller, after }) => selectOffersOfSeller(db, seller, { ...FIRST, after })],
    ['one session', (db, { session }) => findSessions(db, [session])],
    ['some sessions', (db, { session }) => findSessions(db, [session, session, session])],
  ])('%s', async (_name, ask) => {
    const pool = openPool(database.url, () => undefined, { max: 1 });
    try {
      const some = await findSome(pool);
      for (let times = 0; times < ENOUGH; times += 1) await ask(createDatabase(pool), some);
      const { rows } = await pool.query(
        'select generic_plans::int as kept, custom_plans::int as thrown from pg_prepared_statements',
      );
      // The first five are planned for their values, so that the database has something to compare.
      expect(rows).toEqual([{ kept: expect.toSatisfy((kept) => kept >= ENOUGH - 5), thrown: expect.anything() }]);
    } finally {
      await pool.end();
    }
  });
});

/** What is looked for: as much as there is of it. */
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
