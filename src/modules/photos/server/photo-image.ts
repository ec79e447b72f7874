import { readFile } from 'node:fs/promises';
import sharp, { type Metadata, type Sharp } from 'sharp';
import { Problem, type ProblemKind } from '#platform/contract/problem.ts';
import { PHOTO_FIELD } from '../contract.ts';
import { PHOTO_MAX_PIXELS, PHOTO_TYPES, PHOTO_WIDTHS_PX } from '../rules.ts';
import { PHOTO_SIZES, type PhotoSize } from './photo-sizes.ts';
import { hasBoundedText } from './png-text.ts';
import { createFairQueue } from './upload-queue.ts';

// One thread for each picture and no cache. Of the formats that libvips decodes, among them SVG and PDF, only these are
// enabled, whatever type a file declares.
sharp.concurrency(1);
sharp.cache(false);
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: ['VipsForeignLoadJpeg', 'VipsForeignLoadPng', 'VipsForeignLoadWebp', 'VipsForeignLoadHeif'],
});

/** A genuine photo takes one or two seconds. */
const DECODE_TIMEOUT_S = 20;

const runInTurn = createFairQueue();

/**
 * Checks by a file's content that it is an accepted photo: its type, its pixels, and that it is complete. Checks run one at a
 * time, and owners take turns.
 * @param file the path of the file, or its bytes
 * @throws Problem under the field `photo`: 415 for another type, 422 for too many pixels, 400 for a damaged file.
 */
export function checkPhoto(file: string | Buffer, ownerId: string): Promise<void> {
  // Decoding one picture may take 150 MB.
  return runInTurn(ownerId, async () => checkBytes(typeof file === 'string' ? await readFile(file) : file));
}

async function checkBytes(file: Buffer): Promise<void> {
  // Before the library reads the header, because it reads all texts with it.
  if (!(await hasBoundedText(file))) throw refusal('invalid', 'broken', 'error.photoBroken');
  const header = await readHeader(file);
  if (!PHOTO_TYPES.some((type) => type === header.mediaType)) throw refusal('unsupported', 'type', 'error.photoType');
  if (header.width * header.height > PHOTO_MAX_PIXELS) throw refusal('unprocessable', 'pixels', 'error.photoPixels');
  await orBroken(decode(file).resize(16).raw().toBuffer());
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
  const { data, info } = await orBroken(largest.raw().toBuffer({ resolveWithObject: true }));
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

async function readHeader(file: Buffer): Promise<Metadata> {
  try {
    return await sharp(file, { limitInputPixels: false }).metadata();
  } catch (error) {
    const unknown = error instanceof Error && /unsupported image format|is empty/.test(error.message);
    throw unknown
      ? refusal('unsupported', 'type', 'error.photoType')
      : refusal('invalid', 'broken', 'error.photoBroken');
  }
}

async function orBroken<T>(decoding: Promise<T>): Promise<T> {
  try {
    return await decoding;
  } catch {
    throw refusal('invalid', 'broken', 'error.photoBroken');
  }
}

function refusal(kind: ProblemKind, fault: string, message: string): Problem {
  return new Problem(kind, `photo-${fault}`, message, [{ field: PHOTO_FIELD, message }]);
}
