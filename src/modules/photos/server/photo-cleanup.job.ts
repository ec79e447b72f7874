import type { Task } from 'graphile-worker';
import { z } from 'zod';
import { type Database, transaction } from '#platform/database/database.ts';
import type { Files } from '#platform/files/file-store.ts';
import { addJobs } from '#platform/jobs/job-runner.ts';
import { photoPath } from '../rules.ts';
import { keysOf, ORIGINALS, originalKey } from '../storage.rules.ts';
import { addMakeSizesJob, makeSizesJobKey } from './service.ts';
import {
  deletePhotos,
  lockDuePhotos,
  selectShownPictures,
  selectStalled,
  selectWaiting,
  updateDeletionPostponed,
  updateRefused,
} from './store.ts';

/** The job that runs every minute: it deletes photos that nothing shows and restarts stalled ones. */
export const PHOTO_CLEANUP = 'photo-cleanup';
/** The job that deletes the files of deleted photos. */
export const PHOTO_FILES = 'photo-files';

interface Deps {
  db: Database;
  files: Files;
}

const BATCH_MAX_PHOTOS = 100;
/** A job that takes minutes would be taken for abandoned, and run twice. */
const FILES_JOB_MAX_PHOTOS = 10;
const ORIGINAL_MAX_AGE_MS = 24 * 60 * 60 * 1000;

/**
 * Returns the task that deletes due photos and orphaned originals. It enqueues waiting photos again whose job is gone,
 * and refuses them after a day.
 */
export function photoCleanupTask({ db, files }: Deps): Task {
  return async () => {
    await deleteDuePhotos(db);
    for (const { id, isFetched, isExpired } of await selectStalled(db, makeSizesJobKey(''), BATCH_MAX_PHOTOS)) {
      if (isExpired) await updateRefused(db, id, isFetched ? 'error.photoFetch' : 'error.photoBroken');
      else await addMakeSizesJob(db, id, isFetched);
    }
    await deleteOrphanedOriginals({ db, files });
  };
}

function deleteDuePhotos(db: Database): Promise<void> {
  return transaction(db, async (db) => {
    const due = await lockDuePhotos(db, BATCH_MAX_PHOTOS);
    if (due.length === 0) return;
    const shown = await selectShownPictures(db, due.map(photoPath));
    const unused = due.filter((id) => !shown.has(photoPath(id)));
    await deletePhotos(db, unused);
    await updateDeletionPostponed(db, due);
    const jobs = Array.from({ length: Math.ceil(unused.length / FILES_JOB_MAX_PHOTOS) }, (_, job) => ({
      ids: unused.slice(job * FILES_JOB_MAX_PHOTOS, (job + 1) * FILES_JOB_MAX_PHOTOS),
    }));
    await addJobs(db, PHOTO_FILES, jobs);
  });
}

const payload = z.object({ ids: z.array(z.uuid()) });

/** Returns the task that deletes the files of deleted photos. */
export function photoFilesTask({ files }: Pick<Deps, 'files'>): Task {
  return async (given) => {
    const keys = payload.parse(given).ids.flatMap((id) => [...keysOf(id), ...keysOf(id, true)]);
    for (const key of keys) await files.delete(key);
  };
}

/** A process that was killed leaves an original without a waiting photo. */
async function deleteOrphanedOriginals({ db, files }: Deps): Promise<void> {
  const latest = Date.now() - ORIGINAL_MAX_AGE_MS;
  const old = (await files.list(ORIGINALS)).filter((id) => createdAt(id) < latest).slice(0, BATCH_MAX_PHOTOS);
  if (old.length === 0) return;
  const waiting = await selectWaiting(db, old);
  for (const id of old) if (!waiting.has(id)) await files.delete(originalKey(id));
}

/** Returns the time in an id of version 7, in milliseconds: its first 48 bits (RFC 9562, 5.7). */
function createdAt(id: string): number {
  return Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16);
}
