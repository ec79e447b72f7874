import { describe } from 'vitest';
import { openPool } from '#platform/server/database.ts';
import { fillCrowds } from './scale/crowd.ts';
import { readEveryPlan } from './scale/every-query.ts';
import { fill } from './scale/fill.ts';
import { createTestDatabase } from './support/postgres.ts';

/** Enough for the database to prefer an index; what a million takes is read by `npm run test:scale`. */
const PRODUCTS = 20_000;

describe('with 20,000 products and crowds of people', () => {
  readEveryPlan(PRODUCTS, ['force_custom_plan'], async () => {
    const database = await createTestDatabase();
    const pool = openPool(database.url, () => undefined, { max: 2 });
    await fill(pool, PRODUCTS);
    await fillCrowds(pool, PRODUCTS);
    await pool.end();
    return database;
  });
});
