import type { Photo } from '#modules/photos/contract.ts';
import { PHOTO_MAX_BYTES, PHOTO_TYPES, PHOTOS_MAX, photoPath } from '#modules/photos/rules.ts';

/** A photo in the form. A `failed` one can be uploaded again; refused photos are not in the list. */
export interface ListedPhoto {
  /** Constant while the photo is on the screen. */
  key: string;
  state: 'sending' | 'kept' | 'preparing' | 'failed';
  /** The server's id, once uploaded. */
  id?: string;
  /** The URL of the picture, if it can be shown. */
  src?: string;
  /** The uploaded part, 0 to 1. */
  progress?: number;
  /** The error: a message key, or the server's message. */
  fault?: string;
}

/** Returns the photos of a draft. */
export function uploadedPhotos(ids: readonly string[]): ListedPhoto[] {
  return ids.map((id) => ({ key: id, id, state: 'kept', src: photoPath(id) }));
}

/** Returns the photos of a listed product, without refused ones. */
export function listedPhotos(photos: readonly Photo[]): ListedPhoto[] {
  return photos
    .filter(({ state }) => state !== 'refused')
    .map(({ _id: id, imageURL, state }) =>
      state === 'ready' ? { key: id, id, state: 'kept', src: imageURL } : { key: id, id, state: 'preparing' },
    );
}

/** Returns the messages of a listed product's refused photos. */
export function refusalsOf(photos: readonly Photo[]): string[] {
  return photos.filter(({ state }) => state === 'refused').map(({ message }) => message ?? 'photos.refused');
}

/** Returns the ids of the uploaded photos, the cover first. */
export function uploadedIds(photos: readonly ListedPhoto[]): string[] {
  return photos.flatMap(({ id }) => id ?? []);
}

/**
 * Returns the photos with these ids, in their order. Those that are not in the list were uploaded before the page
 * loaded.
 */
export function photosWith(ids: readonly string[], photos: readonly ListedPhoto[]): ListedPhoto[] {
  return ids.flatMap((id) => photos.find((photo) => photo.id === id) ?? uploadedPhotos([id]));
}

/** Returns the photos with one of them moved. */
export function movedPhoto(photos: readonly ListedPhoto[], key: string, to: number): ListedPhoto[] {
  const moved = photos.find((photo) => photo.key === key);
  if (!moved) return [...photos];
  return photos.filter((photo) => photo !== moved).toSpliced(to, 0, moved);
}

/** Returns how many more photos the form takes. */
export function roomFor(photos: readonly ListedPhoto[], max = PHOTOS_MAX): number {
  return Math.max(0, max - photos.length);
}

/** Returns the error of a file by its type and size, or undefined. The server checks the content. */
export function faultOfFile({ type, size }: { type: string; size: number }): string | undefined {
  if (type !== '' && !(PHOTO_TYPES as readonly string[]).includes(type)) return 'error.photoType';
  if (size > PHOTO_MAX_BYTES) return 'error.photoTooLarge';
  return undefined;
}
