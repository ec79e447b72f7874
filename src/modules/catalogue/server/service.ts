import { Problem } from '#platform/contract/problem.ts';
import { type Db, transaction } from '#platform/server/database.ts';
import { announce, defineNews } from '#platform/server/news.ts';
import { mayAdvertise, mayRemove, mayUnsell } from '../rules.ts';
import {
  lockProduct,
  lockProductOfSeller,
  markUnsoldAsSold,
  updateAdvertised,
  updateStatus,
} from './products.store.ts';

/** A product left the shop without a sale here: its seller sold it elsewhere, or took it off. */
export const productWithdrawn = defineNews<{ productId: string }>('product.withdrawn');

/** Marks a seller's product SOLD, or back. Gives how many products changed. */
export function changeStatus(db: Db, sellerId: string, id: string, status: 'SOLD' | 'UNSOLD'): Promise<number> {
  return transaction(db, async (db) => {
    const product = await mustOwn(db, id, sellerId);
    if (product.status === status.toLowerCase()) return 0;
    if (status === 'UNSOLD') {
      if (!mayUnsell(product)) throw new Problem('conflict', 'paid-here', 'mine.paidHere');
      await updateStatus(db, id, 'unsold');
      return 1;
    }
    await announce(db, productWithdrawn, { productId: id });
    await updateStatus(db, id, 'sold');
    return 1;
  });
}

/** Puts a seller's product on the home page, or takes it off. Gives how many products changed. */
export function changeAdvertised(db: Db, sellerId: string, id: string, advertised: boolean): Promise<number> {
  return transaction(db, async (db) => {
    const product = await mustOwn(db, id, sellerId);
    if (product.advertised === advertised) return 0;
    if (advertised && !mayAdvertise(product)) throw new Problem('conflict', 'already-sold', 'mine.soldNotAdvertised');
    await updateAdvertised(db, id, advertised);
    return 1;
  });
}

/** Takes a product off the store; unpaid bookings of it end. Gives how many products went. */
export function removeProduct(db: Db, sellerId: string, id: string): Promise<number> {
  return transaction(db, async (db) => {
    const product = await mustOwn(db, id, sellerId);
    if (!mayRemove(product)) throw new Problem('conflict', 'paid-here', 'mine.paidCannotDelete');
    await announce(db, productWithdrawn, { productId: id });
    await updateStatus(db, id, 'removed');
    return 1;
  });
}

/** Keeps a product as it is until the caller's transaction ends. */
export function holdProduct(db: Db, id: string): Promise<void> {
  return lockProduct(db, id);
}

/** Marks a product as sold here. False when it is no longer to be had. */
export function sellProduct(db: Db, id: string): Promise<boolean> {
  return markUnsoldAsSold(db, id);
}

async function mustOwn(db: Db, id: string, sellerId: string) {
  const product = await lockProductOfSeller(db, id, sellerId);
  if (!product) throw new Problem('missing', 'not-found', 'error.notFound');
  return product;
}
