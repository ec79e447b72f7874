import type { FastifyInstance, FastifyRequest } from 'fastify';
import type pg from 'pg';
import { publicName } from '#modules/identity/rules.ts';
import { assertOwnEmail } from '#modules/identity/server/service.ts';
import { Problem } from '#platform/contract/problem.ts';
import { toTk } from '#platform/contract/values.ts';
import type { Database } from '#platform/database/database.ts';
import { presentPage, readCursor, readPage, toPage } from '#platform/database/keyset.ts';
import type { Reader, Reads } from '#platform/database/read-replica.ts';
import { cacheFor } from '#platform/database/ttl-cache.ts';
import { languageOf, translateIn } from '#platform/http/language.ts';
import { serve } from '#platform/http/serve.ts';
import * as calls from '../contract.ts';
import { itemRoutes } from './items.routes.ts';
import { categoryExists, selectAdvertised, selectCategories, selectOffers } from './offers.store.ts';
import { presentMine, presentOffer } from './present-product.ts';
import { findProductOfSeller, selectProductsOfSeller } from './products.store.ts';
import { changeAdvertised, changeStatus, editProduct, listProduct, removeProduct } from './service.ts';

/** Each page asks how much the categories offer, and counting costs more than the page: they may be so old, in milliseconds. */
const COUNTS_AGE = 500;

interface Deps {
  db: Database;
  pool: pg.Pool;
  reads: Reads;
  /** The product's name, for messages. */
  product: string;
  pageSize: number;
}

export function catalogueRoutes(app: FastifyInstance, { db, pool, reads, product, pageSize }: Deps): void {
  const sayTo = (request: FastifyRequest) => (message: string) => translateIn(languageOf(request), message, product);
  itemRoutes(app, { pool, pageSize });

  const keep = cacheFor<calls.Category[]>(COUNTS_AGE);
  const loadCategories = async (reader: Reader) =>
    (await selectCategories(reader)).map((row) => ({
      _id: row.id,
      categoryName: row.name,
      names: { en: row.name, bn: row.name_bn ?? row.name },
      photo: row.photo,
      tone: row.tone,
      count: row.count,
    }));
  // Who has just changed something is not given what was read from a replica for somebody else.
  serve(app, calls.listCategories, ({ request }) => {
    const reader = reads.of(request);
    return keep(reader.from, () => loadCategories(reader));
  });

  serve(app, calls.listAdvertised, async ({ request }) =>
    (await selectAdvertised(reads.quick(request), pageSize)).map((row) => ({
      _id: row.id,
      productName: row.name,
      imageURL: row.image,
      quality: row.quality,
      originalPrice: toTk(row.original_poisha),
      resalePrice: toTk(row.price_poisha),
      categoryId: row.category_id,
      location: row.location,
      sellerName: publicName(row.seller_name),
      verified: row.verified,
      createdAt: row.created_at.toISOString(),
    })),
  );

  serve(app, calls.listByCategory, async ({ params: { categoryId }, query, request }) => {
    const rows = await selectOffers(reads.quick(request), categoryId, pageSize + 1, readCursor(query.cursor));
    if (rows.length === 0 && !(await categoryExists(pool, categoryId)))
      throw new Problem('missing', 'not-found', 'error.notFound');
    return toPage(rows, presentOffer, pageSize);
  });

  serve(app, calls.addProduct, async ({ caller, body, once }) => {
    await mustBeCategory(pool, body.categoryId);
    return once(db, async (db) => ({ acknowledged: true, insertedId: await listProduct(db, caller.id, body) }));
  });

  serve(app, calls.listMyProducts, async ({ caller, query, request }) => {
    assertOwnEmail(caller.email, query.email);
    const page = await selectProductsOfSeller(db, caller.id, readPage(query, pageSize));
    return presentPage(page, (row) => presentMine(row, caller.email, sayTo(request)));
  });

  serve(app, calls.getMyProduct, async ({ caller, params: { id }, request }) => {
    const row = await findProductOfSeller(db, id, caller.id);
    if (!row) throw new Problem('missing', 'not-found', 'error.notFound');
    return presentMine(row, caller.email, sayTo(request));
  });

  serve(app, calls.editMyProduct, async ({ caller, params: { id }, body }) => {
    if (body.categoryId) await mustBeCategory(pool, body.categoryId);
    return { modifiedCount: await editProduct(db, caller.id, id, body) };
  });

  serve(app, calls.changeMyProduct, async ({ caller, params: { id }, query }) => {
    const { status, advertiseEnable } = query;
    const modifiedCount = status
      ? await changeStatus(db, caller.id, id, status)
      : await changeAdvertised(db, caller.id, id, advertiseEnable === 'true');
    return { modifiedCount };
  });

  serve(app, calls.deleteMyProduct, async ({ caller, params: { id } }) => ({
    deletedCount: await removeProduct(db, caller.id, id),
  }));
}

async function mustBeCategory(pool: pg.Pool, id: string): Promise<void> {
  if (await categoryExists(pool, id)) return;
  const message = 'error.category';
  throw new Problem('invalid', 'no-such-category', message, [{ field: 'categoryId', message }]);
}
