import { existsSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { supervise } from '#platform/operations/supervisor.ts';
import { binariesFor } from './binaries.ts';
import { findHome } from './data-folder.ts';
import { createCluster, passwordOf, SUPERUSER } from './database-cluster.ts';
import { BALLAST_BYTES, keepBallast } from './disk-reserve.ts';
import { holdFolder, isHeld } from './folder-lock.ts';
import { endOrphan, readPidFile } from './orphans.ts';
import { freePort, type LaunchOptions, launch, type Postmaster } from './postmaster.ts';

export interface EmbeddedPostgres {
  /** Where to connect; it stays the same when PostgreSQL has to be started again. */
  url: string;
  /** The folder with its files. */
  location: string;
  stop(): Promise<void>;
}

export interface EmbeddedPostgresOptions {
  /** An existing folder, used by one process at a time. */
  dataDir: string;
  log: (line: string) => void;
  /** Parameters of the server beside our own, for tests that can afford to lose their data. */
  parameters?: Record<string, string>;
  /** What lies beside the cluster for the day when the disk is full. */
  ballastBytes?: number;
}

const NAME = 'dolna';
/** How long a PostgreSQL that was killed may hold on to its memory, in milliseconds. */
const LINGERING = 20_000;

/** What is wrong with a row goes into its log; what stands in the row does not. */
const DISCREET = { log_error_verbosity: 'terse', log_min_error_statement: 'panic' };

/**
 * Starts the PostgreSQL that comes with the store, on a port of its own on the loopback address, and keeps it running
 * until it is stopped. What an earlier start has left behind is cleared away first.
 * @throws PostgresProblem that says in a line why it cannot run
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const { log } = options;
  const dataDir = realpathSync(options.dataDir);
  const letGo = await holdFolder(dataDir, log);
  try {
    const home = findHome(dataDir, log);
    const { cluster, account } = home;
    const binaries = binariesFor(account);
    await endOrphan(cluster, log);
    if (!existsSync(cluster)) {
      log(`Creating the database in ${cluster}`);
      await createCluster(binaries.initdb, home);
    }
    const password = await passwordOf(cluster);
    const port = await freePort();
    const launchOptions = {
      postgres: binaries.postgres,
      cluster,
      port,
      account,
      logFile: join(dataDir, 'postgres.log'),
      parameters: { ...DISCREET, ...options.parameters },
    };
    const first = await launchPatiently(launchOptions);
    const at = (user: string, database: string) => addressAt(port, password, user, database);
    await prepareDatabase(at(SUPERUSER, 'postgres'), password).catch(async (error) => {
      await first.stop();
      throw error;
    });
    const ballast = keepBallast(home.folder, log, options.ballastBytes ?? BALLAST_BYTES);
    const relaunch = async () => {
      await ballast.throwOff();
      await endOrphan(cluster, log);
      return launchPatiently(launchOptions);
    };
    const supervised = supervise('PostgreSQL', first, relaunch, log);
    return {
      url: at(NAME, NAME),
      location: cluster,
      async stop() {
        await Promise.all([supervised.stop(), ballast.leave()]);
        letGo();
      },
    };
  } catch (error) {
    letGo();
    throw error;
  }
}

/**
 * Where the PostgreSQL of a store that runs on this folder listens, for somebody who wants in while it runs; undefined
 * when no store runs.
 */
export async function findRunningPostgres(dataDir: string): Promise<string | undefined> {
  const folder = realpathSync(dataDir);
  if (!(await isHeld(folder))) return undefined;
  const { cluster } = findHome(folder, () => undefined);
  const { port, ready } = await readPidFile(cluster);
  return port && ready ? addressAt(port, await passwordOf(cluster), NAME, NAME) : undefined;
}

function addressAt(port: number, password: string, user: string, database: string): string {
  return `postgresql://${user}:${password}@127.0.0.1:${port}/${database}`;
}

/** Launches as soon as the last processes of a PostgreSQL that was killed are gone. */
async function launchPatiently(options: LaunchOptions): Promise<Postmaster> {
  const end = Date.now() + LINGERING;
  for (;;) {
    try {
      return await launch(options);
    } catch (error) {
      const lingers = error instanceof Error && error.message.includes('pre-existing shared memory block');
      if (!lingers || Date.now() > end) throw error;
      await pause(200);
    }
  }
}

/** The store's own user, which is no superuser, and its database. */
async function prepareDatabase(url: string, password: string): Promise<void> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 });
  await client.connect();
  try {
    const { rows } = await client.query<{ role: boolean; database: boolean }>(
      `select exists (select from pg_roles where rolname = '${NAME}') as role,
              exists (select from pg_database where datname = '${NAME}') as database`,
    );
    if (!rows[0]?.role) {
      await client.query(`create role ${NAME} login createdb password ${client.escapeLiteral(password)}`);
    }
    if (!rows[0]?.database) await client.query(`create database ${NAME} owner ${NAME}`);
  } finally {
    await client.end();
  }
}
