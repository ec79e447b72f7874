import type pg from 'pg';
import { largestCategory } from './lists.ts';
import { hasPgbench, pgbench } from './pgbench.ts';

/** The category's query through pgbench: what the database alone gives. Nothing where there is no pgbench. */
export async function pgbenchLists(
  db: pg.Client,
  { databaseUrl, folder, rounds }: { databaseUrl: string; folder: string; rounds: number },
): Promise<number[]> {
  if (!hasPgbench) return [];
  const category = await largestCategory(db);
  const script = `select p.id, p.created_at::text as cursor_at, p.name, p.image, p.original_poisha, p.price_poisha, p.quality,
  p.category_id, p.location, p.created_at, s.name as seller_name, s.verified_at is not null as verified, p.description,
  p.years_used, p.phone, p.advertised, s.email as seller_email,
  exists (select from live_bookings b where b.product_id = p.id) as booked
  from products p join users s on s.id = p.seller_id where p.category_id = '${category}' and p.status = 'unsold'
  order by p.created_at desc, p.id desc limit 25;`;
  const perSecond: number[] = [];
  for (let round = 0; round < rounds; round += 1) perSecond.push(await pgbench(databaseUrl, folder, script));
  return perSecond;
}
