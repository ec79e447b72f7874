import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { PassThrough, pipeline as pipe, type Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';

/**
 * A backup is one gzipped file of frames: a line of JSON that says what follows, then so many bytes of it. The last
 * frame carries the SHA-256 of everything before it.
 */
export type Frame =
  | { kind: 'head'; format: typeof FORMAT; at: string; migrations: { name: string; checksum: string }[]; bytes: 0 }
  | { kind: 'rows'; table: string; columns: string[]; bytes: number }
  | { kind: 'jobs'; bytes: number }
  | { kind: 'file'; name: string; bytes: number }
  | { kind: 'end'; rows: Record<string, number>; sha256: string; bytes: 0 };

export const FORMAT = 'dolna-backup-1';

/** Larger frames are not written, and not believed. */
export const FRAME_MAX = 4 * 1024 * 1024;

/** What a backup file cannot be used for. Its message is for the person at the keyboard. */
export class BackupProblem extends Error {}

export type Put = (frame: Frame, data?: Buffer) => Promise<void>;

/** Writes a backup file: whole and on the disk under its name, or not at all. */
export async function writeFrames(
  file: string,
  write: (put: Put, digest: () => string) => Promise<void>,
): Promise<void> {
  const part = `${file}.part`;
  const hash = createHash('sha256');
  const stream = new PassThrough();
  const done = pipeline(stream, createGzip({ level: 6 }), createWriteStream(part, { flags: 'wx', mode: 0o600 }));
  const put: Put = async (frame, data) => {
    for (const bytes of [Buffer.from(`${JSON.stringify(frame)}\n`), ...(data ? [data] : [])]) {
      if (frame.kind !== 'end') hash.update(bytes);
      if (!stream.write(bytes)) await Promise.race([new Promise((resolve) => stream.once('drain', resolve)), done]);
    }
  };
  try {
    await Promise.race([write(put, () => hash.digest('hex')), done]);
    stream.end();
    await done;
    await sync(part);
    await rename(part, file);
    await sync(dirname(file));
  } catch (error) {
    stream.destroy();
    await done.catch(() => undefined);
    if ((error as NodeJS.ErrnoException).code === 'EEXIST')
      throw new BackupProblem(`${part} is there already: another backup writes it, or one was killed. Delete it then.`);
    await rm(part, { force: true });
    throw error;
  }
}

async function sync(path: string): Promise<void> {
  const handle = await open(path, 'r');
  await handle.sync().finally(() => handle.close());
}

/**
 * Reads a backup file's frames in order, and has checked the sum of all when it gives the last one.
 * @throws BackupProblem for what is damaged, cut off, or no backup.
 */
export async function* readFrames(file: string): AsyncGenerator<{ frame: Frame; data: Buffer }> {
  const hash = createHash('sha256');
  // A file that cannot be read breaks the stream behind it, which is the one that somebody listens to.
  const stream = pipe(createReadStream(file), createGunzip(), () => undefined);
  const take = reader(stream);
  try {
    for (let first = true; ; first = false) {
      const line = await take.line();
      const frame = asFrame(line, first);
      if (frame.kind === 'end') {
        if (frame.sha256 !== hash.digest('hex') || !(await take.isOver())) throw new BackupProblem('its sum is wrong');
        return yield { frame, data: Buffer.alloc(0) };
      }
      const data = await take.bytes(frame.bytes);
      hash.update(line).update('\n').update(data);
      yield { frame, data };
    }
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new BackupProblem(`${file} is not a whole backup: ${reason}.`, { cause: error });
  } finally {
    stream.destroy();
  }
}

function asFrame(line: string, first: boolean): Frame {
  const frame = JSON.parse(line) as Frame;
  if (first && (frame.kind !== 'head' || frame.format !== FORMAT)) throw new BackupProblem('it is none of this store');
  if (!(Number.isInteger(frame.bytes) && frame.bytes >= 0 && frame.bytes <= FRAME_MAX))
    throw new BackupProblem('a part of it has no size');
  return frame;
}

/** Takes lines and runs of bytes off a stream. */
function reader(stream: Readable) {
  const chunks = stream[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
  let rest: Buffer = Buffer.alloc(0);
  async function more(): Promise<boolean> {
    const { value, done } = await chunks.next();
    if (!done) rest = rest.length === 0 ? value : Buffer.concat([rest, value]);
    return !done;
  }
  async function mustHave(bytes: number): Promise<void> {
    while (rest.length < bytes) if (!(await more())) throw new BackupProblem('it is cut off');
  }
  return {
    async line(): Promise<string> {
      let end = rest.indexOf(10);
      while (end < 0) {
        if (rest.length > FRAME_MAX) throw new BackupProblem('a line of it has no end');
        await mustHave(rest.length + 1);
        end = rest.indexOf(10);
      }
      const line = rest.subarray(0, end).toString();
      rest = rest.subarray(end + 1);
      return line;
    },
    async bytes(count: number): Promise<Buffer> {
      await mustHave(count);
      const taken = rest.subarray(0, count);
      rest = rest.subarray(count);
      return taken;
    },
    isOver: async () => rest.length === 0 && !(await more()),
  };
}
