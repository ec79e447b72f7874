import type { FastifyInstance } from 'fastify';
import { assertOwnEmail } from '#modules/identity/server/service.ts';
import { Problem } from '#platform/contract/problem.ts';
import { toTk } from '#platform/contract/values.ts';
import type { Database } from '#platform/database/database.ts';
import { presentPage, readPage } from '#platform/database/keyset.ts';
import { languageOf, translateIn } from '#platform/http/language.ts';
import { serve } from '#platform/http/serve.ts';
import * as calls from '../contract.ts';
import { saveWish } from './service.ts';
import { deleteWish, selectWishes } from './store.ts';

/** Serves the calls of wishlist/contract.ts. */
export function wishlistRoutes(
  app: FastifyInstance,
  { db, product, pageSize }: { db: Database; product: string; pageSize: number },
): void {
  serve(app, calls.listWishes, async ({ caller, query }) => {
    assertOwnEmail(caller.email, query.email);
    // A query for named products returns all of them on one page.
    const page = readPage(query, query.itemId?.length ?? pageSize);
    return presentPage(await selectWishes(db, caller.id, page, query.itemId), (row) => ({
      _id: row.id,
      itemId: row.product_id,
      email: caller.email,
      name: row.name,
      price: toTk(row.price_poisha),
      savedPrice: toTk(row.saved_poisha),
      categoryId: row.category_id,
      image: row.image,
      booked: row.status === 'unsold' && row.booked,
      sold: row.status !== 'unsold',
      removed: row.status === 'removed',
    }));
  });

  serve(app, calls.addWish, ({ caller, body, request, once }) => {
    const translate = (message: string) => translateIn(languageOf(request), message, product);
    return once(db, async (db) => {
      const { id, repeated } = await saveWish(db, caller.id, body.itemId);
      return { acknowledged: true, insertedId: id, message: translate(repeated ? 'wish.already' : 'products.wished') };
    });
  });

  serve(app, calls.removeWish, async ({ caller, params }) => {
    const deletedCount = await deleteWish(db, caller.id, params.id);
    if (deletedCount === 0) throw new Problem('missing', 'not-found', 'error.notFound');
    return { deletedCount };
  });
}
