import { randomUUIDv7 } from 'node:crypto';
import { lockPersonForCount } from '#modules/identity/server/service.ts';
import { message } from '#platform/contract/message-reference.ts';
import { fieldProblem, Problem } from '#platform/contract/problem.ts';
import { type Db, transaction } from '#platform/database/database.ts';
import { defineEvent, publish } from '#platform/database/domain-events.ts';
import type { Files } from '#platform/files/file-store.ts';
import type { Upload } from '#platform/files/upload-route.ts';
import type { Once } from '#platform/http/idempotency.ts';
import { addJob, LOW_PRIORITY } from '#platform/jobs/job-runner.ts';
import { photoIdOf, photoPath } from '../rules.ts';
import { originalKey } from '../storage.rules.ts';
import { signedPhotoUrl } from './signed-photo-url.ts';
import {
  countUnattached,
  findCoverState,
  findPhoto,
  insertPhoto,
  lockPhotos,
  updatePhotosOfProduct,
  updateProductPhotosDue,
  updateReady,
  updateSellerPhotosDue,
} from './store.ts';

export { signedPhotoUrl, updateProductPhotosDue, updateSellerPhotosDue };

/** The cover of a product was fetched from the URL `from` and is served at the path `to`. */
export const coverFetched = defineEvent<{ productId: string; from: string; to: string }>('photo.cover-fetched');

/** The job that makes the sizes of a photo. */
export const MAKE_SIZES = 'photo';

/** Maximum unattached photos of one seller. */
export const UNATTACHED_PHOTOS_MAX = 40;

const STORAGE_RETRY_S = 60;
/** Attempts to fetch a picture from another site, within about half a minute. */
const FETCH_MAX_ATTEMPTS = 4;
/** A user waits for the sizes of an upload, so those of fetched pictures come later. */
const FETCH_OPTIONS = { priority: LOW_PRIORITY, attempts: FETCH_MAX_ATTEMPTS };

/** Adds the job that makes a photo's sizes. */
export function addMakeSizesJob(db: Db, id: string, isFetched: boolean): Promise<void> {
  return addJob(db, MAKE_SIZES, { id }, makeSizesJobKey(id), isFetched ? FETCH_OPTIONS : {});
}

/** Returns the key of the job that makes the sizes of a photo. */
export function makeSizesJobKey(id: string): string {
  return `photo-${id}`;
}

/** Concurrent uploads that one seller may have; the form sends two. */
export const SELLER_MAX_UPLOADS = 6;
const UPLOAD_RETRY_S = 5;

const activeUploads = new Map<string, number>();

/**
 * Counts an upload of a seller, in this process only. Returns the function that ends it.
 * @throws Problem 429 when the seller has `SELLER_MAX_UPLOADS` concurrent uploads.
 */
function beginUpload(sellerId: string): () => void {
  const count = activeUploads.get(sellerId) ?? 0;
  if (count >= SELLER_MAX_UPLOADS)
    throw new Problem(
      'tooMany',
      'too-many-at-once',
      message('error.photosAtOnce', { n: SELLER_MAX_UPLOADS }),
    ).retryAfter(UPLOAD_RETRY_S);
  activeUploads.set(sellerId, count + 1);
  return () => {
    const left = (activeUploads.get(sellerId) ?? 1) - 1;
    if (left > 0) activeUploads.set(sellerId, left);
    else activeUploads.delete(sellerId);
  };
}

/**
 * Admits an upload before its body is read. Returns the function that ends it.
 * @throws Problem 503 when storage is nearly full; 429 when the seller has too many concurrent uploads or unattached
 * photos.
 */
export async function admitUpload({ db, files }: { db: Db; files: Files }, ownerId: string, isRepeat: boolean) {
  const end = beginUpload(ownerId);
  try {
    if (!(await files.hasFreeSpace()))
      throw new Problem('unavailable', 'no-room', 'error.photoRoom').retryAfter(STORAGE_RETRY_S);
    // A repeat may be of the last photo under the limit, whose answer was lost.
    if (!isRepeat) await assertMayAddPhoto(db, ownerId);
    return end;
  } catch (error) {
    end();
    throw error;
  }
}

/**
 * Stores an uploaded photo and adds the job that makes its sizes. Returns the photo's id.
 * @throws Problem when the file is not an accepted photo; 429 when the seller has too many unattached photos.
 */
export async function storePhoto(
  { db, files }: { db: Db; files: Files },
  { ownerId, upload, once, isPrivate = false }: { ownerId: string; upload: Upload; once: Once; isPrivate?: boolean },
): Promise<string> {
  const { checkPhoto } = await import('./photo-image.ts');
  await checkPhoto(upload.path, ownerId);
  const id = randomUUIDv7();
  await files.moveIn(upload.path, originalKey(id));
  try {
    const stored = await once(db, (db) =>
      transaction(db, async (db) => {
        await lockPersonForCount(db, ownerId);
        await assertMayAddPhoto(db, ownerId);
        await insertPhoto(db, { id, ownerId, isPrivate });
        await addMakeSizesJob(db, id, false);
        return { id };
      }),
    );
    // A repeated request: the file of the first is stored already.
    if (stored.id !== id) await files.delete(originalKey(id));
    return stored.id;
  } catch (error) {
    // After any other error the row may exist; the clean-up job decides.
    if (error instanceof Problem) await files.delete(originalKey(id));
    throw error;
  }
}

