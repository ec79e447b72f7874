import type { FastifyInstance, FastifyRequest } from 'fastify';
import { assertOwnEmail } from '#modules/identity/server/service.ts';
import { fieldProblem, Problem } from '#platform/contract/problem.ts';
import type { Database } from '#platform/database/database.ts';
import { presentPage, readPage } from '#platform/database/keyset.ts';
import type { Reads } from '#platform/database/read-replica.ts';
import { languageOf, translateIn } from '#platform/http/language.ts';
import { serve } from '#platform/http/serve.ts';
import * as calls from '../contract.ts';
import * as itemCalls from '../items.contract.ts';
import { findItem, findSeller } from './items.store.ts';
import {
  categoryExists,
  findOffer,
  selectAdvertised,
  selectCategories,
  selectOffers,
  selectOffersOfSeller,
} from './offers.store.ts';
import {
  presentAdvertised,
  presentItem,
  presentItemOffer,
  presentListed,
  presentMine,
  presentOffer,
  presentSeller,
} from './present-product.ts';
import { findProductOfSeller, selectProductsOfSeller } from './products.store.ts';
import { changeAdvertised, changeStatus, editProduct, listProduct, removeProduct } from './service.ts';

interface Deps {
  db: Database;
  reads: Reads;
  /** The product's name, for messages. */
  product: string;
  pageSize: number;
  terms: calls.ListingTerms;
}

/** Serves the calls of catalogue/contract.ts and items.contract.ts. Public lists may come from a replica. */
export function catalogueRoutes(app: FastifyInstance, { db, reads, product, pageSize, terms }: Deps): void {
  serve(app, calls.getListingTerms, async () => terms);

  const translateFor = (request: FastifyRequest) => (message: string) =>
    translateIn(languageOf(request), message, product);
  itemRoutes(app, { db, pageSize });

  serve(app, calls.listCategories, async ({ request }) =>
    (await selectCategories(reads(request))).map((row) => ({
      _id: row.id,
      categoryName: row.name,
      names: { en: row.name, bn: row.name_bn ?? row.name },
      photo: row.photo,
      tone: row.tone,
      count: row.count,
    })),
  );

  serve(app, calls.listAdvertised, async ({ request }) => {
    const { rows } = await selectAdvertised(reads(request), readPage({}, pageSize));
    return rows.map(presentAdvertised);
  });

  serve(app, calls.listByCategory, async ({ params: { categoryId }, query, request }) => {
    const page = await selectOffers(reads(request), categoryId, readPage(query, pageSize));
    if (page.rows.length === 0 && !(await categoryExists(db, categoryId)))
      throw new Problem('missing', 'not-found', 'error.notFound');
    return presentPage(page, presentOffer);
  });

  serve(app, calls.addProduct, async ({ caller, body, once }) => {
    await assertCategory(db, body.categoryId);
    return once(db, async (db) => ({ acknowledged: true, insertedId: await listProduct(db, caller.id, body) }));
  });

  serve(app, calls.listMyProducts, async ({ caller, query, request }) => {
    assertOwnEmail(caller.email, query.email);
    const page = await selectProductsOfSeller(db, caller.id, query, readPage(query, pageSize));
    return presentPage(page, (row) => presentMine(row, caller.email, translateFor(request)));
  });

  serve(app, calls.getMyProduct, async ({ caller, params: { id }, request }) => {
    const row = requireFound(await findProductOfSeller(db, id, caller.id));
    return presentMine(row, caller.email, translateFor(request));
  });

  serve(app, calls.editMyProduct, async ({ caller, params: { id }, body }) => {
    if (body.categoryId) await assertCategory(db, body.categoryId);
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

async function assertCategory(db: Database, id: string): Promise<void> {
  if (!(await categoryExists(db, id)))
    throw fieldProblem('invalid', 'no-such-category', 'categoryId', 'error.category');
}

function itemRoutes(app: FastifyInstance, { db, pageSize }: { db: Database; pageSize: number }): void {
  serve(app, itemCalls.getItem, async ({ params: { id } }) => {
    const row = requireFound(await findItem(db, id));
    if (row.status === 'removed') throw goneProblem();
    return presentItem(row);
  });

  serve(app, itemCalls.getItemOffer, async ({ caller, params: { id } }) => {
    const row = requireFound(await findOffer(db, id, caller.id));
    if (row.status !== 'unsold' && !row.lapsed) throw goneProblem();
    return presentItemOffer(row);
  });

  serve(app, itemCalls.getSeller, async ({ params: { id } }) => {
    const row = requireFound(await findSeller(db, id));
    return { ...presentSeller(row), onSale: row.on_sale };
  });

  serve(app, itemCalls.listSellerProducts, async ({ params: { id }, query }) => {
    const page = await selectOffersOfSeller(db, id, readPage(query, pageSize));
    if (page.rows.length === 0) requireFound(await findSeller(db, id));
    return presentPage(page, presentListed);
  });
}

function requireFound<T>(row: T | undefined): T {
  if (row === undefined) throw new Problem('missing', 'not-found', 'error.notFound');
  return row;
}

function goneProblem(): Problem {
  return new Problem('gone', 'no-longer-here', 'item.gone');
}
