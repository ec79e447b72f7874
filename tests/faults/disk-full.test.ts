import { spawnSync } from 'node:child_process';
import { mkdir, rm, stat, statfs, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { expect, test, vi } from 'vitest';
import { DISK_RESERVE_BYTES } from '#embedded-postgres/disk-reserve.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '#embedded-postgres/embedded-postgres.ts';
import { aFolder, ask, printCounts } from './server-processes.ts';

const DISK_MB = 360;
const MB_BYTES = 1024 * 1024;

/** Mounts a small disk at the folder. Returns the reason when that is not allowed. */
function mountSmallDisk(folder: string): string | undefined {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return 'only root on Linux can make a small disk';
  const { status, stderr } = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${DISK_MB}m,mode=755`, 'tmpfs', folder], {
    encoding: 'utf8',
  });
  return status === 0 ? undefined : `a small disk could not be made: ${stderr.trim()}`;
}

async function roomOn(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}

test('a full disk loses no acknowledged write; the reserve lets the database restart, and free space lets it continue', async (context) => {
  const folder = await aFolder();
  const why = mountSmallDisk(folder.path);
  if (why) {
    await folder.remove();
    printCounts('Full disk', { 'not tried': why });
    return context.skip(why);
  }
  const said: string[] = [];
  let postgres: EmbeddedPostgres | undefined;
  try {
    const dataDir = join(folder.path, 'data');
    await mkdir(dataDir, { mode: 0o755 });
    postgres = await startEmbeddedPostgres({ dataDir, log: (line) => said.push(line) });
    const { url } = postgres;
    const reserve = join(dataDir, 'disk-reserve');
    await vi.waitFor(async () => expect((await stat(reserve)).size).toBe(DISK_RESERVE_BYTES), 10_000);
    await ask(url, 'create table kept (id bigint primary key, text text not null)');

    const acknowledged: number[] = [];
    let next = 0;
    /** Writes until the database refuses. */
    async function fill(): Promise<string> {
      const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5000, query_timeout: 20_000 });
      client.on('error', () => undefined);
      try {
        await client.connect();
        for (;;) {
          next += 1;
          // Random bytes, which cannot be compressed.
          const sql =
            "insert into kept select $1::bigint, string_agg(gen_random_uuid()::text, '') from generate_series(1, 500)";
          await client.query(sql, [next]);
          acknowledged.push(next);
        }
      } catch (error) {
        return String(error);
      } finally {
        await client.end().catch(() => undefined);
      }
    }
    const kept = async () => {
      const rows = await ask<{ id: string }>(url, 'select id from kept');
      const ids = new Set(rows.map(({ id }) => Number(id)));
      return acknowledged.filter((id) => !ids.has(id));
    };

    // Another program fills the disk too.
    const filler = join(folder.path, 'somebody-else');
    await writeFile(filler, Buffer.alloc(Math.max(0, (await roomOn(folder.path)) - 40 * MB_BYTES), 1));
    const refusals: string[] = [];
    const end = Date.now() + 90_000;
    while (!said.some((line) => line.includes('is full')) && Date.now() < end) {
      refusals.push(await fill());
      // The log takes the last space when only tables could not grow.
      if ((await roomOn(folder.path)) > 0)
        await writeFile(
          `${filler}-${refusals.length}`,
          Buffer.alloc(Math.min(await roomOn(folder.path), 4 * MB_BYTES), 1),
        ).catch(() => undefined);
      await pause(100);
    }
    expect(said).toContainEqual(expect.stringContaining('is full'));
    await vi.waitFor(async () => expect(await kept()).toEqual([]), 30_000);
    const readable = acknowledged.length;
    await expect(stat(reserve)).rejects.toThrow();

    for (let number = 0; number <= refusals.length; number += 1)
      await rm(number === 0 ? filler : `${filler}-${number}`, { force: true });
    await vi.waitFor(async () => {
      next += 1;
      await ask(url, "insert into kept values ($1, 'there is room again')", [next]);
      acknowledged.push(next);
    }, 30_000);
    expect(await kept()).toEqual([]);
    printCounts('Full disk', {
      'acknowledged before it was full': readable,
      'refused with': new Set(refusals.map((text) => text.slice(0, 60))).size,
      lost: 0,
    });
  } finally {
    await postgres?.stop();
    spawnSync('umount', [folder.path]);
    await folder.remove();
  }
});
