import { isId } from '#platform/contract/typed-input.ts';

/** How many photos one listing shows. */
export const PHOTOS_MAX = 8;

/** The largest file that may be sent, in bytes. */
export const PHOTO_BYTES_MAX = 10 * 1024 * 1024;

/** The most pixels that a picture may unfold to; what claims more is not opened. */
export const PHOTO_PIXELS_MAX = 50_000_000;

/** What sellers may send, told by the file's content and never by its name. */
export const PHOTO_TYPES = ['image/jpeg', 'image/png', 'image/webp', 'image/avif'] as const;

/** Every photo is kept in these widths, as WebP and as AVIF. None is made larger than it came. */
export const PHOTO_WIDTHS = [400, 800, 1600] as const;
export type PhotoWidth = (typeof PHOTO_WIDTHS)[number];

/** Besides, one JPEG, for link previews: not everything that makes them opens WebP. */
export const PREVIEW_WIDTH = 1200;

/** `waiting` until a job has made its sizes, then `ready`; `refused` when it could not be fetched or opened. */
export const PHOTO_STATES = ['waiting', 'ready', 'refused'] as const;
export type PhotoState = (typeof PHOTO_STATES)[number];

/** Where a photo kept here is served, in the width that lists show. */
export function photoAddress(id: string): string {
  return `/media/${id}-800.webp`;
}

/** The JPEG of a picture of our own; undefined for one that lies elsewhere. */
export function previewAddress(image: string): string | undefined {
  const stem = /^(\/(?:media|demo)\/.+)-800\.webp$/.exec(image)?.[1];
  return stem && `${stem}-${PREVIEW_WIDTH}.jpg`;
}

/** The photo's id in an address that `photoAddress` gave; undefined for every other address. */
export function photoIdOf(address: string): string | undefined {
  const id = /^\/media\/([\w-]+)-800\.webp$/.exec(address)?.[1];
  return id && isId(id) ? id : undefined;
}
