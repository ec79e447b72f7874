import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openPool } from '#platform/database/database.ts';
import { fill, OLD } from '../scale/fill.ts';
import { explain } from '../scale/plans.ts';
import { expectFewTouched, searchesOf } from '../scale/searches.ts';
import { createTestDatabase, type TestDatabase } from '../support/postgres.ts';

/** Enough for PostgreSQL to prefer an index; `npm run test:scale` checks a million. */
const PRODUCTS_COUNT = 20_000;
/** A search with counts reads most; a page reads up to 2,500 rows. */
const LIMITS = { rows: 12_000, buffers: 6000 };
const PAGE_LIMITS = { rows: 2500, buffers: 2500 };
const SOME =
  /^(an old word|two words|a quotation|an old condition|a least price|old and elsewhere|everything at once)(,|$)/;

let database: TestDatabase;
let pool: pg.Pool;
beforeAll(async () => {
  database = await createTestDatabase();
  pool = openPool(database.url, () => undefined, { max: 3, statementTimeoutMs: 60_000 });
  await fill(pool, PRODUCTS_COUNT);
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});

describe('a search', () => {
  test.each(searchesOf(OLD).filter(({ name }) => SOME.test(name)))(
    'uses indexes and reads few rows: $name [14.9 T18]',
    async (search) => {
      await expectFewTouched(pool, search, search.name.endsWith(', counted') ? LIMITS : PAGE_LIMITS);
    },
  );
});

test('a scan of the table is detected', async () => {
  const scans = async (text: string) => (await explain(pool, { name: '', text, values: [] }, false)).scansTable;
  expect(await scans("select id from products where description like '%pram%'")).toBe(true);
  expect(await scans("select id from products where status = 'unsold' order by created_at desc limit 5")).toBe(false);
});
