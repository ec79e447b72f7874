import { mkdir, readdir, readFile, rm, stat, statfs } from 'node:fs/promises';
import { join, relative } from 'node:path';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { Disk } from 'flydrive';
import type { Bucket } from './s3-bucket.ts';
import { WholeFiles } from './whole-files.ts';

/** What is too large for the database, by key (`originals/…`). What a key names is there whole or not at all. */
export interface Files {
  /** An existing folder of this machine for what is still arriving. What lies there for an hour is nobody's any more. */
  incoming: string;
  /** Takes over a file of this machine. */
  adopt(path: string, key: string): Promise<void>;
  put(key: string, bytes: Uint8Array): Promise<void>;
  read(key: string): Promise<Buffer | undefined>;
  /** The file as a stream, with its size in bytes. */
  open(key: string): Promise<{ stream: Readable; size: number } | undefined>;
  /** Nothing happens to what is gone already. */
  delete(key: string): Promise<void>;
  /** The names of the files in a folder; of very many, the first. */
  list(folder: string): Promise<string[]>;
  /** Every key. */
  keys(): AsyncIterable<string>;
  /** Whether large files should still be taken. A full disk would stop the embedded database, too. */
  hasRoom(): Promise<boolean>;
}

/** The folder of what is still arriving. */
const INCOMING = 'incoming';

const LEFT_BEHIND = 60 * 60 * 1000;
const ROOM_BYTES = 256 * 1024 * 1024;

/**
 * Opens the store of files: in a folder of this machine, or in a bucket that several machines share. What is still
 * arriving lies in the folder either way.
 */
export async function openFiles(folder: string, bucket?: Bucket): Promise<Files> {
  const incoming = join(folder, INCOMING);
  await mkdir(incoming, { recursive: true });
  await clearOld(incoming);
  // Its client is large, and most machines have no need of it.
  const remote = bucket && (await import('./s3-bucket.ts'));
  const disk = new Disk(remote ? remote.openBucket(bucket) : new WholeFiles(folder, incoming));
  const failed: (error: unknown) => never = remote?.bucketAway ?? asItIs;

  async function open(key: string): Promise<{ stream: Readable; size: number } | undefined> {
    try {
      const { contentLength: size } = await disk.getMetaData(key);
      return { stream: await disk.getStream(key), size };
    } catch (error) {
      return isMissing(error) ? undefined : failed(error);
    }
  }

  return {
    incoming,
    async adopt(path, key) {
      // A bucket is told beforehand how long a file is; none that we take is too long to be held.
      if (!remote) return disk.moveFromFs(path, key);
      await disk.put(key, await readFile(path)).catch(failed);
      await rm(path, { force: true });
    },
    put: (key, bytes) => disk.put(key, bytes).catch(failed),
    delete: (key) => disk.delete(key).catch(failed),
    open,
    async read(key) {
      const found = await open(key);
      return found && buffer(found.stream).catch(failed);
    },
    async list(folder) {
      const { objects } = await disk.listAll(folder).catch(failed);
      return [...objects].filter((object) => object.isFile).map((object) => object.name);
    },
    keys: () => remote?.keysInBucket(disk) ?? keysInFolder(folder),
    async hasRoom() {
      const { bavail, bsize } = await statfs(folder);
      return bavail * bsize > ROOM_BYTES;
    },
  };
}

/** A key as we give them; what else somebody has put into the folder is not ours. */
const KEY = /^[\w-]+(\/[\w.-]+)+$/;

async function* keysInFolder(folder: string): AsyncGenerator<string> {
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const key = relative(folder, join(entry.parentPath, entry.name)).replaceAll('\\', '/');
    if (entry.isFile() && KEY.test(key) && !key.startsWith(`${INCOMING}/`)) yield key;
  }
}

function isMissing(error: unknown): boolean {
  const { cause } = error as { cause?: { code?: string; $metadata?: { httpStatusCode?: number } } };
  return cause?.code === 'ENOENT' || cause?.$metadata?.httpStatusCode === 404;
}

function asItIs(error: unknown): never {
  throw error;
}

/** A process that was killed left what it was just writing. */
async function clearOld(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const path = join(folder, name);
    // Another process of this folder may be quicker.
    const found = await stat(path).catch(() => undefined);
    if (found && found.mtimeMs < Date.now() - LEFT_BEHIND) await rm(path, { force: true });
  }
}
