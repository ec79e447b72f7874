import { setTimeout as pause } from 'node:timers/promises';
import type { Database } from '#platform/database/database.ts';
import { findPhoto } from './store.ts';

/** Most sizes are made within two seconds. */
const SIZES_WAIT_MS = 4000;
const SIZES_POLL_MS = 250;
/** The ids of photos that do not exist are cached as long as HTTP caches keep the 404. */
const ABSENT_CACHE_MS = 10_000;
const ABSENT_CACHE_MAX_IDS = 10_000;

/**
 * Returns a function that waits up to four seconds while the sizes of a photo are being made. It returns whether they are still
 * being made. Requests for the same photo share one wait. For a photo that does not exist the database is queried once in ten
 * seconds.
 */
export function createSizesWait(db: Database): (photoId: string) => Promise<boolean> {
  const waits = new Map<string, Promise<boolean>>();
  /** When each id is looked up again; the oldest entry is first. */
  const absent = new Map<string, number>();

  async function waitForSizes(photoId: string): Promise<boolean> {
    const deadline = Date.now() + SIZES_WAIT_MS;
    let photo = await findPhoto(db, photoId);
    if (!photo) rememberAbsent(photoId);
    while (photo?.state === 'waiting') {
      if (Date.now() >= deadline) return true;
      await pause(SIZES_POLL_MS);
      photo = await findPhoto(db, photoId);
    }
    return false;
  }

  function rememberAbsent(photoId: string): void {
    absent.delete(photoId);
    absent.set(photoId, Date.now() + ABSENT_CACHE_MS);
    const [oldest] = absent.keys();
    if (absent.size > ABSENT_CACHE_MAX_IDS && oldest) absent.delete(oldest);
  }

  return async (photoId) => {
    if ((absent.get(photoId) ?? 0) > Date.now()) return false;
    const wait = waits.get(photoId) ?? waitForSizes(photoId).finally(() => waits.delete(photoId));
    waits.set(photoId, wait);
    return wait;
  };
}
