import { randomUUID } from 'node:crypto';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { FSDriver } from 'flydrive/drivers/fs';

/** Writes aside, to the disk itself, and then renames: flydrive's own driver writes in place. */
export class WholeFiles extends FSDriver {
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
