import type { Task } from 'graphile-worker';
import { z } from 'zod';
import { type Database, transaction } from '#platform/database/database.ts';
import type { Files } from '#platform/files/file-store.ts';
import { addJob } from '#platform/jobs/job-runner.ts';
import { photoAddress } from '../photos.rules.ts';
import {
  deletePhotos,
  lockDuePhotos,
  selectForgotten,
  selectShownPictures,
  selectWaiting,
  updateKept,
} from './photo-cleanup.store.ts';
import { keysOf, ORIGINALS, originalKey } from './photo-file.ts';
import { addPhotoJob, photoJobKey } from './photos.service.ts';
import { updateRefused } from './photos.store.ts';

/** The job that lets photos go which nobody shows, and wakes those that were forgotten; it runs every minute. */
export const PHOTO_CLEANUP = 'photo-cleanup';
/** The job that deletes the files of photos whose rows are gone. */
export const PHOTO_FILES = 'photo-files';

interface Deps {
  db: Database;
  files: Files;
}

/** At most this many photos in one run. */
const BATCH = 100;
const DAY = 24 * 60 * 60 * 1000;

export function photoCleanupTask({ db, files }: Deps): Task {
  return async () => {
    await transaction(db, async (db) => {
      const due = await lockDuePhotos(db, BATCH);
      if (due.length === 0) return;
      const shown = await selectShownPictures(db, due.map(photoAddress));
      const [kept = [], gone = []] = [true, false].map((is) => due.filter((id) => shown.has(photoAddress(id)) === is));
      await deletePhotos(db, gone);
      await updateKept(db, kept);
      if (gone.length > 0) await addJob(db, PHOTO_FILES, { ids: gone });
    });
    for (const { id, fetched, hopeless } of await selectForgotten(db, photoJobKey(''), BATCH)) {
      if (hopeless) await updateRefused(db, id, fetched ? 'error.photoFetch' : 'error.photoBroken');
      else await addPhotoJob(db, id, fetched);
    }
    await deleteLeftOriginals({ db, files });
  };
}

const payload = z.object({ ids: z.array(z.uuid()) });

export function photoFilesTask({ files }: Pick<Deps, 'files'>): Task {
  return async (given) => {
    for (const id of payload.parse(given).ids) for (const key of keysOf(id)) await files.delete(key);
  };
}

/** An original without a photo that waits for it was left behind by a process that was killed. */
async function deleteLeftOriginals({ db, files }: Deps): Promise<void> {
  const old = (await files.list(ORIGINALS)).filter((id) => madeAt(id) < Date.now() - DAY).slice(0, BATCH);
  if (old.length === 0) return;
  const waiting = await selectWaiting(db, old);
  for (const id of old) if (!waiting.has(id)) await files.delete(originalKey(id));
}

/** When an id of version 7 was made: its first 48 bits (RFC 9562, 5.7). */
function madeAt(id: string): number {
  return Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16);
}
