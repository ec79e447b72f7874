import type { Db } from '#platform/database/database.ts';
import { runPrepared } from '#platform/database/prepared.ts';

const SIZE = {
  name: 'sitemap-size',
  text: `select greatest(reltuples, 0)::float as estimate from pg_class where oid = 'products_on_offer_by_byte'::regclass`,
};

/** Returns about how many products are on offer, by PostgreSQL's statistics. An exact count would read each of them. */
export async function estimateOnOffer(db: Db): Promise<number> {
  const [row] = await runPrepared<{ estimate: number }>(db, SIZE);
  return row?.estimate ?? 0;
}

const PART = {
  name: 'sitemap-part',
  text: `select id from products where status = 'unsold' and get_byte(uuid_send(id), 15) between $1 and $2
    order by get_byte(uuid_send(id), 15), id limit $3`,
};

/** Returns the ids of products on offer whose last byte lies between two bytes, both included. */
export async function selectOnOfferByByte(db: Db, from: number, to: number, limit: number): Promise<string[]> {
  return (await runPrepared<{ id: string }>(db, PART, [from, to, limit])).map(({ id }) => id);
}
