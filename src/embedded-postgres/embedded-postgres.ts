import { existsSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { withClient } from '#platform/database/database.ts';
import { supervise } from '#platform/operations/supervisor.ts';
import { binariesFor } from './binaries.ts';
import { findClusterLocation } from './data-folder.ts';
import { createCluster, passwordOf, SUPERUSER } from './database-cluster.ts';
import { DISK_RESERVE_BYTES, keepDiskReserve } from './disk-reserve.ts';
import { isLocked, lockFolder } from './folder-lock.ts';
import { readPidFile, stopOrphan } from './orphans.ts';
import { freePort, type LaunchOptions, launch, type Postmaster } from './postmaster.ts';

export interface EmbeddedPostgres {
  /** The connection URL. It does not change when PostgreSQL is restarted. */
  url: string;
  /** The folder of its data files. */
  location: string;
  stop(): Promise<void>;
}

export interface EmbeddedPostgresOptions {
  /** An existing folder. One process at a time may use it. */
  dataDir: string;
  log: (line: string) => void;
  parameters?: Record<string, string>;
  /** Size of the file that is deleted when the disk is full. */
  diskReserveBytes?: number;
}

const NAME = 'dolna';
/** Shared memory of a killed PostgreSQL may exist that long. */
const SHARED_MEMORY_TIMEOUT_MS = 20_000;
const SHARED_MEMORY_POLL_MS = 200;
const CONNECT_TIMEOUT_MS = 10_000;

/** Keeps the contents of rows out of its log. */
const LOG_PARAMETERS = { log_error_verbosity: 'terse', log_min_error_statement: 'panic' };

/**
 * Starts the embedded PostgreSQL on a free port of the loopback address, and restarts it after a crash. A server left by a
 * killed process is stopped first.
 * @throws PostgresProblem with one line that says why it cannot run.
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const { log } = options;
  const dataDir = realpathSync(options.dataDir);
  const unlock = await lockFolder(dataDir, log);
  try {
    const home = findClusterLocation(dataDir, log);
    const { cluster, user } = home;
    const binaries = binariesFor(user);
    await stopOrphan(cluster, log);
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
      user,
      logFile: join(dataDir, 'postgres.log'),
      parameters: { ...LOG_PARAMETERS, ...options.parameters },
    };
    const first = await launchWhenFree(launchOptions);
    const at = (role: string, database: string) => addressAt(port, password, role, database);
    await prepareDatabase(at(SUPERUSER, 'postgres'), password).catch(async (error) => {
      await first.stop();
      throw error;
    });
    const reserve = keepDiskReserve(home.folder, log, options.diskReserveBytes ?? DISK_RESERVE_BYTES);
    const relaunch = async () => {
      await reserve.release();
      await stopOrphan(cluster, log);
      return launchWhenFree(launchOptions);
    };
    const supervised = supervise('PostgreSQL', first, relaunch, log);
    return {
      url: at(NAME, NAME),
      location: cluster,
      async stop() {
        await Promise.all([supervised.stop(), reserve.close()]);
        unlock();
      },
    };
  } catch (error) {
    unlock();
    throw error;
  }
}

/** Returns the connection URL of the PostgreSQL that runs on a data folder; undefined when none runs. */
export async function findRunningPostgres(dataDir: string): Promise<string | undefined> {
  const folder = realpathSync(dataDir);
  if (!(await isLocked(folder))) return undefined;
  const { cluster } = findClusterLocation(folder, () => undefined);
  const { port, ready } = await readPidFile(cluster);
  return port && ready ? addressAt(port, await passwordOf(cluster), NAME, NAME) : undefined;
}

function addressAt(port: number, password: string, role: string, database: string): string {
  return `postgresql://${role}:${password}@127.0.0.1:${port}/${database}`;
}

/** Waits until the processes of a killed PostgreSQL have ended. */
async function launchWhenFree(options: LaunchOptions): Promise<Postmaster> {
  const end = Date.now() + SHARED_MEMORY_TIMEOUT_MS;
  for (;;) {
    try {
      return await launch(options);
    } catch (error) {
      const lingers = error instanceof Error && error.message.includes('pre-existing shared memory block');
      if (!lingers || Date.now() > end) throw error;
      await pause(SHARED_MEMORY_POLL_MS);
    }
  }
}

/** Creates the store's database and its user, which is no superuser. */
async function prepareDatabase(url: string, password: string): Promise<void> {
  await withClient(
    url,
    async (client) => {
      const { rows } = await client.query<{ role: boolean; database: boolean }>(
        `select exists (select from pg_roles where rolname = '${NAME}') as role,
              exists (select from pg_database where datname = '${NAME}') as database`,
      );
      if (!rows[0]?.role) {
        await client.query(`create role ${NAME} login createdb password ${client.escapeLiteral(password)}`);
      }
      if (!rows[0]?.database) await client.query(`create database ${NAME} owner ${NAME}`);
    },
    { connectionTimeoutMillis: CONNECT_TIMEOUT_MS },
  );
}
