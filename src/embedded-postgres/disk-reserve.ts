import { randomFillSync } from 'node:crypto';
import { rename, rm, stat, statfs, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Enough for PostgreSQL to recover, and for an operator to free space. */
export const DISK_RESERVE_BYTES = 64 * 1024 * 1024;
/** With less free space PostgreSQL cannot write its log and stops. */
const DISK_FULL_BYTES = 32 * 1024 * 1024;
const CHECK_INTERVAL_MS = 10 * 60_000;

export interface DiskReserve {
  /** Deletes the reserve if the disk is full. */
  release(): Promise<void>;
  /** Stops the checks. The file stays. */
  close(): Promise<void>;
}

/**
 * Keeps a file of `bytes` beside the database, and creates it again while there is plenty of space. A full disk stops
 * PostgreSQL, even for reads, and it cannot recover without space: deleting the file provides it. 0 bytes disables it.
 */
export function keepDiskReserve(folder: string, log: (line: string) => void, bytes: number): DiskReserve {
  const file = join(folder, 'disk-reserve');
  let writing = write();
  const timer = setInterval(() => {
    writing = writing.then(write);
  }, CHECK_INTERVAL_MS).unref();

  async function write(): Promise<void> {
    const size = (await stat(file).catch(() => undefined))?.size;
    if (bytes === 0 || size === bytes || (await freeBytes()) < 2 * bytes + DISK_FULL_BYTES) return;
    // Random data, because some file systems store no blocks for zeros.
    await writeFile(`${file}.new`, randomFillSync(Buffer.allocUnsafe(bytes)), { flush: true })
      .then(() => rename(`${file}.new`, file))
      .catch(() => rm(`${file}.new`, { force: true }));
  }

  async function freeBytes(): Promise<number> {
    const { bavail, bsize } = await statfs(folder);
    return bavail * bsize;
  }

  return {
    async release() {
      await writing;
      if ((await freeBytes()) >= DISK_FULL_BYTES) return;
      log(`The disk of ${folder} is full. The database gets the last ${bytes / 2 ** 20} MB; free space now.`);
      await rm(file, { force: true });
    },
    async close() {
      clearInterval(timer);
      await writing;
    },
  };
}
