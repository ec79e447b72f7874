import type { Photo } from '../photos.contract.ts';
import { PHOTO_BYTES_MAX, PHOTO_TYPES, PHOTOS_MAX, photoAddress } from '../photos.rules.ts';

/** A photo in the form. `failed` can be sent again; `refused` the server will never take. */
export interface ListedPhoto {
  /** Stays the same while it is on the screen. */
  key: string;
  state: 'sending' | 'kept' | 'preparing' | 'failed' | 'refused';
  /** The server's, once it is kept there. */
  id?: string;
  /** Where it can be seen; undefined while it cannot. */
  src?: string;
  /** How much of it is sent, 0 to 1. */
  progress?: number;
  /** Why it failed or was refused: a message, or the server's sentence. */
  fault?: string;
}

/** Photos that a draft remembers. */
export function keptPhotos(ids: readonly string[]): ListedPhoto[] {
  return ids.map((id) => ({ key: id, id, state: 'kept', src: photoAddress(id) }));
}

/** A listing's photos, as its seller gets them. */
export function listedPhotos(photos: readonly Photo[]): ListedPhoto[] {
  return photos.map(({ _id: id, imageURL, state, message: fault }) => {
    if (state === 'ready') return { key: id, id, state: 'kept', src: imageURL };
    if (state === 'waiting') return { key: id, id, state: 'preparing' };
    return { key: id, state: 'refused', fault: fault ?? 'photos.refused' };
  });
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

/** How many more photos a listing takes; refused ones take no room. */
export function roomFor(photos: readonly ListedPhoto[]): number {
  return Math.max(0, PHOTOS_MAX - photos.filter(({ state }) => state !== 'refused').length);
}

/** Why a file cannot be a photo, as far as the browser can tell; the server looks into it. */
export function faultOfFile({ type, size }: { type: string; size: number }): string | undefined {
  if (type !== '' && !(PHOTO_TYPES as readonly string[]).includes(type)) return 'error.photoType';
  if (size > PHOTO_BYTES_MAX) return 'error.photoTooLarge';
  return undefined;
}
