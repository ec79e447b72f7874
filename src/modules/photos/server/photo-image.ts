import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { inflate } from 'node:zlib';
import sharp, { type Metadata, type Sharp } from 'sharp';
import { fieldProblem, type Problem, type ProblemKind } from '#platform/contract/problem.ts';
import { PHOTO_FIELD } from '../contract.ts';
import { PHOTO_MAX_PIXELS, PHOTO_TYPES, PHOTO_WIDTHS_PX } from '../rules.ts';
import { PHOTO_SIZES, type PhotoSize } from '../storage.rules.ts';

// One thread for each picture and no cache. Of the formats that libvips decodes, among them SVG and PDF, only these are
// enabled, for any declared type.
sharp.concurrency(1);
sharp.cache(false);
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: ['VipsForeignLoadJpeg', 'VipsForeignLoadPng', 'VipsForeignLoadWebp', 'VipsForeignLoadHeif'],
});

/** A genuine photo takes one or two seconds. */
const DECODE_TIMEOUT_S = 20;

const enqueue = createFairQueue();

/**
 * Checks by a file's content that it is an accepted photo: its type, its pixels, and that it is complete. Checks run
 * one at a time, round robin over the owners.
 * @param file the path of the file, or its bytes
 * @throws Problem under the field `photo`: 415 for another type, 422 for too many pixels, 400 for a damaged file.
 */
export function checkPhoto(file: string | Buffer, ownerId: string): Promise<void> {
  // Decoding one picture may take 150 MB.
  return enqueue(ownerId, async () => checkBytes(typeof file === 'string' ? await readFile(file) : file));
}

async function checkBytes(file: Buffer): Promise<void> {
  // Before the library reads the header, because it reads all texts with it.
  if (!(await hasBoundedText(file))) throw refusal('invalid', 'broken', 'error.photoBroken');
  const header = await readHeader(file);
  if (!PHOTO_TYPES.some((type) => type === header.mediaType)) throw refusal('unsupported', 'type', 'error.photoType');
  if (header.width * header.height > PHOTO_MAX_PIXELS) throw refusal('unprocessable', 'pixels', 'error.photoPixels');
  await refuseUndecodable(decode(file).resize(16).raw().toBuffer());
}

/**
 * Makes the sizes of a photo, upright, in sRGB, never enlarged, and calls `store` with each. Only pixels are copied: no
 * metadata, and no data hidden behind the picture. Returns the largest size in pixels.
 * @throws Problem 400 when the file cannot be decoded.
 */
export async function makeSizes(
  file: Buffer,
  store: (size: PhotoSize, bytes: Buffer) => Promise<void>,
): Promise<{ width: number; height: number }> {
  const largest = fitWithin(decode(file).autoOrient(), Math.max(...PHOTO_WIDTHS_PX)).toColourspace('srgb');
  const { data, info } = await refuseUndecodable(largest.raw().toBuffer({ resolveWithObject: true }));
  const { width, height, channels } = info;
  for (const size of PHOTO_SIZES) {
    const pixels = fitWithin(sharp(data, { raw: { width, height, channels } }), size.width);
    await store(size, await encode[size.format](pixels).toBuffer());
  }
  return { width, height };
}

const encode: Record<PhotoSize['format'], (pixels: Sharp) => Sharp> = {
  webp: (pixels) => pixels.webp({ quality: 76 }),
  // Effort 4, the library's default, takes ten times as long for the same file size.
  avif: (pixels) => pixels.avif({ quality: 50, effort: 2 }),
  // JPEG has no transparency.
  jpg: (pixels) => pixels.flatten({ background: 'white' }).jpeg({ quality: 76, mozjpeg: true }),
};

function decode(file: Buffer): Sharp {
  const options = { failOn: 'error', limitInputPixels: PHOTO_MAX_PIXELS, sequentialRead: true } as const;
  return sharp(file, options).timeout({ seconds: DECODE_TIMEOUT_S });
}

/** The height is limited, too: WebP has a maximum height. */
function fitWithin(picture: Sharp, width: number): Sharp {
  return picture.resize({ width, height: 3 * width, fit: 'inside', withoutEnlargement: true });
}

