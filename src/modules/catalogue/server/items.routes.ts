import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import { Problem } from '#platform/contract/problem.ts';
import { readCursor, toPage } from '#platform/database/keyset.ts';
import { serve } from '#platform/http/serve.ts';
import * as calls from '../items.contract.ts';
import { findItem, findSeller } from './items.store.ts';
import { findOffer, selectListedOfSeller } from './offers.store.ts';
import { presentItem, presentListed, presentSeller } from './present-item.ts';
import { presentOffer } from './present-product.ts';

export function itemRoutes(app: FastifyInstance, { pool, pageSize }: { pool: pg.Pool; pageSize: number }): void {
  serve(app, calls.getItem, async ({ params: { id } }) => {
    const row = there(await findItem(pool, id));
    if (row.status === 'removed') throw gone();
    return presentItem(row);
  });

  serve(app, calls.getItemOffer, async ({ params: { id } }) => {
    const row = there(await findOffer(pool, id));
    if (row.status !== 'unsold') throw gone();
    return presentOffer(row);
  });

  serve(app, calls.getSeller, async ({ params: { id } }) => {
    const row = there(await findSeller(pool, id));
    return { ...presentSeller(row), onSale: row.on_sale };
  });

  serve(app, calls.listOfSeller, async ({ params: { id }, query }) => {
    const rows = await selectListedOfSeller(pool, id, pageSize + 1, readCursor(query.cursor));
    if (rows.length === 0) there(await findSeller(pool, id));
    return toPage(rows, presentListed, pageSize);
  });
}

function there<T>(row: T | undefined): T {
  if (row === undefined) throw new Problem('missing', 'not-found', 'error.notFound');
  return row;
}

function gone(): Problem {
  return new Problem('gone', 'no-longer-here', 'item.gone');
}
