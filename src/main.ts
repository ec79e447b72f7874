import { mkdir } from 'node:fs/promises';
import { resolve } from 'node:path';
import { refuseForgetful } from '#platform/server/durability.ts';
import { startEmbeddedPostgres } from '#platform/server/embedded-postgres.ts';
import { migrate } from '#platform/server/migrate.ts';
import { PostgresProblem } from '#platform/server/postgres/problem.ts';
import { readSettings, type Settings, SettingsError } from '#platform/server/settings.ts';
import { DEMO_ACCOUNTS, refuseDemo, seedDemo } from './demo/seed.ts';
import { builtPages, openStore, type Store } from './store.ts';

/** How long a stop may take, in milliseconds, before what still runs is cut off. */
const DRAIN = 10_000;

const say = (line: string) => process.stdout.write(`${line}\n`);

try {
  const settings = readSettings(process.env);
  await start(settings);
} catch (error) {
  process.stderr.write(`${explain(error)}\n`);
  process.exit(1);
}

async function start(settings: Settings): Promise<void> {
  const dataDir = resolve(settings.DATA_DIR);
  await mkdir(dataDir, { recursive: true });
  const embedded = settings.DATABASE_URL ? undefined : await startEmbeddedPostgres({ dataDir, log: say });
  const databaseUrl = settings.DATABASE_URL ?? embedded?.url ?? '';
  let store: Store | undefined;

  async function stop(code: number): Promise<never> {
    setTimeout(() => process.exit(1), DRAIN).unref();
    await store?.close();
    await embedded?.stop();
    process.exit(code);
  }

  let stopping = false;
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.on(signal, () => {
      if (stopping) return;
      stopping = true;
      stop(0).catch((error) => {
        process.stderr.write(`${explain(error)}\n`);
        process.exit(1);
      });
    });

  try {
    if (settings.NODE_ENV !== 'test') await refuseForgetful(databaseUrl);
    await migrate(databaseUrl);
    if (settings.APP_MODE === 'demo') await seedDemo(databaseUrl);
    else await refuseDemo(databaseUrl);
    const pages =
      settings.NODE_ENV === 'development' ? (await import('./development.ts')).developmentPages : builtPages;
    store = await openStore(settings, { databaseUrl, dataDir, pages });
  } catch (error) {
    await embedded?.stop();
    throw error;
  }
  greet(settings, embedded?.location ?? new URL(databaseUrl).host, dataDir);
}

function greet(settings: Settings, database: string, dataDir: string): void {
  say('');
  say(`  ${settings.PRODUCT_NAME} is open at ${settings.PUBLIC_URL ?? `http://localhost:${settings.PORT}`}`);
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
  if (error instanceof SettingsError || error instanceof PostgresProblem) return error.message;
  if (!(error instanceof Error)) return String(error);
  const { code, port } = error as NodeJS.ErrnoException & { port?: number };
  if (code === 'EADDRINUSE') return `Port ${port} is taken. Stop what uses it, or choose another: PORT=3001 npm start`;
  if (code === 'EACCES' && port)
    return `Port ${port} may not be used by this user. Choose another: PORT=3001 npm start`;
  if (code === 'ECONNREFUSED' || code === 'ENOTFOUND') return 'The database at DATABASE_URL does not answer.';
  if (/^(28|3D)/.test(code ?? '')) return `The database at DATABASE_URL does not let us in: ${error.message}.`;
  return error.stack ?? error.message;
}