/** Returns a picture's type and its size in pixels. @throws Problem 400 or 415 when it cannot be read. */
export async function readHeader(file: Buffer): Promise<Metadata> {
  try {
    return await sharp(file, { limitInputPixels: false }).metadata();
  } catch (error) {
    const unknown = error instanceof Error && /unsupported image format|is empty/.test(error.message);
    throw unknown
      ? refusal('unsupported', 'type', 'error.photoType')
      : refusal('invalid', 'broken', 'error.photoBroken');
  }
}

async function refuseUndecodable<T>(decoding: Promise<T>): Promise<T> {
  try {
    return await decoding;
  } catch {
    throw refusal('invalid', 'broken', 'error.photoBroken');
  }
}

function refusal(kind: ProblemKind, fault: string, message: string): Problem {
  return fieldProblem(kind, `photo-${fault}`, PHOTO_FIELD, message);
}

const inflateAsync = promisify(inflate);

/** Maximum inflated size of the compressed texts and the colour profile of a PNG together. */
const INFLATED_BYTES_MAX = 8 * 1024 * 1024;
/** Compressed texts that one PNG may hold; editors write fewer than ten. */
const COMPRESSED_CHUNKS_MAX = 64;

const SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex');
/** Of a chunk: its length, its type and, after its data, its checksum (PNG, 5.3). */
const HEAD_BYTES = 8;
const CHECKSUM_BYTES = 4;

/**
 * Returns whether a file can be opened without its texts taking much memory; true for a file that is no PNG. libpng
 * takes up to 1,000 texts of 8 MB each, so a file of 200 KB can take gigabytes.
 */
async function hasBoundedText(file: Buffer): Promise<boolean> {
  if (!file.subarray(0, SIGNATURE.length).equals(SIGNATURE)) return true;
  let chunksLeft = COMPRESSED_CHUNKS_MAX;
  let bytesLeft = INFLATED_BYTES_MAX;
  for (const { type, data } of chunksOf(file)) {
    const compressed = compressedPart(type, data);
    if (!compressed) continue;
    chunksLeft -= 1;
    if (chunksLeft < 0 || bytesLeft <= 0) return false;
    try {
      bytesLeft -= (await inflateAsync(compressed, { maxOutputLength: bytesLeft })).length;
    } catch {
      // More than is left, or damaged.
      return false;
    }
  }
  return true;
}

/** Yields the chunks of a PNG, up to its end or its truncation. */
function* chunksOf(file: Buffer): Generator<{ type: string; data: Buffer }> {
  for (let at = SIGNATURE.length; at + HEAD_BYTES <= file.length; ) {
    const begin = at + HEAD_BYTES;
    const end = begin + file.readUInt32BE(at);
    yield { type: file.toString('latin1', at + 4, begin), data: file.subarray(begin, end) };
    at = end + CHECKSUM_BYTES;
  }
}

/** The compressed part of a text or a profile; undefined for every other chunk (PNG, 11.3.2.3 and 11.3.3). */
function compressedPart(type: string, data: Buffer): Buffer | undefined {
  const keywordEnd = data.indexOf(0);
  if (keywordEnd === -1) return undefined;
  if (type === 'zTXt' || type === 'iCCP') return data.subarray(keywordEnd + 2);
  if (type !== 'iTXt' || data[keywordEnd + 1] === 0) return undefined;
  // A language and a translated keyword, each ended by a zero byte, come between the flags and the text.
  const languageEnd = data.indexOf(0, keywordEnd + 3);
  const translatedEnd = data.indexOf(0, languageEnd + 1);
  return languageEnd === -1 || translatedEnd === -1 ? undefined : data.subarray(translatedEnd + 1);
}

/** Returns a function that runs one task at a time. It serves owners round robin, so one owner's tasks do not delay all others. */
export function createFairQueue(): <T>(owner: string, task: () => Promise<T>) => Promise<T> {
  /** The tasks of each owner; the owner whose turn is next comes first. */
  const queues = new Map<string, (() => Promise<unknown>)[]>();
  let isRunning = false;

  async function runAll(): Promise<void> {
    if (isRunning) return;
    isRunning = true;
    for (const [owner, tasks] of queues) {
      const task = tasks.shift();
      queues.delete(owner);
      if (tasks.length > 0) queues.set(owner, tasks);
      await task?.();
    }
    isRunning = false;
  }

  return (owner, task) =>
    new Promise((resolve, reject) => {
      const tasks = queues.get(owner) ?? [];
      tasks.push(() => task().then(resolve, reject));
      queues.set(owner, tasks);
      void runAll();
    });
}
