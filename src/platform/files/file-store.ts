import { randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, stat, statfs, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { Disk } from 'flydrive';
import { FSDriver } from 'flydrive/drivers/fs';
import type { Bucket } from './s3-bucket.ts';

/** Files too large for the database, by key (`originals/…`). A file is complete as soon as its key exists. */
export interface Files {
  /** A folder of this machine for uploads in progress. Files older than an hour are deleted at the next start. */
  incoming: string;
  /** Moves a file of this machine into the store. */
  moveIn(path: string, key: string): Promise<void>;
  put(key: string, bytes: Uint8Array): Promise<void>;
  read(key: string): Promise<Buffer | undefined>;
  /** The file as a stream, with its size in bytes. */
  open(key: string): Promise<{ stream: Readable; size: number } | undefined>;
  /** Deletes a file, if it exists. */
  delete(key: string): Promise<void>;
  /** Returns the names of the files in a folder; of more than one page of the bucket, the first page. */
  list(folder: string): Promise<string[]>;
  keys(): AsyncIterable<string>;
  /** Whether the disk has free space for large files. A full disk would stop the embedded database, too. */
  hasFreeSpace(): Promise<boolean>;
}

const INCOMING = 'incoming';
const INCOMING_MAX_AGE_MS = 60 * 60 * 1000;
const FREE_SPACE_MIN_BYTES = 256 * 1024 * 1024;

/**
 * Opens the file store: a folder of this machine, or a bucket that several machines share. Uploads arrive in the
 * folder.
 */
export async function openFiles(folder: string, bucket?: Bucket): Promise<Files> {
  const incoming = join(folder, INCOMING);
  await mkdir(incoming, { recursive: true });
  await deleteOldFiles(incoming);
  // Loaded on demand: the S3 client is large.
  const remote = bucket && (await import('./s3-bucket.ts'));
  const disk = new Disk(remote ? remote.openBucket(bucket) : new AtomicFiles(folder, incoming));
  const failed: (error: unknown) => never = remote?.throwUnavailable ?? rethrow;

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
    async moveIn(path, key) {
      // A bucket needs the length beforehand. Uploads are small enough for memory.
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
    async hasFreeSpace() {
      const { bavail, bsize } = await statfs(folder);
      return bavail * bsize > FREE_SPACE_MIN_BYTES;
    },
  };
}

/** The form of a key. Other files in the folder are not the store's. */
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

function rethrow(error: unknown): never {
  throw error;
}

/** Deletes uploads that a killed process left. */
async function deleteOldFiles(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const path = join(folder, name);
    // Another process with this folder may delete it first.
    const found = await stat(path).catch(() => undefined);
    if (found && found.mtimeMs < Date.now() - INCOMING_MAX_AGE_MS) await rm(path, { force: true });
  }
}

/** Writes to a temporary file, syncs it and renames it: flydrive's own driver writes in place. */
class AtomicFiles extends FSDriver {
  readonly #root: string;
  readonly #temporary: string;

  constructor(root: string, temporary: string) {
    super({ location: root, visibility: 'private' });
    this.#root = root;
    this.#temporary = temporary;
  }

  override put(key: string, contents: string | Uint8Array): Promise<void> {
    return this.#write(key, contents);
  }

  override putStream(key: string, contents: Readable): Promise<void> {
    return this.#write(key, contents);
  }

  async #write(key: string, contents: string | Uint8Array | Readable): Promise<void> {
    const [temporary, place] = [join(this.#temporary, randomUUID()), join(this.#root, key)];
    try {
      await writeFile(temporary, contents, { flush: true });
      await mkdir(dirname(place), { recursive: true });
      await rename(temporary, place);
    } catch (error) {
      await rm(temporary, { force: true });
      throw error;
    }
  }
}
