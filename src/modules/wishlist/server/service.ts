import { lockPersonShared } from '#modules/identity/server/service.ts';
import { Problem } from '#platform/contract/problem.ts';
import { type Db, transaction } from '#platform/database/database.ts';
import { findWish, insertWish, isOwnListing } from './store.ts';

/**
 * Saves a product for a buyer, once. Returns the id of the wish, and whether it existed already.
 * @throws Problem (404) when there is no such product, (409) for the buyer's own product, (401) when the buyer has been
 * erased.
 */
export function saveWish(db: Db, buyerId: string, productId: string): Promise<{ id: string; repeated: boolean }> {
  return transaction(db, async (db) => {
    await lockPersonShared(db, buyerId);
    const added = await insertWish(db, buyerId, productId);
    if (added) return { id: added, repeated: false };
    const known = await findWish(db, buyerId, productId);
    if (!known && (await isOwnListing(db, buyerId, productId)))
      throw new Problem('conflict', 'own-product', 'wish.own');
    if (!known) throw new Problem('missing', 'not-found', 'error.notFound');
    return { id: known, repeated: true };
  });
}
