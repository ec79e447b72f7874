import { setTimeout as pause } from 'node:timers/promises';
import type { Database } from '#platform/server/database.ts';
import { findPhoto } from './photos.store.ts';

/** How long a request waits for the sizes of a photo, in milliseconds. Most are made within two seconds. */
const SIZES_WAIT_MS = 4000;
const SIZES_POLL_MS = 250;

/**
 * Returns a function that waits while the sizes of a photo are being made, for four seconds at most. It returns whether
 * they are still being made. Requests for the same photo share one wait.
 */
export function createSizesWait(db: Database): (photoId: string) => Promise<boolean> {
  const waits = new Map<string, Promise<boolean>>();

  async function waitForSizes(photoId: string): Promise<boolean> {
    const deadline = Date.now() + SIZES_WAIT_MS;
    while ((await findPhoto(db, photoId))?.state === 'waiting') {
      if (Date.now() >= deadline) return true;
      await pause(SIZES_POLL_MS);
    }
    return false;
  }

  return (photoId) => {
    const wait = waits.get(photoId) ?? waitForSizes(photoId).finally(() => waits.delete(photoId));
    waits.set(photoId, wait);
    return wait;
  };
}
