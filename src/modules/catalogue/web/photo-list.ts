import type { Photo } from '#modules/photos/contract.ts';
import { PHOTO_MAX_BYTES, PHOTO_TYPES, PHOTOS_MAX, photoAddress } from '#modules/photos/rules.ts';

/** A photo in the form. What `failed` can be sent again; what was refused is not in the list. */
export interface ListedPhoto {
  /** Stays the same while it is on the screen. */
  key: string;
  state: 'sending' | 'kept' | 'preparing' | 'failed';
  /** The server's, once it is kept there. */
  id?: string;
  /** Where it can be seen; undefined while it cannot. */
  src?: string;
  /** How much of it is sent, 0 to 1. */
  progress?: number;
  /** Why it failed: a message, or the server's sentence. */
  fault?: string;
}

/** Photos that a draft remembers. */
export function keptPhotos(ids: readonly string[]): ListedPhoto[] {
  return ids.map((id) => ({ key: id, id, state: 'kept', src: photoAddress(id) }));
}

/** A listing's photos, as its seller gets them; refused ones cannot be shown. */
export function listedPhotos(photos: readonly Photo[]): ListedPhoto[] {
  return photos
    .filter(({ state }) => state !== 'refused')
    .map(({ _id: id, imageURL, state }) =>
      state === 'ready' ? { key: id, id, state: 'kept', src: imageURL } : { key: id, id, state: 'preparing' },
    );
}

/** Why photos of a listing were refused, as messages. */
export function refusalsOf(photos: readonly Photo[]): string[] {
  return photos.filter(({ state }) => state === 'refused').map(({ message }) => message ?? 'photos.refused');
}

/** The ids that a listing names, the cover first. What was not kept has none. */
export function keptIds(photos: readonly ListedPhoto[]): string[] {
  return photos.flatMap(({ id }) => id ?? []);
}

/** The same photos, with one of them at another place. */
export function movedPhoto(photos: readonly ListedPhoto[], key: string, to: number): ListedPhoto[] {
  const moved = photos.find((photo) => photo.key === key);
  if (!moved) return [...photos];
  return photos.filter((photo) => photo !== moved).toSpliced(to, 0, moved);
}

/** How many more photos a listing takes. */
export function roomFor(photos: readonly ListedPhoto[]): number {
  return Math.max(0, PHOTOS_MAX - photos.length);
}

/** Why a file cannot be a photo, as far as the browser can tell; the server looks into it. */
export function faultOfFile({ type, size }: { type: string; size: number }): string | undefined {
  if (type !== '' && !(PHOTO_TYPES as readonly string[]).includes(type)) return 'error.photoType';
  if (size > PHOTO_MAX_BYTES) return 'error.photoTooLarge';
  return undefined;
}
