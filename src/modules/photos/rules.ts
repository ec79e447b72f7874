import { isId } from '#platform/contract/typed-input.ts';

export const PHOTOS_MAX = 8;

export const PHOTO_MAX_BYTES = 10 * 1024 * 1024;

/** Maximum pixels of a picture. A file that declares more is not decoded. */
export const PHOTO_MAX_PIXELS = 50_000_000;

/** Accepted types, detected from the file's content and never from its name. */
export const PHOTO_TYPES = ['image/jpeg', 'image/png', 'image/webp', 'image/avif'] as const;

/** Each photo is stored in these widths as WebP and as AVIF. Photos are never enlarged. */
export const PHOTO_WIDTHS_PX = [400, 800, 1600] as const;

/** Width of the JPEG for link previews: not every program that makes them decodes WebP. */
export const PREVIEW_WIDTH_PX = 1200;

/** `waiting` until a job has made its sizes, then `ready`; `refused` when it could not be fetched or decoded. */
export const PHOTO_STATES = ['waiting', 'ready', 'refused'] as const;
export type PhotoState = (typeof PHOTO_STATES)[number];

/** Returns the path of a photo in the width that lists show. */
export function photoPath(id: string): string {
  return `/media/${id}-800.webp`;
}

/** Returns the path of an image's preview JPEG; undefined for an image of another site. */
export function previewPath(image: string): string | undefined {
  const stem = /^(\/(?:media|demo)\/.+)-800\.webp$/.exec(image)?.[1];
  return stem && `${stem}-${PREVIEW_WIDTH_PX}.jpg`;
}

/** Returns the pictures of a product that the store ships, the cover first: `…-1of3-800.webp` is the first of three. */
export function shippedPictures(image: string): string[] {
  const [, stem, count] = /^(\/demo\/.+)-1of(\d)-800\.webp$/.exec(image) ?? [];
  return stem
    ? Array.from({ length: Number(count) }, (_, index) => `${stem}-${index + 1}of${count}-800.webp`)
    : [image];
}

/** Returns the photo's id from a path made by `photoPath`; undefined for any other address. */
export function photoIdOf(address: string): string | undefined {
  const id = /^\/media\/([\w-]+)-800\.webp$/.exec(address)?.[1];
  return id && isId(id) ? id : undefined;
}
