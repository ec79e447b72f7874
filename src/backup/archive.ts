import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { extract, pack } from 'tar-stream';

/** The manifest is the last file of an archive and describes all files before it, in their order. */
export interface Manifest {
  format: typeof FORMAT_VERSION;
  product: typeof PRODUCT;
  createdAt: string;
  migrations: { name: string; checksum: string }[];
  entries: Entry[];
}

interface Entry {
  name: string;
  bytes: number;
  sha256: string;
  /** Number of rows of a table, without the header. */
  rows?: number;
}

const FORMAT_VERSION = 2;
const PRODUCT = 'dolna';
const MANIFEST = 'manifest.json';

/** A backup that cannot be written or restored. The message is for the person who runs the command. */
export class BackupProblem extends Error {}

/** Adds a file of exactly `bytes` bytes to the archive. Returns its entry of the manifest. */
export type AddFile = (name: string, bytes: number, body: Readable) => Promise<Entry>;

/**
 * Writes a gzipped tar archive that only its owner can read. It appears under its name when it is complete.
 * @throws BackupProblem when another backup writes the same file.
 */
export async function writeArchive(
  file: string,
  migrations: Manifest['migrations'],
  write: (add: AddFile) => Promise<void>,
): Promise<void> {
  const part = `${file}.part`;
  const createdAt = new Date();
  const entries: Entry[] = [];
  const tar = pack();
  const written = pipeline(tar, createGzip(), createWriteStream(part, { flags: 'wx', mode: 0o600 }));
  const header = (name: string, size: number) => ({ name, size, mode: 0o600, mtime: createdAt });
  const add: AddFile = async (name, bytes, body) => {
    const hash = createHash('sha256');
    await pipeline(body, (chunks: AsyncIterable<Buffer>) => hashed(chunks, hash), tar.entry(header(name, bytes)));
    const entry: Entry = { name, bytes, sha256: hash.digest('hex') };
    entries.push(entry);
    return entry;
  };
  try {
    await Promise.race([write(add), written]);
    const manifest: Manifest = {
      format: FORMAT_VERSION,
      product: PRODUCT,
      createdAt: createdAt.toISOString(),
      migrations,
      entries,
    };
    tar.entry(header(MANIFEST, 0), `${JSON.stringify(manifest, null, 1)}\n`);
    tar.finalize();
    await written;
    await sync(part);
    await rename(part, file);
    await sync(dirname(file));
  } catch (error) {
    tar.destroy();
    await written.catch(() => undefined);
    if ((error as NodeJS.ErrnoException).code === 'EEXIST')
      throw new BackupProblem(`${part} exists: another backup is running, or one was stopped. In that case delete it.`);
    await rm(part, { force: true });
    throw error;
  }
}

async function sync(path: string): Promise<void> {
  const handle = await open(path, 'r');
  await handle.sync().finally(() => handle.close());
}

async function* hashed(chunks: AsyncIterable<Buffer>, hash: ReturnType<typeof createHash>): AsyncGenerator<Buffer> {
  for await (const chunk of chunks) {
    hash.update(chunk);
    yield chunk;
  }
}

/**
 * Reads an archive file by file and returns its manifest, after all files have matched it. Skips a body that the caller
 * does not read.
 * @throws BackupProblem for an archive that is damaged, cut off, of another format, or does not match its manifest.
 */
export async function* readArchive(
  file: string,
): AsyncGenerator<{ name: string; body: AsyncIterable<Buffer> }, Manifest> {
  const tar = extract();
  const read = pipeline(createReadStream(file), createGunzip(), tar);
  // The loop below reports the same error.
  read.catch(() => undefined);
  const entries: Entry[] = [];
  let manifest: Manifest | undefined;
  try {
    for await (const found of tar) {
      const { name, size: bytes, type } = found.header;
      const content = found as AsyncIterable<Buffer>;
      if (manifest) throw new BackupProblem(`${name} follows the manifest`);
      if (type !== 'file') throw new BackupProblem(`${name} is not a file`);
      if (name === MANIFEST) {
        manifest = parseManifest(await text(content));
        continue;
      }
      const hash = createHash('sha256');
      const body = hashed(content, hash);
      yield { name, body };
      for await (const _ of body);
      entries.push({ name, bytes, sha256: hash.digest('hex') });
    }
    await read;
    if (!manifest) throw new BackupProblem('it has no manifest');
    compare(entries, manifest.entries);
    return manifest;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new BackupProblem(
      `${file} is not a complete backup in format ${FORMAT_VERSION}, a gzipped tar archive (${reason}).`,
      {
        cause: error,
      },
    );
  } finally {
    tar.destroy();
  }
}

/** Reads a whole archive, and returns its manifest. @throws BackupProblem as `readArchive` does. */
export async function verifyArchive(file: string): Promise<Manifest> {
  const files = readArchive(file);
  for (;;) {
    const { done, value } = await files.next();
    if (done) return value;
  }
}

function parseManifest(json: string): Manifest {
  const manifest = JSON.parse(json) as Manifest;
  if (manifest.format !== FORMAT_VERSION || manifest.product !== PRODUCT)
    throw new BackupProblem(`it is a backup of ${manifest.product} in format ${manifest.format}`);
  return manifest;
}

function compare(found: Entry[], expected: Entry[]): void {
  for (const [index, { name, bytes, sha256 }] of expected.entries()) {
    const entry = found[index];
    if (entry?.name !== name) throw new BackupProblem(`${name} is missing`);
    if (entry.bytes !== bytes || entry.sha256 !== sha256) throw new BackupProblem(`${name} was changed`);
  }
  const added = found[expected.length];
  if (added) throw new BackupProblem(`${added.name} is not in the manifest`);
}
