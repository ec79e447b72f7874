import type { z } from 'zod';
import { lockPersonForCount, lockPersonShared } from '#modules/identity/server/service.ts';
import {
  assertMayAddPhoto,
  attachPictures,
  choosePictures,
  updateProductPhotosDue,
} from '#modules/photos/server/service.ts';
import { Problem } from '#platform/contract/problem.ts';
import { type Db, transaction } from '#platform/database/database.ts';
import { defineEvent, publish } from '#platform/database/domain-events.ts';
import { publishLive } from '#platform/live/live-events.ts';
import type { editedProduct, ListingData, newProduct } from '../contract.ts';
import { mayAdvertise, mayEdit, mayRemove, mayReprice, mayUnsell } from '../listing.rules.ts';
import { deleteListings } from './delete-listings.job.ts';
import { BOOKED, OFFER_COLUMNS } from './offers.store.ts';
import { columnsOf, presentListingData, presentOffer, withoutContact } from './present-product.ts';
import {
  insertProduct,
  lockAllOfSeller,
  lockListed,
  lockProduct,
  markSoldAsUnsold,
  markUnsoldAsSold,
  selectListingData,
  updateAdvertised,
  updateImage,
  updateListing,
  updateProductsOfErased,
  updateStatus,
} from './products.store.ts';

export { lockProduct, markSoldAsUnsold, markUnsoldAsSold };

/**
 * For statements of other modules: the columns of a product `p` on offer, its hold, and its row for buyers and
 * visitors.
 */
export const OFFER_VIEW = { columns: OFFER_COLUMNS, booked: BOOKED, present: presentOffer, withoutContact };

/**
 * Products that leave the store without a sale here: by an act of their seller, by an admin, or with the seller's
 * account.
 */
export interface Withdrawal {
  productIds: readonly string[];
  cause: 'seller' | 'takedown' | 'erasure';
}

/** Products left the store without a sale here. A listener may refuse an act of their seller. */
export const productsWithdrawn = defineEvent<Withdrawal>('products.withdrawn');

/** A product's image changed from the URL `from` to the path `to`. */
export const productImageChanged = defineEvent<{ productId: string; from: string; to: string }>(
  'product.image-changed',
);

/** Replaces a product's image by its fetched cover, unless the seller changed it meanwhile. */
export async function showFetchedCover(db: Db, cover: { productId: string; from: string; to: string }): Promise<void> {
  await lockProduct(db, cover.productId);
  if (await updateImage(db, cover)) await publish(db, productImageChanged, cover);
}

/** Lists a product for a seller. Returns its id. @throws Problem (400) for photos that cannot be shown with it. */
export function listProduct(db: Db, sellerId: string, typed: z.output<typeof newProduct>): Promise<string> {
  return transaction(db, async (db) => {
    await lockPersonShared(db, sellerId);
    const pictures = await choosePictures(db, sellerId, typed);
    if (!pictures) throw new Problem('invalid', 'no-picture', 'error.imageRequired');
    const id = await insertProduct(db, { ...columnsOf(typed), image: pictures.image, seller_id: sellerId });
    await attachPictures(db, { id, sellerId }, pictures);
    return id;
  });
}

/** Returns all products of a seller for the file of their data, oldest first. */
export async function exportListings(db: Db, sellerId: string): Promise<ListingData[]> {
  return (await selectListingData(db, sellerId)).map(presentListingData);
}

/**
 * Sets a seller's product to SOLD or UNSOLD. Returns the number of changed products. @throws Problem (404), (409) for
 * one that was paid for here or is under review.
 */
export function changeStatus(db: Db, sellerId: string, id: string, status: 'SOLD' | 'UNSOLD'): Promise<number> {
  return transaction(db, async (db) => {
    const product = await lockOwnProduct(db, id, sellerId);
    if (product.status === status.toLowerCase()) return 0;
    if (status === 'UNSOLD') {
      if (!mayUnsell(product)) throw new Problem('conflict', 'paid-here', 'mine.paidHere');
      await updateStatus(db, id, 'unsold');
      return 1;
    }
    await publish(db, productsWithdrawn, { productIds: [id], cause: 'seller' });
    await updateStatus(db, id, 'sold');
    return 1;
  });
}

