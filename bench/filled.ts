import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { startEmbeddedPostgres } from '../src/embedded-postgres/embedded-postgres.ts';
import { migrate } from '../src/platform/database/migrate.ts';
import { fillCatalogue } from './catalogue.ts';
import { canPin, type Machine, MEASURED, pin, startMachine } from './machines.ts';

/** A database with so many products, on the measured core. */
export interface Filled {
  url: string;
  folder: string;
  db: pg.Client;
  /** Starts the product on it, as production runs it. */
  startProduct(): Promise<Machine>;
  stop(): Promise<void>;
}

/** Which make of data it is: what was filled another way is not measured. */
const MAKE = 3;

/** Opens the database of so many products, and fills it the first time: it is kept, as a million things take minutes to list. */
export async function openFilled(products: number, say: (line: string) => void): Promise<Filled> {
  const folder = join(import.meta.dirname, 'data', String(products));
  await mkdir(folder, { recursive: true });
  const postgres = await startEmbeddedPostgres({ dataDir: folder, log: say, diskReserveBytes: 0 });
  const { url, location } = postgres;
  const db = new pg.Client({ connectionString: url });
  const settings = { DATABASE_URL: url, DATA_DIR: folder, RATE_LIMITS: 'off', LOG_LEVEL: 'warn' };
  const stop = async () => {
    await db.end();
    await postgres.stop();
  };
  try {
    await migrate(url);
    await fillOnce(url, folder, products, say);
    await pinAll(Number((await readFile(join(location, 'postmaster.pid'), 'utf8')).split('\n')[0]));
    await db.connect();
    // What a run before has left.
    await db.query(
      `delete from bookings where buyer_id in (select id from users where email like 'buyer%@bench.test')`,
    );
  } catch (error) {
    await stop();
    throw error;
  }
  return { url, folder, db, startProduct: () => startMachine('src/main.ts', '/readyz', settings), stop };
}

/** PostgreSQL with all its processes; those that it starts later follow the first. */
async function pinAll(postmaster: number): Promise<void> {
  const children = canPin ? await readFile(`/proc/${postmaster}/task/${postmaster}/children`, 'utf8') : '';
  for (const pid of [postmaster, ...children.trim().split(' ').map(Number)]) if (pid > 0) pin(pid, MEASURED);
}

async function fillOnce(url: string, folder: string, products: number, say: (line: string) => void): Promise<void> {
  const filled = join(folder, `filled-${MAKE}`);
  if (existsSync(filled)) return;
  const begun = performance.now();
  await fillCatalogue(url, products, (part) => {
    process.stderr.write(`\rListing ${products} things ${'█'.repeat(Math.round(part * 30)).padEnd(30, '░')}`);
  });
  say(` ${Math.round((performance.now() - begun) / 1000)} s`);
  await writeFile(filled, '');
}
