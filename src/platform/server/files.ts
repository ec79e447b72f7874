import { randomUUID } from 'node:crypto';
import { mkdir, readdir, rename, rm, stat, statfs, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { Disk } from 'flydrive';
import { FSDriver } from 'flydrive/drivers/fs';

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
  /** The names of the files in a folder. */
  list(folder: string): Promise<string[]>;
  /** Whether large files should still be taken. A full disk would stop the embedded database, too. */
  hasRoom(): Promise<boolean>;
}

/** The folder of what is still arriving. */
export const INCOMING = 'incoming';

const LEFT_BEHIND = 60 * 60 * 1000;
const ROOM_BYTES = 256 * 1024 * 1024;

/** Opens the store of files in a folder. Another driver of flydrive would keep them elsewhere. */
export async function openFiles(folder: string): Promise<Files> {
  const incoming = join(folder, INCOMING);
  await mkdir(incoming, { recursive: true });
  await clearOld(incoming);
  const disk = new Disk(new WholeFiles(folder, incoming));
  return {
    incoming,
    adopt: (path, key) => disk.moveFromFs(path, key),
    put: (key, bytes) => disk.put(key, bytes),
    delete: (key) => disk.delete(key),
    async read(key) {
      return (await disk.exists(key)) ? buffer(await disk.getStream(key)) : undefined;
    },
    async open(key) {
      if (!(await disk.exists(key))) return undefined;
      const { contentLength } = await disk.getMetaData(key);
      return { stream: await disk.getStream(key), size: contentLength };
    },
    async list(folder) {
      const { objects } = await disk.listAll(folder);
      return [...objects].filter((object) => object.isFile).map((object) => object.name);
    },
    async hasRoom() {
      const { bavail, bsize } = await statfs(folder);
      return bavail * bsize > ROOM_BYTES;
    },
  };
}

/** Writes aside, to the disk itself, and then renames: flydrive's own driver writes in place. */
class WholeFiles extends FSDriver {
  readonly #root: string;
  readonly #aside: string;

  constructor(root: string, aside: string) {
    super({ location: root, visibility: 'private' });
    this.#root = root;
    this.#aside = aside;
  }

  override put(key: string, contents: string | Uint8Array): Promise<void> {
    return this.#write(key, contents);
  }

  override putStream(key: string, contents: Readable): Promise<void> {
    return this.#write(key, contents);
  }

  async #write(key: string, contents: string | Uint8Array | Readable): Promise<void> {
    const [aside, place] = [join(this.#aside, randomUUID()), join(this.#root, key)];
    try {
      await writeFile(aside, contents, { flush: true });
      await mkdir(dirname(place), { recursive: true });
      await rename(aside, place);
    } catch (error) {
      await rm(aside, { force: true });
      throw error;
    }
  }
}

/** A process that was killed left what it was just writing. */
async function clearOld(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const path = join(folder, name);
    const { mtimeMs } = await stat(path);
    if (mtimeMs < Date.now() - LEFT_BEHIND) await rm(path, { force: true });
  }
}
