import { spawnSync } from 'node:child_process';
import { chown, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { binariesFor } from '#embedded-postgres/binaries.ts';
import { passwordOf, SUPERUSER } from '#embedded-postgres/database-cluster.ts';
import type { EmbeddedPostgres } from '#embedded-postgres/embedded-postgres.ts';
import { freePort, launch, type Postmaster } from '#embedded-postgres/postmaster.ts';
import { systemUserFor } from '#embedded-postgres/system-user.ts';

/** A streaming replica that serves reads. */
export interface Standby {
  /** URL of the store's database on the replica. */
  url: string;
  /** Pauses replay of the log until `resume`. */
  pause(): Promise<void>;
  resume(): Promise<void>;
  kill(): Promise<void>;
  start(): Promise<void>;
  stop(): Promise<void>;
}

const SLOT = 'standby';

/**
 * Creates a replica without `pg_basebackup`, which the embedded PostgreSQL does not include
 * (https://www.postgresql.org/docs/18/continuous-archiving.html#BACKUP-LOWLEVEL-BASE-BACKUP).
 */
export async function createStandby(primary: EmbeddedPostgres): Promise<Standby> {
  const { location, url } = primary;
  const password = await passwordOf(location);
  const user = systemUserFor(location);
  const folder = await mkdtemp(join(tmpdir(), 'dolna-standby-'));
  if (user) await chown(folder, user.uid, user.gid);
  const cluster = join(folder, 'postgres');
  const { username, pathname, port: primaryPort } = new URL(url);
  const admin = (port: number | string) => `postgresql://${SUPERUSER}:${password}@127.0.0.1:${port}${pathname}`;

  const label = await asAdmin(admin(primaryPort), async (client) => {
    await client.query('select pg_create_physical_replication_slot($1, true)', [SLOT]);
    await client.query('select pg_backup_start($1, true)', [SLOT]);
    // Files that vanish during the copy are restored from the log.
    const { stderr } = spawnSync('cp', ['-a', location, cluster], { encoding: 'utf8' });
    const wrong = stderr.split('\n').filter((line) => line && !line.endsWith('No such file or directory'));
    if (wrong.length > 0) throw new Error(wrong.join('\n'));
    const { rows } = await client.query<{ labelfile: string }>('select labelfile from pg_backup_stop(false)');
    return rows[0]?.labelfile ?? '';
  });
  for (const own of ['postmaster.pid', 'postmaster.opts', 'pg_wal', 'pg_replslot'])
    await rm(join(cluster, own), { recursive: true, force: true });
  for (const empty of ['pg_wal', 'pg_replslot']) await give(join(cluster, empty));
  await give(join(cluster, 'backup_label'), label);
  await give(join(cluster, 'standby.signal'), '');

  async function give(path: string, text?: string): Promise<void> {
    if (text === undefined) await mkdir(path, { mode: 0o700 });
    else await writeFile(path, text, { mode: 0o600 });
    if (user) await chown(path, user.uid, user.gid);
  }

  const port = await freePort();
  let postmaster: Postmaster;
  async function start(): Promise<void> {
    postmaster = await launch({
      postgres: binariesFor(user).postgres,
      cluster,
      port,
      user,
      logFile: join(folder, 'postgres.log'),
      parameters: {
        primary_conninfo: `host=127.0.0.1 port=${primaryPort} user=${SUPERUSER} password=${password}`,
        primary_slot_name: SLOT,
      },
    });
  }
  await start();
  return {
    url: `postgresql://${username}:${password}@127.0.0.1:${port}${pathname}`,
    start,
    pause: () => asAdmin(admin(port), (client) => client.query('select pg_wal_replay_pause()').then(() => undefined)),
    resume: () => asAdmin(admin(port), (client) => client.query('select pg_wal_replay_resume()').then(() => undefined)),
    async kill() {
      process.kill(postmaster.pid, 'SIGKILL');
      await postmaster.ended;
    },
    async stop() {
      await postmaster.stop();
      await rm(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

async function asAdmin<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
