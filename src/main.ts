import cluster from 'node:cluster';
import { mkdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { startEmbeddedPostgres } from '#embedded-postgres/embedded-postgres.ts';
import { PostgresProblem } from '#embedded-postgres/postgres-problem.ts';
import { checkIssuer } from '#modules/identity/server/google.ts';
import { readSettings, type Settings } from '#modules/payments/server/store-settings.ts';
import { assertDurable, checkPooler, checkSameDatabase } from '#platform/database/database-checks.ts';
import { migrate } from '#platform/database/migrate.ts';
import { StartLockError } from '#platform/database/start-lock.ts';
import { SettingsError } from '#platform/operations/settings.ts';
import { ProcessProblem } from '#platform/operations/worker-processes.ts';
import { openCluster, openClusterProcess } from './cluster.ts';
import { DEMO_ACCOUNTS, seedDemo } from './demo/seed-demo.ts';
import type { TradeParts } from './demo/seed-trade.ts';
import { prepareProduction } from './production.ts';
import { googleOf } from './providers.ts';
import { CARDS_FILE } from './sandboxes.ts';
import { builtPages, connectionsOf, filesOf, openStore, type Store } from './server.ts';

const SHUTDOWN_TIMEOUT_MS = 10_000;
const DEFAULT_MAX_CONNECTIONS = 100;
/** For a backup, an admin command and PostgreSQL's own work. */
const SPARE_CONNECTIONS = 20;

const print = (line: string) => process.stdout.write(`${line}\n`);

try {
  const settings = readSettings(process.env);
  await (cluster.isWorker ? startWorker(settings) : start(settings));
} catch (error) {
  process.stderr.write(`${explain(error)}\n`);
  process.exit(1);
}

async function start(settings: Settings): Promise<void> {
  const dataDir = resolve(settings.DATA_DIR);
  await mkdir(dataDir, { recursive: true });
  const many = settings.WEB_CONCURRENCY > 1;
  const embedded = settings.DATABASE_URL ? undefined : await startEmbeddedPostgres(embeddedFor(settings, dataDir));
  const databaseUrl = settings.DATABASE_URL ?? embedded?.url ?? '';
  const directUrl = settings.DATABASE_LISTEN_URL ?? databaseUrl;
  let store: { close(): Promise<void> } | undefined;
  onShutdown(async () => {
    await store?.close();
    await embedded?.stop();
  });

  try {
    // Once for all processes, so that all of them offer the same ways to sign in.
    await checkIssuer(googleOf(settings), print);
    if (settings.NODE_ENV !== 'test') await assertDurable(directUrl);
    if (settings.DATABASE_URL) await checkPooler(databaseUrl);
    await migrate(directUrl, { log: print });
    if (settings.DATABASE_LISTEN_URL) await checkSameDatabase(databaseUrl, settings.DATABASE_LISTEN_URL);
    if (settings.APP_MODE === 'demo') await seedDemo(directUrl, { log: print }, tradeOf(settings, dataDir));
    else await prepareProduction(directUrl);
    const place = { databaseUrl, dataDir };
    store = many
      ? await openCluster(settings, place, print)
      : await openStore(settings, { ...place, pages: await pages() });
  } catch (error) {
    await embedded?.stop();
    throw error;
  }
  printStarted(settings, embedded?.location ?? new URL(databaseUrl).host, dataDir);

  async function pages() {
    return settings.NODE_ENV === 'development'
      ? (await import('#rendering/development.ts')).developmentPages
      : builtPages;
  }
}

/** Returns the parts of the demo's past trade, unless another provider has the card payments. */
function tradeOf(settings: Settings, dataDir: string): TradeParts | undefined {
  if (settings.STRIPE_SECRET_KEY) return undefined;
  return {
    async recordPayments(payments) {
      const { writePastPayments } = await import('#sandbox/card-gateway/past-payments.ts');
      writePastPayments(join(dataDir, CARDS_FILE), payments);
    },
    files: () => filesOf(settings, dataDir),
  };
}

/** The first process has prepared the database. */
async function startWorker(settings: Settings): Promise<void> {
  let store: Store | undefined;
  onShutdown(async () => store?.close());
  store = await openClusterProcess(settings);
}

function embeddedFor(settings: Settings, dataDir: string) {
  const connections = settings.WEB_CONCURRENCY * connectionsOf(settings) + SPARE_CONNECTIONS;
  return {
    dataDir,
    log: print,
    parameters: { max_connections: String(Math.max(DEFAULT_MAX_CONNECTIONS, connections)) },
  };
}

/** Calls `close` at the first SIGINT or SIGTERM and ends the process, at the latest after `SHUTDOWN_TIMEOUT_MS`. */
function onShutdown(close: () => Promise<unknown>): void {
  let isClosing = false;
  async function end(): Promise<never> {
    setTimeout(() => process.exit(1), SHUTDOWN_TIMEOUT_MS).unref();
    await close();
    process.exit(0);
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.on(signal, () => {
      if (isClosing) return;
      isClosing = true;
      end().catch((error) => {
        process.stderr.write(`${explain(error)}\n`);
        process.exit(1);
      });
    });
}

function printStarted(settings: Settings, database: string, dataDir: string): void {
  print('');
  print(`  ${settings.PRODUCT_NAME} is open at ${settings.PUBLIC_URL ?? `http://localhost:${settings.PORT}`}`);
  if (settings.CLOSED) print('  The shop is closed (CLOSED=on): reads work, every change is refused, and no job runs.');
  if (settings.APP_MODE === 'demo') {
    print('');
    for (const account of DEMO_ACCOUNTS)
      print(`  ${account.role.padEnd(7)} ${account.email.padEnd(20)} ${account.password}`);
  }
  print('');
  print(`  Data directory: ${dataDir}`);
  if (!database.startsWith(dataDir)) print(`  Database: ${database}`);
  print('  Press Ctrl-C to stop.');
  print('');
}

/** Returns one line for errors that an operator can correct, and the stack for any other. */
function explain(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const expected = [SettingsError, StartLockError, PostgresProblem, ProcessProblem];
  if (expected.some((kind) => error instanceof kind)) return error.message;
  const { code, port } = error as NodeJS.ErrnoException & { port?: number };
  if (code === 'EADDRINUSE')
    return `Port ${port} is in use. Stop the program that uses it, or choose another port: PORT=3001 npm start`;
  if (code === 'EACCES' && port) return `This user may not use port ${port}. Choose another port: PORT=3001 npm start`;
  if (code === 'ECONNREFUSED' || code === 'ENOTFOUND') return 'The database at DATABASE_URL does not answer.';
  if (/^(28|3D)/.test(code ?? '')) return `The database at DATABASE_URL refuses the connection: ${error.message}.`;
  return error.stack ?? error.message;
}
