import { randomUUIDv7 } from 'node:crypto';
import { copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import { addMakeSizesJob } from '#modules/photos/server/service.ts';
import { insertPhoto } from '#modules/photos/server/store.ts';
import { originalKey } from '#modules/photos/storage.rules.ts';
import type { Db } from '#platform/database/database.ts';
import type { Files } from '#platform/files/file-store.ts';

/** Adds shipped pictures as private photos of a person. The job makes their sizes. Returns their ids. */
export async function addPrivatePhotos(
  db: Db,
  openFiles: () => Promise<Files>,
  ownerId: string,
  pictures: readonly string[],
): Promise<string[]> {
  const files = await openFiles();
  const ids: string[] = [];
  for (const picture of pictures) {
    const id = randomUUIDv7();
    const path = join(files.incoming, id);
    await copyFile(join(import.meta.dirname, '../../public', picture), path);
    await files.moveIn(path, originalKey(id));
    await insertPhoto(db, { id, ownerId, isPrivate: true });
    await addMakeSizesJob(db, id, false);
    ids.push(id);
  }
  return ids;
}
