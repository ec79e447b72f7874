import { randomFillSync } from 'node:crypto';
import { rename, rm, stat, statfs, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** What a ballast takes up: enough for PostgreSQL to recover, and for somebody to make room. */
export const BALLAST_BYTES = 64 * 1024 * 1024;
/** With less than this, in bytes, PostgreSQL cannot add to its log, and stops. */
const FULL = 32 * 1024 * 1024;
const CHECK_EVERY = 10 * 60_000;

export interface Ballast {
  /** Throws the ballast off if the disk is full. */
  throwOff(): Promise<void>;
  /** Stops looking after it; what is being written is finished. */
  leave(): Promise<void>;
}

/**
 * Keeps a file beside the cluster whose only use is the room that it takes. A disk that is full stops PostgreSQL, even
 * for those who only read, and it cannot recover without room; this is the room. It is laid down, and later again, while
 * there is plenty. `bytes` of 0 is no ballast.
 */
export function keepBallast(folder: string, log: (line: string) => void, bytes: number): Ballast {
  const file = join(folder, 'ballast');
  let laying = lay();
  const timer = setInterval(() => {
    laying = laying.then(lay);
  }, CHECK_EVERY).unref();

  async function lay(): Promise<void> {
    const size = (await stat(file).catch(() => undefined))?.size;
    if (bytes === 0 || size === bytes || (await room()) < 2 * bytes + FULL) return;
    // Random, because some file systems store nothing for zeros.
    await writeFile(`${file}.new`, randomFillSync(Buffer.allocUnsafe(bytes)), { flush: true })
      .then(() => rename(`${file}.new`, file))
      .catch(() => rm(`${file}.new`, { force: true }));
  }

  async function room(): Promise<number> {
    const { bavail, bsize } = await statfs(folder);
    return bavail * bsize;
  }

  return {
    async throwOff() {
      await laying;
      if ((await room()) >= FULL) return;
      log(`The disk of ${folder} is full. The database gets its last ${bytes / 2 ** 20} MB; make room now.`);
      await rm(file, { force: true });
    },
    async leave() {
      clearInterval(timer);
      await laying;
    },
  };
}
