import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openPool } from '#platform/database/database.ts';
import { fill, OLD } from '../scale/fill.ts';
import { explain } from '../scale/plans.ts';
import { expectFewTouched, searchesOf } from '../scale/searches.ts';
import { createTestDatabase, type TestDatabase } from '../support/postgres.ts';

/** Enough for the database to prefer an index; what a million takes is read by `npm run test:scale`. */
const PRODUCTS = 20_000;
const SOME =
  /^(an old word|two words|a quotation|an old condition|a least price|old and elsewhere|everything at once)(,|$)/;

let database: TestDatabase;
let pool: pg.Pool;
beforeAll(async () => {
  database = await createTestDatabase();
  pool = openPool(database.url, () => undefined, { max: 3, statementTimeoutMs: 60_000 });
  await fill(pool, PRODUCTS);
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});

describe('a search', () => {
  test.each(searchesOf(OLD).filter(({ name }) => SOME.test(name)))(
    'goes by the index, and touches little: $name [14.9 T18]',
    async (search) => {
      await expectFewTouched(pool, search);
    },
  );
});

test('a scan of the table would be seen', async () => {
  const scans = async (text: string) => (await explain(pool, { name: '', text, values: [] }, false)).scansTable;
  expect(await scans("select id from products where description like '%pram%'")).toBe(true);
  expect(await scans("select id from products where status = 'unsold' order by created_at desc limit 5")).toBe(false);
});
