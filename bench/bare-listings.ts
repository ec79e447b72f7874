import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import pg from 'pg';
import { SESSION_OPTIONS } from '../src/platform/database/database.ts';

/**
 * The upper limit for listing a product: a `node:http` server that inserts the same rows as `POST /products` in one
 * transaction. No token, role, validation, headers or log.
 */
const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, options: SESSION_OPTIONS, max: 16 });

const KEY = 'insert into idempotency_keys (owner_id, key, fingerprint, answer) values ($1, $2, $2, $3)';
const PRODUCT = `insert into products (seller_id, category_id, name, description, image, original_poisha, price_poisha, quality,
    years_used, location, phone)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) returning id`;
const PHOTO =
  'insert into photos (owner_id, address, product_id, position, delete_after) values ($1, $2, $3, 0, null) returning id';
const JOB = `select graphile_worker.add_job('photo', json_build_object('id', $1::text), job_key := 'photo-' || $1::text,
    max_attempts := 4, priority := 10)`;

async function insert(request: IncomingMessage): Promise<string> {
  const product = JSON.parse(Buffer.concat(await Array.fromAsync(request)).toString());
  const seller = String(request.headers.seller);
  const client = await pool.connect();
  try {
    await client.query('begin');
    const { rows } = await client.query(PRODUCT, [
      seller,
      product.categoryId,
      product.productName,
      product.description,
      product.imageURL,
      product.originalPrice * 100,
      product.resalePrice * 100,
      product.quality,
      product.useYear,
      product.location,
      product.phone,
    ]);
    const id = rows[0].id;
    const photo = await client.query(PHOTO, [seller, product.imageURL, id]);
    await client.query(JOB, [photo.rows[0].id]);
    const answer = JSON.stringify({ acknowledged: true, insertedId: id });
    await client.query(KEY, [seller, request.headers['idempotency-key'], answer]);
    await client.query('commit');
    client.release();
    return answer;
  } catch (error) {
    client.release(true);
    throw error;
  }
}

const server = createServer(async (request, response) => {
  const body = request.method === 'POST' ? await insert(request) : '';
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
