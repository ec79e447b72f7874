import { readFile } from 'node:fs/promises';
import sharp, { type Metadata, type Sharp } from 'sharp';
import { Problem, type ProblemKind } from '#platform/contract/problem.ts';
import { PHOTO_FIELD } from '../photos.contract.ts';
import { PHOTO_PIXELS_MAX, PHOTO_TYPES, PHOTO_WIDTHS, PREVIEW_WIDTH } from '../photos.rules.ts';
import { createTurns } from './photo-turns.ts';
import { hasBoundedText } from './png-text.ts';

// One thread for each picture and nothing kept afterwards. Of everything that libvips can open, SVG and PDF among it, it
// opens these, whatever a file says it is.
sharp.concurrency(1);
sharp.cache(false);
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: ['VipsForeignLoadJpeg', 'VipsForeignLoadPng', 'VipsForeignLoadWebp', 'VipsForeignLoadHeif'],
});

/** What every photo is kept in. */
export const PHOTO_SIZES = [
  ...PHOTO_WIDTHS.flatMap((width) => [{ width, format: 'webp' } as const, { width, format: 'avif' } as const]),
  { width: PREVIEW_WIDTH, format: 'jpg' } as const,
];
export type PhotoSize = (typeof PHOTO_SIZES)[number];

export const ORIGINALS = 'originals';

/** Where a photo lies as it came, until its sizes are made. Nothing serves it. */
export function originalKey(id: string): string {
  return `${ORIGINALS}/${id}`;
}

/** Where a size of a photo lies; the id's random end spreads them over folders. */
export function sizeKey(id: string, { width, format }: PhotoSize): string {
  return `photos/${id.slice(-2)}/${id}-${width}.${format}`;
}

/** Every key that a photo may have something under. */
export function keysOf(id: string): string[] {
  return [originalKey(id), ...PHOTO_SIZES.map((size) => sizeKey(id, size))];
}

/** Seconds that a picture may take to open; an honest one takes one or two. */
const PATIENCE = 20;

const inTurn = createTurns();

/**
 * Tells by a file's content whether it is a photo that we take: its type, its pixels, and that all of it is there.
 * @param of whose it is: sellers take turns
 * @throws Problem that says what is wrong.
 */
export function judgePhoto(file: string | Buffer, of: string): Promise<void> {
  // One at a time: unfolding a picture may take 150 MB.
  return inTurn(of, async () => judgeBytes(typeof file === 'string' ? await readFile(file) : file));
}

async function judgeBytes(file: Buffer): Promise<void> {
  // Before the library reads anything: it reads all texts with the header.
  if (!(await hasBoundedText(file))) throw refusal('invalid', 'broken', 'error.photoBroken');
  const header = await readHeader(file);
  if (!PHOTO_TYPES.some((type) => type === header.mediaType)) throw refusal('unsupported', 'type', 'error.photoType');
  if (header.width * header.height > PHOTO_PIXELS_MAX) throw refusal('unprocessable', 'pixels', 'error.photoPixels');
  await orBroken(open(file).resize(16).raw().toBuffer());
}

/**
 * Makes the sizes of a photo, upright, in sRGB, none larger than it came. Only pixels go from the file into them: no
 * metadata, and nothing that was hidden behind the picture. Gives the largest size, in pixels.
 * @throws Problem when the file cannot be opened.
 */
export async function makeSizes(
  file: Buffer,
  take: (size: PhotoSize, bytes: Buffer) => Promise<void>,
): Promise<{ width: number; height: number }> {
  const largest = within(open(file).autoOrient(), Math.max(...PHOTO_WIDTHS)).toColourspace('srgb');
  const { data, info } = await orBroken(largest.raw().toBuffer({ resolveWithObject: true }));
  const { width, height, channels } = info;
  for (const size of PHOTO_SIZES) {
    const pixels = within(sharp(data, { raw: { width, height, channels } }), size.width);
    await take(size, await encode[size.format](pixels).toBuffer());
  }
  return { width, height };
}

const encode: Record<PhotoSize['format'], (pixels: Sharp) => Sharp> = {
  webp: (pixels) => pixels.webp({ quality: 76 }),
  // Effort 4, the library's own choice, takes ten times as long for the same size.
  avif: (pixels) => pixels.avif({ quality: 50, effort: 2 }),
  // JPEG knows no transparency.
  jpg: (pixels) => pixels.flatten({ background: 'white' }).jpeg({ quality: 76, mozjpeg: true }),
};

function open(file: Buffer): Sharp {
  const options = { failOn: 'error', limitInputPixels: PHOTO_PIXELS_MAX, sequentialRead: true } as const;
  return sharp(file, options).timeout({ seconds: PATIENCE });
}

/** A ribbon of a picture would be higher than WebP can be. */
function within(picture: Sharp, width: number): Sharp {
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

async function orBroken<T>(opening: Promise<T>): Promise<T> {
  try {
    return await opening;
  } catch {
    throw refusal('invalid', 'broken', 'error.photoBroken');
  }
}

function refusal(kind: ProblemKind, fault: string, message: string): Problem {
  return new Problem(kind, `photo-${fault}`, message, [{ field: PHOTO_FIELD, message }]);
}
