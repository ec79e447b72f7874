import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { sql } from 'kysely';
import { describe, expect, test, vi } from 'vitest';
import { listBookings } from '#modules/bookings/contract.ts';
import { getAccessToken } from '#modules/identity/contract.ts';
import { RECONCILE } from '#modules/payments/server/reconcile.job.ts';
import { findBrokenInvariants } from '#modules/payments/server/reconciliation-report.store.ts';
import { createClient } from '#platform/contract/call-client.ts';
import { migrate } from '#platform/database/migrate.ts';
import { inProcessTransport } from '#platform/http/in-process-transport.ts';
import { ask } from '../faults/machines.ts';
import { schemaOf } from '../faults/schema-digest.ts';
import { cardDesk } from '../support/card-desk.ts';
import { createTestDatabase } from '../support/postgres.ts';
import { cookieOf, openTestStore, provider } from '../support/test-store.ts';

const DUMPS = globSync('*.sql.gz', { cwd: import.meta.dirname });

/** What an upgrade must not change, whichever columns later migrations add. */
const CONTENTS = [
  'select id, email, name, role, status, verified_at from users order by id',
  'select id, seller_id, name, description, image, price_poisha, status, advertised, seller_verified from products order by id',
  'select id, product_id, buyer_id, price_poisha, currency, phone, pickup, state from bookings order by id',
  'select id, booking_id, amount_poisha, intent, state from payments order by id',
  'select id, payment_id, kind, amount_poisha, at from ledger order by id',
  'select id, type, intent, received_at from provider_events order by id',
  'select id, owner_id, product_id, position, state, address from photos order by id',
  'select owner_id, key, fingerprint, answer from idempotency_keys order by 1, 2',
  'select id, name, email, message from contact_messages order by id',
  'select id, case_id, reporter_id, reason from reports order by id',
  'select account_id, provider_id, password from credentials order by id',
  'select id, act, admin_id, target_id from admin_acts order by id',
  'select id, words from search_synonyms order by id',
  'select task_identifier, key, attempts from graphile_worker.jobs order by id',
];

async function contentsOf(url: string): Promise<unknown[][]> {
  const contents: unknown[][] = [];
  for (const query of CONTENTS) contents.push(await ask(url, query));
  return contents;
}

/** PostgreSQL adds parentheses to a condition when it reads it back from a dump. */
async function schemaWithoutParentheses(url: string): Promise<string[]> {
  return (await schemaOf(url)).map((line) => line.replace(/[()]/g, ''));
}

/** How many rows each table has, but for the list of migrations that have run. */
async function countRows(url: string): Promise<Map<string, number>> {
  const tables = await ask<{ name: string }>(
    url,
    "select tablename as name from pg_tables where schemaname = 'public' and tablename <> 'migrations' order by 1",
  );
  const counts = new Map<string, number>();
  for (const { name } of tables) {
    const [row] = await ask<{ count: number }>(url, `select count(*)::int as count from "${name}"`);
    counts.set(name, row?.count ?? 0);
  }
  return counts;
}

describe.each(DUMPS)('a database of an earlier release (%s)', (dump) => {
  test('migrates to the present schema with all its rows, and the store opens on it [P14]', async () => {
    const [database, fresh] = [await createTestDatabase({ empty: true }), await createTestDatabase()];
    const { url } = database;
    await ask(url, gunzipSync(readFileSync(join(import.meta.dirname, dump))).toString());
    const [counts, contents] = [await countRows(url), await contentsOf(url)];
    expect([...counts].filter(([, count]) => count === 0)).toEqual([]);

    await migrate(url);

    const after = await countRows(url);
    for (const [table, count] of counts) expect([table, after.get(table)]).toEqual([table, count]);
    expect(await contentsOf(url)).toEqual(contents);
    expect(await schemaWithoutParentheses(url)).toEqual(await schemaWithoutParentheses(fresh.url));
    await fresh.drop();

    const store = await openTestStore({ LOG_LEVEL: 'fatal' }, { database });
    try {
      expect(await findBrokenInvariants(store.db)).toEqual([]);
      const paid = await sql<{ email: string; booking: string }>`select u.email, b.id as booking from bookings b
        join users u on u.id = b.buyer_id where b.state = 'paid' limit 1`.execute(store.db);
      const { email = '', booking = '' } = paid.rows[0] ?? {};
      const cookie = cookieOf(await provider(store.app, '/sign-in/email', { email, password: 'secret-1234' }));
      const { accessToken } = await createClient(inProcessTransport(store.app, { cookie })).send(getAccessToken, {
        query: { email },
      });
      const buyer = createClient(inProcessTransport(store.app, { authorization: `Bearer ${accessToken}` }));
      const { items } = await buyer.send(listBookings, { query: { email } });
      expect(items).toContainEqual(expect.objectContaining({ _id: booking, paid: true }));
    } finally {
      await store.close();
    }
  });
});

test('a payment that an earlier release closed with a part of its refund is due again, and the rest goes back', async () => {
  const cards = await openTestStore({ LOG_LEVEL: 'fatal' });
  const desk = cardDesk(cards);
  const database = await createTestDatabase({ empty: true });
  const { url } = database;
  await ask(url, gunzipSync(readFileSync(join(import.meta.dirname, '0019.sql.gz'))).toString());
  const [closed] = await ask<{ booking: string; price: number }>(
    url,
    `select b.id as booking, b.price_poisha::int as price from payments p join bookings b on b.id = p.booking_id
      where p.state = 'refunded'`,
  );
  const { booking = '', price = 0 } = closed ?? {};
  const intent = await desk.pay(await desk.strayIntent(booking, price));
  await desk.refund(intent, 100);
  await ask(
    url,
    `with one as (insert into payments (booking_id, amount_poisha, currency, intent, state)
        values ('${booking}', ${price}, 'bdt', '${intent}', 'refunded') returning id)
      insert into ledger (payment_id, kind, amount_poisha)
        select one.id, kind, amount from one, (values ('capture', ${price}), ('refund', 100)) as line (kind, amount)`,
  );

  await migrate(url);
  const states = await ask<{ intent: string; state: string }>(
    url,
    "select intent, state from payments where state like 'refund%'",
  );
  expect(states).toContainEqual({ intent, state: 'refund_due' });
  expect(states.filter(({ state }) => state === 'refunded')).toHaveLength(1);

  const settings = {
    LOG_LEVEL: 'fatal',
    STRIPE_SECRET_KEY: cards.cards.secretKey,
    STRIPE_PUBLISHABLE_KEY: cards.cards.publishableKey,
    STRIPE_WEBHOOK_SECRET: cards.cards.webhookSecret,
    STRIPE_API_BASE: cards.cards.apiBase ?? '',
  };
  const store = await openTestStore(settings, { database });
  try {
    await sql`select graphile_worker.add_job(${RECONCILE})`.execute(store.db);
    await vi.waitFor(async () => expect(await desk.refunded(intent)).toBe(price), 10_000);
  } finally {
    await store.close();
    await cards.close();
  }
});
