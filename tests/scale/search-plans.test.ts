import { sql } from 'kysely';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { createDatabase, openPool } from '#platform/database/database.ts';
import { createTestDatabase, type TestDatabase } from '../support/postgres.ts';
import { OLD } from './fill.ts';
import { expectFewTouched, type Numbers, searchesOf } from './searches.ts';

const PRODUCTS = inject('products');
/** All statements of a search together may read this much of a million products. */
const LIMITS = { rows: 70_000, buffers: 40_000 };

let database: TestDatabase;
let pool: pg.Pool;
const numbers: Numbers[] = [];
beforeAll(async () => {
  database = await createTestDatabase();
  pool = openPool(database.url, () => undefined, { max: 3 });
});
afterAll(async () => {
  for (const { name, statements, rows, buffers, time } of numbers)
    process.stdout.write(
      `${name.padEnd(44)} ${`${statements}`.padStart(3)} statements ${`${rows}`.padStart(6)} rows ${`${buffers}`.padStart(6)} pages ${`${Math.round(time)}`.padStart(5)} ms\n`,
    );
  await pool.end();
  await database.drop();
});

describe(`among ${PRODUCTS} products, every search that a screen can send`, () => {
  test.each(searchesOf(OLD))('uses indexes and reads few rows: $name', async (search) => {
    numbers.push(...(await expectFewTouched(pool, search, LIMITS)));
  });
});

test('the rare condition is on old products only', async () => {
  const { rows } = await sql<{ newest: number; all: number }>`select count(*)::int as all,
    (count(*) filter (where created_at > now() - interval '2 years'))::int as newest
    from products where quality = ${OLD.condition}`.execute(createDatabase(pool));
  expect(rows).toEqual([{ all: Math.ceil(PRODUCTS / 100), newest: 0 }]);
});
