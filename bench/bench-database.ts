import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { startEmbeddedPostgres } from '../src/embedded-postgres/embedded-postgres.ts';
import { migrate } from '../src/platform/database/migrate.ts';
import { fillCatalogue } from './fill-catalogue.ts';
import { type BenchServer, canPin, pin, SERVER_CORE, startServer } from './servers.ts';
import { clearTrade } from './trade-rows.ts';

/** A filled database, pinned to the server's core. */
export interface BenchDatabase {
  url: string;
  folder: string;
  db: pg.Client;
  /** Starts the store on this database, as in production. */
  startStore(): Promise<BenchServer>;
  stop(): Promise<void>;
}

/** A database that was filled by another version is filled again. */
const DATA_VERSION = 3;

/** Opens the database with `products` products. The first run fills it, which takes minutes for a million. */
export async function openDatabase(products: number, log: (line: string) => void): Promise<BenchDatabase> {
  const folder = join(import.meta.dirname, 'data', String(products));
  await mkdir(folder, { recursive: true });
  const postgres = await startEmbeddedPostgres({ dataDir: folder, log, diskReserveBytes: 0 });
  const { url, location } = postgres;
  const db = new pg.Client({ connectionString: url });
  const settings = { DATABASE_URL: url, DATA_DIR: folder, RATE_LIMITS: 'off', LOG_LEVEL: 'warn' };
  const stop = async () => {
    await db.end();
    await postgres.stop();
  };
  try {
    await migrate(url);
    await fillOnce(url, folder, products, log);
    await pinAll(Number((await readFile(join(location, 'postmaster.pid'), 'utf8')).split('\n')[0]));
    await db.connect();
    // The store runs as a demo, which opens on no other database with accounts.
    await db.query(`update users set is_demo = true where email = 'seller1@bench.test'`);
    // The rows of an interrupted run.
    await clearTrade(db);
    await db.query(
      `delete from bookings where buyer_id in (select id from users where email like 'buyer%@bench.test')`,
    );
  } catch (error) {
    await stop();
    throw error;
  }
  return { url, folder, db, startStore: () => startServer('src/main.ts', '/readyz', settings), stop };
}

/** Pins all running processes of PostgreSQL; later ones inherit the core. */
async function pinAll(postmaster: number): Promise<void> {
  const children = canPin ? await readFile(`/proc/${postmaster}/task/${postmaster}/children`, 'utf8') : '';
  for (const pid of [postmaster, ...children.trim().split(' ').map(Number)]) if (pid > 0) pin(pid, SERVER_CORE);
}

async function fillOnce(url: string, folder: string, products: number, log: (line: string) => void): Promise<void> {
  const filled = join(folder, `filled-${DATA_VERSION}`);
  if (existsSync(filled)) return;
  const startedAt = performance.now();
  await fillCatalogue(url, products, (part) => {
    process.stderr.write(`\rListing ${products} products ${'█'.repeat(Math.round(part * 30)).padEnd(30, '░')}`);
  });
  log(` ${Math.round((performance.now() - startedAt) / 1000)} s`);
  await writeFile(filled, '');
}
