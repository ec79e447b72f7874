import type pg from 'pg';
import { type Spread, spread } from './figures.ts';
import type { Filled } from './filled.ts';
import { type Aim, CONNECTIONS, type Shot, shoot } from './load.ts';
import type { Machine } from './machines.ts';
import type { Visitor } from './people.ts';
import { hasPgbench, pgbench } from './pgbench.ts';

export interface Booking {
  filled: Filled;
  product: Machine;
  bare: Machine;
  /** Who books; each has a number, and buys nothing of their own. */
  buyers: Visitor[];
  rounds: number;
}

export interface Booked {
  shots: Shot[];
  /** Of a bare server that does one insert. */
  bare: Shot[];
  /** The same transaction through pgbench, a second. */
  limits: number[];
  /** And as one would write it by hand, in four statements. */
  statements: number[];
}

const PHONE = '01712345678';
/** At most so many products are booked once each. With fewer, most of the time is warm-up. */
const SHELF = 8000;

/** Bookings with a key, as browsers send; one insert of a bare server; and the transaction through pgbench, in turn. */
export async function measureBookings(
  { filled, product, bare, buyers, rounds }: Booking,
  { withPgbench = hasPgbench } = {},
): Promise<Booked> {
  const { db, url, folder } = filled;
  await db.query(
    'create table if not exists bench_shelf (n serial primary key, id uuid not null, buyer_id uuid not null)',
  );
  const found: Booked = { shots: [], bare: [], limits: [], statements: [] };
  // The first is for nothing to be counted that is not compiled.
  for (let round = 0; round <= rounds; round += 1) {
    const ids = await fillShelf(db, buyers);
    if (ids.length === 0) break;
    for (const [machine, shots] of [
      [bare, found.bare],
      [product, found.shots],
    ] as const) {
      const shot = await shoot(machine, { ...bookingsOf(ids, buyers), requests: ids.length });
      await clearShelf(db);
      await fillShelf(db, buyers);
      if (round > 0) shots.push(shot);
    }
    await clearShelf(db);
    if (!withPgbench || round === 0) continue;
    for (const [script, perSecond] of [
      [SCRIPT, found.limits],
      [STATEMENTS, found.statements],
    ] as const) {
      const each = Math.floor((await fillShelf(db, buyers)).length / CONNECTIONS);
      perSecond.push(await pgbench(url, folder, script, { each, define: { turn: '0' } }));
      await clearShelf(db);
    }
  }
  await db.query('drop table bench_shelf');
  return found;
}

/** Each product once, each by the next buyer. The bare server reads the buyer's id of a header. */
function bookingsOf(ids: string[], buyers: Visitor[]): Aim {
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

/** The store's own transaction, and nothing else. */
const SCRIPT = `
\\set turn :turn + 1
\\set n :client_id + ${CONNECTIONS} * (:turn - 1) + 1
select make_booking(id, buyer_id, 'bdt', '${PHONE}', 'Mirpur 10 circle', interval '1 day', null) from bench_shelf where n = :n;
`;

/** The same as one would write it without a function, statement by statement. */
const STATEMENTS = `
\\set turn :turn + 1
\\set n :client_id + ${CONNECTIONS} * (:turn - 1) + 1
begin;
select u.id from bench_shelf s join users u on u.id = s.buyer_id where s.n = :n and u.status = 'active' for no key update of u;
insert into bookings (product_id, seller_id, buyer_id, item_name, item_image, price_poisha, currency, phone, pickup, hold_until)
select p.id, p.seller_id, s.buyer_id, p.name, p.image, p.price_poisha, 'bdt', '${PHONE}', 'Mirpur 10 circle',
  now() + interval '1 day'
from products p join bench_shelf s on s.id = p.id where s.n = :n and p.status = 'unsold' and p.seller_id <> s.buyer_id
for no key update of p on conflict (product_id) where state in ('held', 'paid') do nothing returning id;
commit;
`;

/** Puts things out to be booked once each, and says who books which. */
async function fillShelf(db: pg.Client, buyers: Visitor[]): Promise<string[]> {
  await db.query('truncate bench_shelf restart identity');
  const { rows } = await db.query(
    `insert into bench_shelf (id, buyer_id)
     select p.id, ($2::uuid[])[1 + row_number() over () % $3::int] from products p
     where p.status = 'unsold' and not exists (select from bookings b where b.product_id = p.id)
     order by p.id limit $1 returning id`,
    [SHELF, buyers.map(({ id }) => id), buyers.length],
  );
  await db.query('vacuum (analyze) bench_shelf');
  return rows.map((row) => row.id);
}

async function clearShelf(db: pg.Client): Promise<void> {
  await db.query('delete from bookings using bench_shelf s where product_id = s.id');
  await db.query(`delete from idempotency_keys where answer ? 'insertedId'`);
  await db.query('vacuum bookings, products, idempotency_keys');
}

export interface Contest {
  /** How long each buyer waited for their answer, in milliseconds; the slowest of a hundred. */
  p99: Spread;
  p50: Spread;
  /** How many got the thing, of each contest. */
  winners: number[];
}

/** Everybody wants the same thing in the same moment, again and again. */
export async function measureContest({ filled, product, buyers }: Booking, contests: number): Promise<Contest> {
  const { rows } = await filled.db.query(
    `select p.id from products p where p.status = 'unsold' and not exists (select from bookings b where b.product_id = p.id)
     order by p.id limit $1`,
    [contests + 1],
  );
  const times: number[][] = [];
  const winners: number[] = [];
  for (const [turn, { id }] of rows.entries()) {
    const answers = await Promise.all(buyers.map((buyer) => book(product, buyer, id)));
    winners.push(answers.filter((answer) => answer.ok).length);
    // In the first, connections come about and code is compiled, here and there.
    if (turn > 0) times.push(answers.map((answer) => answer.took).toSorted((one, other) => one - other));
  }
  const at = (part: number) => spread(times.map((of) => of[Math.floor((of.length - 1) * part)] ?? Number.NaN));
  return { p50: at(0.5), p99: at(0.99), winners };
}

async function book(product: Machine, buyer: Visitor, itemId: string) {
  const begun = performance.now();
  const answer = await fetch(`${product.address}/api/bookings`, {
    method: 'POST',
    headers: { ...buyer.headers, 'content-type': 'application/json' },
    body: JSON.stringify({ itemId, phone: PHONE, location: 'Mirpur 10 circle' }),
  });
  await answer.arrayBuffer();
  return { ok: answer.ok, took: performance.now() - begun };
}
