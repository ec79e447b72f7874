import { PHOTO_WIDTHS_PX, PREVIEW_WIDTH_PX } from './rules.ts';

/** The stored sizes of every photo. Widths are in pixels. */
export const PHOTO_SIZES = [
  ...PHOTO_WIDTHS_PX.flatMap((width) => [{ width, format: 'webp' } as const, { width, format: 'avif' } as const]),
  { width: PREVIEW_WIDTH_PX, format: 'jpg' } as const,
];
export type PhotoSize = (typeof PHOTO_SIZES)[number];

export const ORIGINALS = 'originals';

/** Returns the key of an uploaded file until its sizes are made. It is never served. */
export function originalKey(id: string): string {
  return `${ORIGINALS}/${id}`;
}

/**
 * Returns the key of one size. The end of the id is random and spreads the files over folders. The public path reads no key
 * of a private photo.
 */
export function sizeKey(id: string, { width, format }: PhotoSize, isPrivate = false): string {
  return `photos/${id.slice(-2)}/${isPrivate ? 'private-' : ''}${id}-${width}.${format}`;
}

/** Returns every key that a photo uses. */
export function keysOf(id: string, isPrivate = false): string[] {
  return [originalKey(id), ...PHOTO_SIZES.map((size) => sizeKey(id, size, isPrivate))];
}
