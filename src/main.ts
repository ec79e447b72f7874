import cluster from 'node:cluster';
import { mkdir } from 'node:fs/promises';
import { resolve } from 'node:path';
import { startEmbeddedPostgres } from '#embedded-postgres/embedded-postgres.ts';
import { PostgresProblem } from '#embedded-postgres/postgres-problem.ts';
import { checkIssuer } from '#modules/identity/server/google.ts';
import { assertDurable } from '#platform/database/durability-check.ts';
import { migrate } from '#platform/database/migrate.ts';
import { checkPooler, checkSameDatabase } from '#platform/database/pooler-check.ts';
import { StartLockError } from '#platform/database/start-lock.ts';
import { readSettings, type Settings, SettingsError } from '#platform/operations/settings.ts';
import { ProcessProblem } from '#platform/operations/worker-processes.ts';
import { openCluster, openClusterProcess } from './cluster.ts';
import { DEMO_ACCOUNTS, seedDemo } from './demo/seed-demo.ts';
import { prepareProduction } from './production.ts';
import { googleOf } from './providers.ts';
import { builtPages, connectionsOf, openStore, type Store } from './server.ts';

/** How long a stop may take, in milliseconds, before what still runs is cut off. */
const DRAIN = 10_000;
/** Connections to the embedded database for a backup, an admin's command, and its own work. */
const SPARE_CONNECTIONS = 20;

const say = (line: string) => process.stdout.write(`${line}\n`);

try {
  const settings = readSettings(process.env);
  await (cluster.isWorker ? startOneOfMany(settings) : start(settings));
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
  whenAsked(async () => {
    await store?.close();
    await embedded?.stop();
  });

  try {
    // Once for all processes: which of them serves a request must not decide whether people can sign in.
    await checkIssuer(googleOf(settings), say);
    if (settings.NODE_ENV !== 'test') await assertDurable(directUrl);
    if (settings.DATABASE_URL) await checkPooler(databaseUrl);
    await migrate(directUrl, { log: say });
    if (settings.DATABASE_LISTEN_URL) await checkSameDatabase(databaseUrl, settings.DATABASE_LISTEN_URL);
    if (settings.APP_MODE === 'demo') await seedDemo(directUrl, { log: say });
    else await prepareProduction(directUrl);
    const place = { databaseUrl, dataDir };
    store = many
      ? await openCluster(settings, place, say)
      : await openStore(settings, { ...place, pages: await pages() });
  } catch (error) {
    await embedded?.stop();
    throw error;
  }
  greet(settings, embedded?.location ?? new URL(databaseUrl).host, dataDir);

  async function pages() {
    return settings.NODE_ENV === 'development'
      ? (await import('#rendering/development.ts')).developmentPages
      : builtPages;
  }
}

/** The database, the schema and the demo are there: the first process has seen to them. */
async function startOneOfMany(settings: Settings): Promise<void> {
  let store: Store | undefined;
  whenAsked(async () => store?.close());
  store = await openClusterProcess(settings);
}

function embeddedFor(settings: Settings, dataDir: string) {
  const connections = settings.WEB_CONCURRENCY * connectionsOf(settings) + SPARE_CONNECTIONS;
  return { dataDir, log: say, parameters: { max_connections: String(Math.max(100, connections)) } };
}

/** Ends the process when the system asks it to, once, within ten seconds. */
function whenAsked(close: () => Promise<unknown>): void {
  let asked = false;
  async function end(): Promise<never> {
    setTimeout(() => process.exit(1), DRAIN).unref();
    await close();
    process.exit(0);
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.on(signal, () => {
      if (asked) return;
      asked = true;
      end().catch((error) => {
        process.stderr.write(`${explain(error)}\n`);
        process.exit(1);
      });
    });
}

function greet(settings: Settings, database: string, dataDir: string): void {
  say('');
  say(`  ${settings.PRODUCT_NAME} is open at ${settings.PUBLIC_URL ?? `http://localhost:${settings.PORT}`}`);
  if (settings.CLOSED)
    say('  The shop is closed (CLOSED=on): people can read, every change is refused, and no job runs.');
  if (settings.APP_MODE === 'demo') {
    say('');
    for (const account of DEMO_ACCOUNTS)
      say(`  ${account.role.padEnd(7)} ${account.email.padEnd(20)} ${account.password}`);
  }
  say('');
  say(`  The data lies in ${dataDir}${database.startsWith(dataDir) ? '' : `, the database in ${database}`}`);
  say('  Ctrl-C ends it.');
  say('');
}

/** One clear line for what people can mend; the whole story for what only we can. */
function explain(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const plain = [SettingsError, StartLockError, PostgresProblem, ProcessProblem];
  if (plain.some((kind) => error instanceof kind)) return error.message;
  const { code, port } = error as NodeJS.ErrnoException & { port?: number };
  if (code === 'EADDRINUSE') return `Port ${port} is taken. Stop what uses it, or choose another: PORT=3001 npm start`;
  if (code === 'EACCES' && port)
    return `Port ${port} may not be used by this user. Choose another: PORT=3001 npm start`;
  if (code === 'ECONNREFUSED' || code === 'ENOTFOUND') return 'The database at DATABASE_URL does not answer.';
  if (/^(28|3D)/.test(code ?? '')) return `The database at DATABASE_URL does not let us in: ${error.message}.`;
  return error.stack ?? error.message;
}
