import { randomUUIDv7 } from 'node:crypto';
import { holdPersonAlone } from '#modules/identity/server/service.ts';
import { Problem } from '#platform/contract/problem.ts';
import { type Db, transaction } from '#platform/database/database.ts';
import { defineEvent, publish } from '#platform/database/domain-events.ts';
import type { Files } from '#platform/files/file-store.ts';
import type { Upload } from '#platform/files/upload-route.ts';
import type { Once } from '#platform/http/idempotency.ts';
import { addJob } from '#platform/jobs/job-runner.ts';
import { photoAddress, photoIdOf } from '../photos.rules.ts';
import { judgePhoto, originalKey } from './photo-file.ts';
import { beginSending } from './photo-turns.ts';
import {
  countLoose,
  findCoverState,
  findPhoto,
  insertPhoto,
  lockPhotos,
  lockProductOfPhoto,
  updatePicture,
  updateReady,
  updateShown,
} from './photos.store.ts';

/** A product's picture was fetched from the address it had, and is served from here now. */
export const productPictured = defineEvent<{ productId: string; from: string; to: string }>('product.pictured');

/** The job that makes the sizes of a photo. */
export const PHOTO = 'photo';

/** How many photos of one seller may lie here that no listing shows. */
export const LOOSE_MAX = 40;

/** How often a strange server is asked for a picture, within about half a minute. */
const FETCHES = 4;

/** Adds the job that makes a photo's sizes. What somebody waits for on a screen goes before what we fetch. */
export function addPhotoJob(db: Db, id: string, fetched: boolean): Promise<void> {
  return addJob(db, PHOTO, { id }, photoJobKey(id), fetched ? { priority: 10, attempts: FETCHES } : {});
}

export function photoJobKey(id: string): string {
  return `photo-${id}`;
}

/**
 * Lets a seller send a photo, before any of it has come in. What it gives is called when the photo has been dealt with.
 * @throws Problem when there is no room for it, or when the seller has too many on their way or that no listing shows.
 */
export async function admitPhoto({ db, files }: { db: Db; files: Files }, ownerId: string, isRepeat: boolean) {
  const end = beginSending(ownerId);
  try {
    if (!(await files.hasRoom())) throw new Problem('unavailable', 'no-room', 'error.photoRoom').retryAfter(60);
    // The last photo that there was room for may be sent again, when its answer was cut off.
    if (!isRepeat && (await countLoose(db, ownerId)) >= LOOSE_MAX) throw tooManyLoose();
    return end;
  } catch (error) {
    end();
    throw error;
  }
}

/**
 * Keeps a photo that a seller sent, and has its sizes made. Gives its id.
 * @throws Problem when it is no photo that we take, or when the seller has too many that no listing shows.
 */
export async function keepPhoto(
  { db, files }: { db: Db; files: Files },
  { ownerId, upload, once }: { ownerId: string; upload: Upload; once: Once },
): Promise<string> {
  await judgePhoto(upload.path, ownerId);
  const id = randomUUIDv7();
  await files.adopt(upload.path, originalKey(id));
  try {
    const kept = await once(db, (db) =>
      transaction(db, async (db) => {
        await holdPersonAlone(db, ownerId);
        await mustHaveRoom(db, ownerId);
        await insertPhoto(db, { id, ownerId });
        await addPhotoJob(db, id, false);
        return { id };
      }),
    );
    // A repeated request: the file lies here from the first.
    if (kept.id !== id) await files.delete(originalKey(id));
    return kept.id;
  } catch (error) {
    // Of anything else than a refusal we cannot know that nothing was written; the clean-up finds out.
    if (error instanceof Problem) await files.delete(originalKey(id));
    throw error;
  }
}

/**
 * Refuses (429) another photo that no listing shows to a seller who has too many. The count is exact while the caller holds the
 * person alone.
 */
