import type { Task } from 'graphile-worker';
import { z } from 'zod';
import { Problem } from '#platform/contract/problem.ts';
import type { Database } from '#platform/database/database.ts';
import type { Files } from '#platform/files/file-store.ts';
import { PHOTO_MAX_BYTES } from '../rules.ts';
import { keysOf, originalKey, PHOTO_SIZES, sizeKey } from '../storage.rules.ts';
import { type FetchPublic, FetchRefused } from './fetch-public.ts';
import { completePhoto, MAKE_SIZES } from './service.ts';
import { findPhoto, updateRefused } from './store.ts';

interface Deps {
  db: Database;
  files: Files;
  fetchPublic: FetchPublic;
}

type Photo = NonNullable<Awaited<ReturnType<typeof findPhoto>>>;

const payload = z.object({ id: z.uuid() });

/** Returns the job that makes the sizes of an uploaded or fetched photo. It can be repeated safely. */
export function makeSizesTask({ db, files, fetchPublic }: Deps): Task {
  return async (given, { job, abortSignal }) => {
    const { id } = payload.parse(given);
    const photo = await findPhoto(db, id);
    if (photo && photo.state !== 'waiting') return files.delete(originalKey(id));
    try {
      if (photo && (await makeAndStore(id, photo, abortSignal))) return files.delete(originalKey(id));
    } catch (error) {
      const refusal = refusalOf(error, photo?.address);
      const isLastAttempt = job.attempts >= job.max_attempts && !abortSignal.aborted;
      if (!refusal && !isLastAttempt) throw error;
      await updateRefused(db, id, refusal ?? (photo?.address ? 'error.photoFetch' : 'error.photoBroken'));
      // Another run completed the photo, or this one did and lost the reply.
      if ((await findPhoto(db, id))?.state === 'ready') return files.delete(originalKey(id));
    }
    // The photo was refused or deleted.
    for (const key of keysOf(id, photo?.private)) await files.delete(key);
  };

  async function makeAndStore(
    id: string,
    { address, private: isPrivate }: Photo,
    signal: AbortSignal,
  ): Promise<boolean> {
    const { checkPhoto, makeSizes } = await import('./photo-image.ts');
    const file = await (address ? fetchPublic(address, PHOTO_MAX_BYTES, signal) : files.read(originalKey(id)));
    if (!file) return completePhoto(db, id, await readLargest(id, isPrivate));
    // Uploads are checked before they are stored.
    if (address) await checkPhoto(file, MAKE_SIZES);
    const largest = await makeSizes(file, async (size, bytes) => {
      signal.throwIfAborted();
      await files.put(sizeKey(id, size, isPrivate), bytes);
    });
    return completePhoto(db, id, largest);
  }

  /** A backup may have all sizes of a photo and no original, while its row still waits. */
  async function readLargest(id: string, isPrivate: boolean): Promise<{ width: number; height: number }> {
    const { readHeader } = await import('./photo-image.ts');
    let largest = { width: 0, height: 0 };
    for (const size of PHOTO_SIZES) {
      const file = await files.read(sizeKey(id, size, isPrivate));
      if (!file) throw new Error(`The original of photo ${id} is missing`);
      const { width, height } = await readHeader(file);
      if (width > largest.width) largest = { width, height };
    }
    return largest;
  }
}

/** Returns the message for the seller when a retry would not help. */
function refusalOf(error: unknown, address: string | null | undefined): string | undefined {
  if (error instanceof Problem) return error.message;
  if (!address || !(error instanceof FetchRefused)) return undefined;
  return error.reason === 'size' ? 'error.photoTooLarge' : 'error.photoFetch';
}
