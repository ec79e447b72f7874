import type { Task } from 'graphile-worker';
import { z } from 'zod';
import { Problem } from '#platform/contract/problem.ts';
import type { Database } from '#platform/database/database.ts';
import { type FetchPublic, FetchRefused } from '#platform/files/fetch-public.ts';
import type { Files } from '#platform/files/file-store.ts';
import { PHOTO_BYTES_MAX } from '../photos.rules.ts';
import { judgePhoto, keysOf, makeSizes, originalKey, sizeKey } from './photo-file.ts';
import { completePhoto, PHOTO } from './photos.service.ts';
import { findPhoto, updateRefused } from './photos.store.ts';

export interface PhotoDeps {
  db: Database;
  files: Files;
  fetchPublic: FetchPublic;
}

const payload = z.object({ id: z.uuid() });

/** Makes the sizes of a photo, from what was sent or from its address. Run again, it does the same again. */
export function photoTask({ db, files, fetchPublic }: PhotoDeps): Task {
  return async (given, { job, abortSignal }) => {
    const { id } = payload.parse(given);
    const photo = await findPhoto(db, id);
    if (photo && photo.state !== 'waiting') return files.delete(originalKey(id));
    try {
      const done = photo && (await make(id, photo.address, abortSignal));
      if (done) return files.delete(originalKey(id));
    } catch (error) {
      const refusal = refusalOf(error, photo?.address);
      const last = job.attempts >= job.max_attempts && !abortSignal.aborted;
      if (!refusal && !last) throw error;
      await updateRefused(db, id, refusal ?? (photo?.address ? 'error.photoFetch' : 'error.photoBroken'));
    }
    // Refused, or its row went meanwhile.
    for (const key of keysOf(id)) await files.delete(key);
  };

  async function make(id: string, address: string | null, signal: AbortSignal): Promise<boolean> {
    const file = await (address ? fetchPublic(address, PHOTO_BYTES_MAX, signal) : files.read(originalKey(id)));
    if (!file) throw new Error(`The original of photo ${id} is not there`);
    // What was sent was judged when it came.
    if (address) await judgePhoto(file, PHOTO);
    const size = await makeSizes(file, async (one, bytes) => {
      signal.throwIfAborted();
      await files.put(sizeKey(id, one), bytes);
    });
    return completePhoto(db, id, size);
  }
}

/** What the seller is told when trying again would not help. */
function refusalOf(error: unknown, address: string | null | undefined): string | undefined {
  if (error instanceof Problem) return error.message;
  if (!address || !(error instanceof FetchRefused)) return undefined;
  return error.reason === 'size' ? 'error.photoTooLarge' : 'error.photoFetch';
}
