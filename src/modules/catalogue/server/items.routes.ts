import type { FastifyInstance } from 'fastify';
import { Problem } from '#platform/contract/problem.ts';
import type { Database } from '#platform/database/database.ts';
import { presentPage, readPage } from '#platform/database/keyset.ts';
import { serve } from '#platform/http/serve.ts';
import * as calls from '../items.contract.ts';
import { findItem, findSeller } from './items.store.ts';
import { findOffer, selectOffersOfSeller } from './offers.store.ts';
import { presentItem, presentSeller } from './present-item.ts';
import { presentListed, presentOffer } from './present-product.ts';

export function itemRoutes(app: FastifyInstance, { db, pageSize }: { db: Database; pageSize: number }): void {
  serve(app, calls.getItem, async ({ params: { id } }) => {
    const row = there(await findItem(db, id));
    if (row.status === 'removed') throw gone();
    return presentItem(row);
  });

  serve(app, calls.getItemOffer, async ({ params: { id } }) => {
    const row = there(await findOffer(db, id));
    if (row.status !== 'unsold') throw gone();
    return presentOffer(row);
  });

  serve(app, calls.getSeller, async ({ params: { id } }) => {
    const row = there(await findSeller(db, id));
    return { ...presentSeller(row), onSale: row.on_sale };
  });

  serve(app, calls.listOfSeller, async ({ params: { id }, query }) => {
    const page = await selectOffersOfSeller(db, id, readPage(query, pageSize));
    if (page.rows.length === 0) there(await findSeller(db, id));
    return presentPage(page, presentListed);
  });
}

function there<T>(row: T | undefined): T {
  if (row === undefined) throw new Problem('missing', 'not-found', 'error.notFound');
  return row;
}

function gone(): Problem {
  return new Problem('gone', 'no-longer-here', 'item.gone');
}
