import type pg from 'pg';

/**
 * About how much is on offer, as the database last counted it. The exact number would cost a look at each, and nobody reads
 * it.
 */
export async function estimateOnOffer(pool: pg.Pool): Promise<number> {
  const { rows } = await pool.query<{ estimate: number }>({
    name: 'sitemap-size',
    text: `select greatest(reltuples, 0)::float as estimate from pg_class where oid = 'products_on_offer_by_byte'::regclass`,
  });
  return rows[0]?.estimate ?? 0;
}

/** What is on offer and has an id with one of these last bytes, both included. */
export async function selectOnOfferByByte(pool: pg.Pool, from: number, to: number, limit: number): Promise<string[]> {
  const { rows } = await pool.query<{ id: string }>({
    name: 'sitemap-part',
    text: `select id from products where status = 'unsold' and get_byte(uuid_send(id), 15) between $1 and $2
      order by get_byte(uuid_send(id), 15), id limit $3`,
    values: [from, to, limit],
  });
  return rows.map(({ id }) => id);
}
