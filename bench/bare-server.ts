import { createServer } from 'node:http';
import pg from 'pg';
import { selectOffers } from '../src/modules/catalogue/server/offers.store.ts';
import { presentOffer } from '../src/modules/catalogue/server/present-product.ts';
import { SESSION_OPTIONS } from '../src/platform/database/database.ts';

/**
 * The limit: a page of a category with nothing around it. The same prepared query, the same fields as JSON; no token, no
 * role, no checks, no headers, no log.
 */
const config = { connectionString: process.env.DATABASE_URL, options: SESSION_OPTIONS };
/** As most servers ask, one question at a time on each of ten connections; or all on one, without waiting (`PIPELINED`). */
const pool = process.env.PIPELINED ? new pg.Client({ ...config, pipeline: true }) : new pg.Pool({ ...config, max: 10 });
if (pool instanceof pg.Client) await pool.connect();
pg.types.setTypeParser(pg.types.builtins.INT8, Number);
pg.types.setTypeParser(pg.types.builtins.NUMERIC, Number);

const server = createServer(async (request, response) => {
  const category = request.url?.slice(1) ?? '';
  if (category === '') return response.end();
  const rows = await selectOffers(pool, category, 25);
  const body = JSON.stringify(rows.slice(0, 24).map(presentOffer));
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) });
  response.end(body);
});
server.listen(Number(process.env.PORT), '127.0.0.1');

process.on('SIGTERM', () => {
  server.close();
  server.closeAllConnections();
  pool.end();
});
