import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import type { BenchDatabase } from './bench-database.ts';
import { CONNECTIONS_COUNT, type Load, type Measurement, measureLoad } from './load.ts';
import { type Spread, spread } from './number-format.ts';
import { hasPgbench, pgbench } from './pgbench.ts';
import type { BenchServer } from './servers.ts';
import type { BenchUser } from './users.ts';

export interface BookingBench {
  database: BenchDatabase;
  store: BenchServer;
  bare: BenchServer;
  /** The buyers, who book in turn. */
  buyers: BenchUser[];
  rounds: number;
}

export interface BookingResults {
  measurements: Measurement[];
  /** A bare server with one insert. */
  bareMeasurements: Measurement[];
  /** The store's SQL function by pgbench, per second. */
  functionRates: number[];
  /** The same transaction statement by statement, by pgbench, per second. */
  statementRates: number[];
}

const PHONE = '01712345678';
/** Products per round, each booked once. A smaller round is mostly warm-up. */
const BOOKINGS_MAX_ROWS = 8000;
const DRAIN_INTERVAL_MS = 100;
/** The status for a product that is already booked. */
const CONFLICT_STATUS = 409;

/** Measures in turn: bookings with an idempotency key, a bare server with one insert, and the transaction by pgbench. */
export async function measureBookings(
  { database, store, bare, buyers, rounds }: BookingBench,
  { withPgbench = hasPgbench } = {},
): Promise<BookingResults> {
  const { db, url, folder } = database;
  await db.query(
    'create table if not exists bench_bookable (n serial primary key, id uuid not null, buyer_id uuid not null)',
  );
  const results: BookingResults = { measurements: [], bareMeasurements: [], functionRates: [], statementRates: [] };
  // The first round warms up.
  for (let round = 0; round <= rounds; round += 1) {
    const ids = await fillBookable(db, buyers);
    if (ids.length === 0) break;
    for (const [server, measurements] of [
      [bare, results.bareMeasurements],
      [store, results.measurements],
    ] as const) {
      const measurement = await measureLoad(server, { ...bookingLoad(ids, buyers), requests: ids.length });
      await clearBookings(db);
      await fillBookable(db, buyers);
      if (round > 0) measurements.push(measurement);
    }
    await clearBookings(db);
    if (!withPgbench || round === 0) continue;
    for (const [script, perSecond] of [
      [FUNCTION_SCRIPT, results.functionRates],
      [STATEMENTS_SCRIPT, results.statementRates],
    ] as const) {
      const each = Math.floor((await fillBookable(db, buyers)).length / CONNECTIONS_COUNT);
      perSecond.push(await pgbench(url, folder, script, { each, define: { turn: '0' } }));
      await clearBookings(db);
    }
  }
  await db.query('drop table bench_bookable');
  return results;
}

/** Books each product once, by the buyers in turn. The bare server reads the buyer's id from a header. */
function bookingLoad(ids: string[], buyers: BenchUser[]): Load {
  let next = 0;
  let turn = 0;
  return {
    path: '/api/bookings',
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    headersOf: () => {
      turn += 1;
      const buyer = buyers[turn % buyers.length];
      return { ...buyer?.headers, buyer: buyer?.id ?? '', 'idempotency-key': crypto.randomUUID() };
    },
    body: () => {
      const itemId = ids[next] ?? '';
      next += 1;
      return JSON.stringify({ itemId, phone: PHONE, location: 'Mirpur 10 circle' });
    },
  };
}

/** The store's transaction, without HTTP. */
const FUNCTION_SCRIPT = `
\\set turn :turn + 1
\\set n :client_id + ${CONNECTIONS_COUNT} * (:turn - 1) + 1
select make_booking_once(buyer_id, gen_random_uuid()::text, '', jsonb_build_object('insertedId', id), id, buyer_id, 'bdt', '${PHONE}',
  'Mirpur 10 circle', interval '1 day', null, uuid_v7(), 0) from bench_bookable where n = :n;
`;

