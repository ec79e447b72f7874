import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import pg from 'pg';
import { ITEM, type ItemRow } from '../src/modules/catalogue/server/items.store.ts';
import { OFFERS_OF_CATEGORY, type Offer } from '../src/modules/catalogue/server/offers.store.ts';
import { presentItem, presentOffer } from '../src/modules/catalogue/server/present-product.ts';
import { SESSION_OPTIONS } from '../src/platform/database/database.ts';
import { pageStatement } from '../src/platform/database/keyset.ts';
import { NUMBER_PARSERS } from '../src/platform/database/prepared.ts';
import { PAGE_MAX_ROWS, tradeLists } from './bare-trade.ts';

/**
 * The upper limit for a category's page, an item, a search, a booking and the lists of the trade: a `node:http` server with the
 * same prepared query or one insert, and the same JSON. No token, role, validation, headers or log.
 */
const textInstants: pg.CustomTypesConfig = {
  getTypeParser: (oid, format) =>
    oid === pg.types.builtins.TIMESTAMPTZ ? String : NUMBER_PARSERS.getTypeParser(oid, format),
};
const config = { connectionString: process.env.DATABASE_URL, options: SESSION_OPTIONS, types: textInstants };
const pool = new pg.Pool({ ...config, max: 10 });

/** A search without ranking, newest first. */
const MATCHES = `select id, name, image, original_poisha, price_poisha, quality, category_id, location, created_at, description,
    years_used, phone, advertised, seller_id, seller_name, seller_email, seller_verified as verified,
    (held_until > now()) is true as booked
  from products where status = 'unsold' and document @@ $1::tsquery order by created_at desc limit 24`;
const BOOKING = {
  name: 'booking',
  text: `insert into bookings (product_id, seller_id, buyer_id, item_name, item_image, price_poisha, currency, phone, pickup, hold_until)
    select id, seller_id, $2, name, image, price_poisha, 'bdt', $3, $4, now() + interval '1 day' from products where id = $1
    returning id`,
};

const LISTS = await tradeLists(pool);

async function offers(category: string): Promise<unknown> {
  const { statement, values } = pageStatement(OFFERS_OF_CATEGORY, [category], {
    size: PAGE_MAX_ROWS,
    after: undefined,
  });
  const { rows } = await pool.query<Offer>({ ...statement, values });
  return rows.slice(0, PAGE_MAX_ROWS).map(presentOffer);
}

async function item(id: string): Promise<unknown> {
  const { rows } = await pool.query<ItemRow>({ ...ITEM, values: [id] });
  return rows[0] && presentItem(rows[0]);
}

async function matches(tsquery: string): Promise<unknown> {
  const { rows } = await pool.query<Offer>({ name: 'search', text: MATCHES, values: [tsquery] });
  return rows.map(presentOffer);
}

async function book(request: IncomingMessage): Promise<unknown> {
  const { itemId, phone, location } = JSON.parse(Buffer.concat(await Array.fromAsync(request)).toString());
  const { rows } = await pool.query({ ...BOOKING, values: [itemId, request.headers.buyer, phone, location] });
  return { acknowledged: true, insertedId: rows[0].id };
}

async function replyTo(request: IncomingMessage): Promise<unknown> {
  if (request.method === 'POST') return book(request);
  const [, kind, id = ''] = (request.url ?? '').split('/');
  if (kind === 'search') return matches(decodeURIComponent(id));
  const list = LISTS[kind ?? ''];
  if (list) return list(id);
  return kind === 'items' ? item(id) : offers(id);
}

const server = createServer(async (request, response) => {
  const body = request.url === '/' ? '' : JSON.stringify(await replyTo(request));
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) });
  response.end(body);
});
server.listen(Number(process.env.PORT), '127.0.0.1');

process.on('SIGTERM', async () => {
  server.close();
  server.closeAllConnections();
  await once(server, 'close');
  await pool.end();
});
