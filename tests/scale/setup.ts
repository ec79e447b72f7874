import { tmpdir } from 'node:os';
import type { TestProject } from 'vitest/node';
import { openPool } from '#platform/database/database.ts';
import startDatabase from '../support/database-setup.ts';
import { fill } from './fill.ts';
import { fillPeople } from './fill-people.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The number of products in the database that tests copy. */
    products: number;
  }
}

const PRODUCTS = Number(process.env.SCALE_PRODUCTS ?? 1_000_000);

/** Fills the database that tests copy. Filling it once is faster, because a copy takes seconds. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  // A million products take gigabytes.
  const stop = await startDatabase(project, tmpdir());
  const { url, template } = project.getProvidedContext().databaseServer;
  const filled = Object.assign(new URL(url), { pathname: `/${template}` }).href;
  const pool = openPool(filled, () => undefined, { max: 3, statementTimeoutMs: 600_000 });
  const began = Date.now();
  try {
    await fill(pool, PRODUCTS);
    await fillPeople(pool, PRODUCTS);
  } catch (error) {
    await stop();
    throw error;
  } finally {
    await pool.end();
  }
  project.provide('products', PRODUCTS);
  process.stdout.write(`${PRODUCTS} products in ${Math.round((Date.now() - began) / 1000)} s\n`);
  return stop;
}