/** The same transaction without the SQL function. */
const STATEMENTS_SCRIPT = `
\\set turn :turn + 1
\\set n :client_id + ${CONNECTIONS_COUNT} * (:turn - 1) + 1
begin;
insert into idempotency_keys (owner_id, key, fingerprint, answer)
select buyer_id, gen_random_uuid()::text, '', jsonb_build_object('insertedId', id) from bench_bookable where n = :n;
select u.id from bench_bookable s join users u on u.id = s.buyer_id where s.n = :n and u.status = 'active' for no key update of u;
insert into bookings (product_id, seller_id, buyer_id, item_name, item_image, price_poisha, currency, phone, pickup, hold_until)
select p.id, p.seller_id, s.buyer_id, p.name, p.image, p.price_poisha, 'bdt', '${PHONE}', 'Mirpur 10 circle',
  now() + interval '1 day'
from products p join bench_bookable s on s.id = p.id where s.n = :n and p.status = 'unsold' and p.seller_id <> s.buyer_id
for no key update of p on conflict (product_id) where state in ('held', 'paid', 'handed_over', 'disputed', 'completed', 'partly_refunded')
  do nothing returning id;
commit;
`;

/** Selects unbooked products and a buyer for each. Returns the products' ids. */
async function fillBookable(db: pg.Client, buyers: BenchUser[]): Promise<string[]> {
  await db.query('truncate bench_bookable restart identity');
  const { rows } = await db.query(
    `insert into bench_bookable (id, buyer_id)
     select p.id, ($2::uuid[])[1 + row_number() over () % $3::int] from products p
     where p.status = 'unsold' and not exists (select from bookings b where b.product_id = p.id)
     order by p.id limit $1 returning id`,
    [BOOKINGS_MAX_ROWS, buyers.map(({ id }) => id), buyers.length],
  );
  await db.query('vacuum (analyze) bench_bookable');
  return rows.map((row) => row.id);
}

async function clearBookings(db: pg.Client): Promise<void> {
  // The store still sends their e-mails, which would slow the next measurement.
  const waiting = `select from graphile_worker.jobs where task_identifier = 'order-email' and attempts < max_attempts`;
  while ((await db.query(waiting)).rows.length > 0) await pause(DRAIN_INTERVAL_MS);
  await db.query('delete from bookings using bench_bookable s where product_id = s.id');
  await db.query(`delete from idempotency_keys where answer ? 'insertedId'`);
  await db.query('vacuum bookings, products, idempotency_keys');
}

export interface Contest {
  /** Response times, in milliseconds. */
  p99: Spread;
  p50: Spread;
  /** The number of successful bookings of each contest. */
  winners: number[];
}

/**
 * Measures contests: all buyers book the same product at the same time. Throws if an answer is neither a success nor a
 * conflict.
 */
export async function measureContest({ database, store, buyers }: BookingBench, contests: number): Promise<Contest> {
  const { rows } = await database.db.query(
    `select p.id from products p where p.status = 'unsold' and not exists (select from bookings b where b.product_id = p.id)
     order by p.id limit $1`,
    [contests + 1],
  );
  const times: number[][] = [];
  const winners: number[] = [];
  for (const [contest, { id }] of rows.entries()) {
    const answers = await Promise.all(buyers.map((buyer) => book(store, buyer, id)));
    winners.push(answers.filter((answer) => answer.ok).length);
    // The first contest warms up.
    if (contest > 0) times.push(answers.map((answer) => answer.ms).toSorted((one, other) => one - other));
  }
  const at = (part: number) => spread(times.map((of) => of[Math.floor((of.length - 1) * part)] ?? Number.NaN));
  return { p50: at(0.5), p99: at(0.99), winners };
}

async function book(store: BenchServer, buyer: BenchUser, itemId: string) {
  const startedAt = performance.now();
  const answer = await fetch(`${store.address}/api/bookings`, {
    method: 'POST',
    headers: { ...buyer.headers, 'content-type': 'application/json' },
    body: JSON.stringify({ itemId, phone: PHONE, location: 'Mirpur 10 circle' }),
  });
  await answer.arrayBuffer();
  if (!answer.ok && answer.status !== CONFLICT_STATUS) throw new Error(`A booking was answered with ${answer.status}`);
  return { ok: answer.ok, ms: performance.now() - startedAt };
}