/**
 * Checks that a seller may have another unattached photo. The count is exact while the caller holds lockPersonForCount.
 * @throws Problem 429 at `UNATTACHED_PHOTOS_MAX`.
 */
export async function assertMayAddPhoto(db: Db, ownerId: string): Promise<void> {
  if ((await countUnattached(db, ownerId)) >= UNATTACHED_PHOTOS_MAX)
    throw new Problem('tooMany', 'too-many-photos', 'error.photosLoose');
}

/** `image` is the picture of lists, `photos` the ids in order, `fetch` the address of a photo to fetch. */
interface PictureChoice {
  image: string;
  photos: string[];
  fetch?: string;
}

/**
 * Resolves the pictures that a seller named for a product; undefined when they do not change. Photos take precedence
 * over an address, and a photo's own address names that photo. Locks the photos.
 * @param product the listed product, for an edit
 * @throws Problem 400 when a photo belongs to another seller or listing, or was refused.
 */
export async function choosePictures(
  db: Db,
  sellerId: string,
  { photos, imageURL }: { photos?: string[] | undefined; imageURL?: string | undefined },
  product?: { id: string; image: string },
): Promise<PictureChoice | undefined> {
  if (photos && photos.length > 0) return choosePhotos(db, sellerId, photos, 'photos', product?.id);
  if (imageURL === undefined) return undefined;
  // The form sends the URL that it showed. That is a change only where the picture could not be fetched: a retry.
  if (imageURL === product?.image && (await findCoverState(db, product.id)) !== 'refused') return undefined;
  const own = photoIdOf(imageURL);
  if (own) return choosePhotos(db, sellerId, [own], 'imageURL', product?.id);
  if (imageURL.startsWith('/media/')) throw unfitPhoto('imageURL', 'error.imageShape');
  await lockPhotos(db, sellerId, [], product?.id);
  return { image: imageURL, photos: [], ...(imageURL.startsWith('/') ? {} : { fetch: imageURL }) };
}

async function choosePhotos(db: Db, sellerId: string, ids: string[], field: string, productId?: string) {
  const rows = new Map((await lockPhotos(db, sellerId, ids, productId)).map((row) => [row.id, row]));
  const fit = [...new Set(ids.map((id) => id.toLowerCase()))]
    .map((id) => rows.get(id))
    .filter(
      (row) => row && !row.private && row.state !== 'refused' && (!row.product_id || row.product_id === productId),
    );
  const [cover] = fit;
  if (!cover || fit.length < ids.length) throw unfitPhoto(field, 'error.photo');
  // A cover that is not fetched yet keeps its source URL until then.
  const image = cover.state === 'waiting' && cover.address ? cover.address : photoPath(cover.id);
  return { image, photos: ids };
}

/**
 * Returns the addresses of a person's private photos, and locks them until the caller's transaction ends.
 * @throws Problem 400 when one belongs to another person, is public, or was refused.
 */
export async function attachPrivatePhotos(db: Db, ownerId: string, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const rows = await lockPhotos(db, ownerId, ids);
  const fit = new Set(rows.filter((row) => row.private && row.state !== 'refused').map((row) => row.id));
  const wanted = ids.map((id) => id.toLowerCase());
  if (wanted.some((id) => !fit.has(id))) throw unfitPhoto('photos', 'error.photo');
  return wanted.map(photoPath);
}

function unfitPhoto(field: string, message: string): Problem {
  return fieldProblem('invalid', 'unfit-photo', field, message);
}

/** Attaches the chosen pictures to a product locked by the caller. Photos that it no longer shows are deleted in a day. */
export async function attachPictures(
  db: Db,
  product: { id: string; sellerId: string },
  { photos, fetch }: PictureChoice,
): Promise<void> {
  await updatePhotosOfProduct(db, product.id, photos);
  if (!fetch) return;
  const id = randomUUIDv7();
  await insertPhoto(db, { id, ownerId: product.sellerId, from: { address: fetch, productId: product.id } });
  await addMakeSizesJob(db, id, true);
}

/** A listing attached or detached a photo while it was being completed. */
class PhotoMoved extends Error {}

/**
 * Records that a photo's sizes are stored, and publishes `coverFetched` for a fetched cover. Returns whether the photo is
 * ready; false when it was refused or deleted.
 */
export async function completePhoto(db: Db, id: string, size: { width: number; height: number }): Promise<boolean> {
  try {
    return await transaction(db, async (db) => {
      const photo = await findPhoto(db, id);
      if (photo?.state !== 'waiting') return photo?.state === 'ready';
      const { product_id: productId, position, address: from } = photo;
      // First, because a product is locked before its photos.
      if (productId && position === 0 && from) await publish(db, coverFetched, { productId, from, to: photoPath(id) });
      if (!(await updateReady(db, { id, productId, position }, size))) throw new PhotoMoved();
      return true;
    });
  } catch (error) {
    if (error instanceof PhotoMoved) return completePhoto(db, id, size);
    throw error;
  }
}