export async function mustHaveRoom(db: Db, ownerId: string): Promise<void> {
  if ((await countLoose(db, ownerId)) >= LOOSE_MAX) throw tooManyLoose();
}

function tooManyLoose(): Problem {
  return new Problem('tooMany', 'too-many-photos', 'error.photosLoose');
}

/** What a seller says a product should look like. */
interface Pictures {
  photos?: string[] | undefined;
  imageURL?: string | undefined;
}

/** What it will look like: `image` is shown in lists, `photos` are its photos, `fetch` is to become its only one. */
interface Choice {
  image: string;
  photos: string[];
  fetch?: string;
}

/**
 * Finds out how a product is to look; undefined when that stays as it is. Photos go before an address. A photo's own
 * address stands for that photo. With `product` for one that is listed.
 * @throws Problem (400) when a photo is not the seller's, is in another listing, or was refused.
 */
export async function choosePictures(
  db: Db,
  sellerId: string,
  { photos, imageURL }: Pictures,
  product?: { id: string; image: string },
): Promise<Choice | undefined> {
  if (photos && photos.length > 0) return choosePhotos(db, sellerId, photos, 'photos', product?.id);
  if (imageURL === undefined) return undefined;
  // The form sends what it showed. Only where that could not be fetched is it another try.
  if (imageURL === product?.image && (await findCoverState(db, product.id)) !== 'refused') return undefined;
  const own = photoIdOf(imageURL);
  if (own) return choosePhotos(db, sellerId, [own], 'imageURL', product?.id);
  if (imageURL.startsWith('/media/')) throw unfit('imageURL', 'error.imageShape');
  await lockPhotos(db, sellerId, [], product?.id);
  return { image: imageURL, photos: [], ...(imageURL.startsWith('/') ? {} : { fetch: imageURL }) };
}

async function choosePhotos(db: Db, sellerId: string, ids: string[], field: string, productId?: string) {
  const rows = new Map((await lockPhotos(db, sellerId, ids, productId)).map((row) => [row.id, row]));
  const fit = [...new Set(ids.map((id) => id.toLowerCase()))]
    .map((id) => rows.get(id))
    .filter((row) => row && row.state !== 'refused' && (!row.product_id || row.product_id === productId));
  const [cover] = fit;
  if (!cover || fit.length < ids.length) throw unfit(field, 'error.photo');
  // What is still to be fetched keeps the address until then.
  const image = cover.state === 'waiting' && cover.address ? cover.address : photoAddress(cover.id);
  return { image, photos: ids };
}

function unfit(field: string, message: string): Problem {
  return new Problem('invalid', 'unfit-photo', message, [{ field, message }]);
}

/** Makes a product of the caller's transaction look as chosen. Photos that it no longer shows go in a day. */
export async function showPictures(
  db: Db,
  product: { id: string; sellerId: string },
  { photos, fetch }: Choice,
): Promise<void> {
  await updateShown(db, product.id, photos);
  if (!fetch) return;
  const id = randomUUIDv7();
  await insertPhoto(db, { id, ownerId: product.sellerId, from: { address: fetch, productId: product.id } });
  await addPhotoJob(db, id, true);
}

/**
 * Notes that a photo's sizes are there; a product whose picture it was to become has it now. False when it is gone.
 * @throws when a listing named it or dropped it at this moment: the next try finds it there.
 */
export function completePhoto(db: Db, id: string, size: { width: number; height: number }): Promise<boolean> {
  return transaction(db, async (db) => {
    const productId = await lockProductOfPhoto(db, id);
    const photo = await updateReady(db, { id, productId }, size);
    if (!photo && (await findPhoto(db, id))?.state === 'waiting') throw new Error(`Photo ${id} was just moved`);
    if (!photo) return false;
    const { position, address: from } = photo;
    const to = photoAddress(id);
    if (productId && position === 0 && from && (await updatePicture(db, productId, from, to)))
      await publish(db, productPictured, { productId, from, to });
    return true;
  });
}