/**
 * Puts a seller's product on the home page, or takes it off. Returns the number of changed products. @throws Problem
 * (404), (409) for a sold one.
 */
export function changeAdvertised(db: Db, sellerId: string, id: string, advertised: boolean): Promise<number> {
  return transaction(db, async (db) => {
    const product = await lockOwnProduct(db, id, sellerId);
    if (product.advertised === advertised) return 0;
    if (advertised && !mayAdvertise(product)) throw new Problem('conflict', 'already-sold', 'mine.soldNotAdvertised');
    await updateAdvertised(db, id, advertised);
    return 1;
  });
}

/**
 * Changes a seller's listing. Returns how many products changed.
 * @throws Problem (409) when it is sold, or for another price while it is booked; (400) for photos that cannot be attached.
 */
export function editProduct(
  db: Db,
  sellerId: string,
  id: string,
  changes: z.output<typeof editedProduct>,
): Promise<number> {
  return transaction(db, async (db) => {
    // A new URL detaches the old photo, and unattached photos are limited.
    await (changes.imageURL === undefined ? lockPersonShared : lockPersonForCount)(db, sellerId);
    const product = await lockOwnProduct(db, id, sellerId);
    if (!mayEdit(product)) throw new Problem('conflict', 'already-sold', 'edit.sold');
    const columns = columnsOf(changes);
    const isRepriced = (columns.price_poisha ?? product.pricePoisha) !== product.pricePoisha;
    if (isRepriced && !mayReprice(product)) throw new Problem('conflict', 'price-frozen', 'edit.priceFrozen');
    const pictures = await choosePictures(db, sellerId, changes, { id, image: product.image });
    if (pictures?.fetch) await assertMayAddPhoto(db, sellerId);
    await updateListing(db, id, { ...columns, image: pictures?.image ?? product.image });
    if (pictures) await attachPictures(db, { id, sellerId }, pictures);
    return 1;
  });
}

/**
 * Removes a product and cancels its unpaid booking. Returns the number of removed products. @throws Problem (404),
 * (409) for one that is paid or under review.
 */
export function removeProduct(db: Db, sellerId: string, id: string): Promise<number> {
  return transaction(db, async (db) => {
    const product = await lockOwnProduct(db, id, sellerId);
    if (!mayRemove(product)) throw new Problem('conflict', 'paid-here', 'mine.paidCannotDelete');
    await withdraw(db, id, 'seller');
    return 1;
  });
}

/**
 * Removes any seller's product by a decision of an admin, and ends its unpaid booking. Does nothing for a removed product.
 * @throws Problem (409) when it was paid for here.
 */
export function takeDownProduct(db: Db, id: string): Promise<void> {
  return transaction(db, async (db) => {
    const product = await lockListed(db, id);
    if (!product) return;
    if (!mayRemove(product)) throw new Problem('conflict', 'paid-here', 'reports.paidCannotRemove');
    await withdraw(db, id, 'takedown');
    publishLive(db, [product.sellerId]);
  });
}

/** Removes all products of a seller and deletes their texts. A job deletes many rows (delete-listings.job.ts). */
export async function withdrawSeller(db: Db, sellerId: string): Promise<void> {
  const listed = await lockAllOfSeller(db, sellerId);
  const forSale = listed.filter(({ status }) => status === 'unsold');
  await publish(db, productsWithdrawn, { productIds: forSale.map(({ id }) => id), cause: 'erasure' });
  await updateProductsOfErased(db, sellerId);
  await deleteListings(db, sellerId, { isFirst: true, ids: listed.map(({ id }) => id) });
}

async function withdraw(db: Db, id: string, cause: Withdrawal['cause']): Promise<void> {
  await publish(db, productsWithdrawn, { productIds: [id], cause });
  await updateStatus(db, id, 'removed');
  await updateProductPhotosDue(db, id);
}

async function lockOwnProduct(db: Db, id: string, sellerId: string) {
  const product = await lockListed(db, id, sellerId);
  if (!product) throw new Problem('missing', 'not-found', 'error.notFound');
  return product;
}
