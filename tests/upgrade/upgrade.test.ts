import { globSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { sql } from 'kysely';
import { describe, expect, test, vi } from 'vitest';
import { backUp } from '#backup/backup.ts';
import { restore } from '#backup/restore.ts';
import { listBookings } from '#modules/bookings/contract.ts';
import { getAccessToken } from '#modules/identity/contract.ts';
import { RECONCILE } from '#modules/payments/server/reconcile.job.ts';
import { findBrokenInvariants } from '#modules/payments/server/reconciliation-report.store.ts';
import { createClient } from '#platform/contract/call-client.ts';
import { createDatabase, openPool } from '#platform/database/database.ts';
import { migrate } from '#platform/database/migrate.ts';
import { migrationsBeforeBaseline } from '#platform/database/migration-files.ts';
import { openFiles } from '#platform/files/file-store.ts';
import { inProcessTransport } from '#platform/http/in-process-transport.ts';
import { schemaOf } from '../faults/schema-digest.ts';
import { ask } from '../faults/server-processes.ts';
import { cardClient } from '../support/card-client.ts';
import { createTestDatabase, type TestDatabase } from '../support/postgres.ts';
import { cookieOf, openTestStore, provider } from '../support/test-store.ts';

const DUMPS = globSync('*.sql.gz', { cwd: import.meta.dirname });

/** Rows that an upgrade must not change, whichever columns later migrations add. */
const CONTENTS = [
  'select id, email, name, status from users order by id',
  'select id, seller_id, name, description, image, price_poisha, status, advertised, seller_verified from products order by id',
  // Bookings that were paid before there was a handover are completed.
  "select id, product_id, buyer_id, price_poisha, currency, phone, pickup, case state when 'paid' then 'completed' else state end as state from bookings order by id",
  'select id, booking_id, amount_poisha, intent, state from payments order by id',
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

/** The roles of active people, which are columns of `users` before migration 2010. */
const ROLES = [
  "select id, role, verified_at from users where status = 'active' order by id",
  'select user_id as id, role, verified_at from user_roles order by 1',
];

/** The ledger, which is one table before migration 2050. */
const LEDGER = [
  'select id, payment_id, kind, amount_poisha, at from ledger order by id',
  'select id, payment_id, kind, amount_poisha, at from ledger_transactions where payment_id is not null order by id',
];

async function contentsOf(url: string): Promise<unknown[][]> {
  const columns = "select from information_schema.columns where (table_name, column_name) = ('users', 'role')";
  const [before = '', after = ''] = ROLES;
  const contents = [await ask(url, (await ask(url, columns)).length > 0 ? before : after)];
  const [old = '', books = ''] = LEDGER;
  const isOld =
    (await ask(url, "select from pg_tables where (schemaname, tablename) = ('public', 'ledger')")).length > 0;
  contents.push(await ask(url, isOld ? old : books));
  for (const query of CONTENTS) contents.push(await ask(url, query));
  return contents;
}

/** PostgreSQL adds parentheses to a condition when it reads it back from a dump. */
async function schemaWithoutParentheses(url: string): Promise<string[]> {
  return (await schemaOf(url)).map((line) => line.replace(/[()]/g, ''));
}

/** A database as the release with the last migration before the baseline left it. */
async function databaseBeforeBaseline(): Promise<TestDatabase> {
  const database = await databaseOf('0019.sql.gz');
  const done = new Set(
    (await ask<{ name: string }>(database.url, 'select name from migrations')).map(({ name }) => name),
  );
  for (const { name, checksum, sql: text } of await migrationsBeforeBaseline()) {
    if (done.has(name)) continue;
    await ask(
      database.url,
      `begin; ${text}; insert into migrations (name, checksum) values ('${name}', '${checksum}'); commit`,
    );
  }
  return database;
}

async function databaseOf(dump: string): Promise<TestDatabase> {
  const database = await createTestDatabase({ empty: true });
  await ask(database.url, gunzipSync(readFileSync(join(import.meta.dirname, dump))).toString());
  return database;
}

/** How many rows each table has, but for the list of migrations that have run, and the ledger. */
async function countRows(url: string): Promise<Map<string, number>> {
  const tables = await ask<{ name: string }>(
    url,
    "select tablename as name from pg_tables where schemaname = 'public' and tablename not in ('migrations', 'ledger') order by 1",
  );
  const counts = new Map<string, number>();
  for (const { name } of tables) {
    const [row] = await ask<{ count: number }>(url, `select count(*)::int as count from "${name}"`);
    counts.set(name, row?.count ?? 0);
  }
  return counts;
}

describe.each(DUMPS)('a database of an earlier release (%s)', (dump) => {
  test('migrates to the current schema with all its rows, and the store opens on it [P14]', async () => {
    const [database, fresh] = [await databaseOf(dump), await createTestDatabase()];
    const { url } = database;
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
        join users u on u.id = b.buyer_id where b.state = 'completed' limit 1`.execute(store.db);
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

test('a payment that an earlier release closed after a partial refund is due again, and the rest is refunded', async () => {
  const cards = await openTestStore({ LOG_LEVEL: 'fatal' });
  const client = cardClient(cards);
  const database = await databaseOf('0019.sql.gz');
  const { url } = database;
  const [closed] = await ask<{ booking: string; price: number }>(
    url,
    `select b.id as booking, b.price_poisha::int as price from payments p join bookings b on b.id = p.booking_id
      where p.state = 'refunded'`,
  );
  const { booking = '', price = 0 } = closed ?? {};
  const intent = await client.pay(await client.strayIntent(booking, price));
  await client.refund(intent, 100);
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
    await vi.waitFor(async () => expect(await client.refunded(intent)).toBe(price), 10_000);
  } finally {
    await store.close();
    await cards.close();
  }
});

/** Payments of a released ledger: state, and each line's kind, number and amount beside the price. */
const OLD_BOOKS: [string, ...[kind: string, ref: string | null, amount: string][]][] = [
  [
    'refunded',
    ['capture', null, 'price'],
    ['refund', 're_1', 'price'],
    ['refund_failed', 're_1', 'price'],
    ['refund', 're_2', 'price'],
  ],
  ['refund_due', ['capture', null, 'price'], ['refund', null, '100'], ['by_hand', 'Receipt 1', '200']],
  // A bank took more than was captured.
  ['refunded', ['capture', null, 'price'], ['chargeback', 'dp_1', 'price + 500']],
  ['refund_due', ['capture', null, 'price'], ['chargeback', 'dp_2', 'price'], ['chargeback_reversed', 'dp_2', 'price']],
];

test('a ledger with every kind of line becomes double entry, with the same sums for each payment [P14]', async () => {
  const database = await databaseBeforeBaseline();
  const { url } = database;
  for (const [index, [state, ...lines]] of OLD_BOOKS.entries()) {
    const values = lines
      .map(([kind, ref, amount]) => `('${kind}', ${ref ? `'${ref}'` : 'null'}, ${amount})`)
      .join(', ');
    await ask(
      url,
      `with sale as (select b.id, price_poisha as price, b.currency from payments p join bookings b on b.id = p.booking_id
          where p.state = 'refunded' and p.intent !~ 'oldbooks' limit 1),
        one as (insert into payments (booking_id, amount_poisha, currency, intent, state)
          select id, price, currency, 'pi_oldbooks${index}', '${state}' from sale returning id)
        insert into ledger (payment_id, kind, ref, amount_poisha) select one.id, line.kind, line.ref, line.amount
          from one, sale cross join lateral (values ${values}) as line (kind, ref, amount)`,
    );
  }
  await ask(
    url,
    `insert into ledger (payment_id, kind, ref, amount_poisha) select id, 'refund', 're_9', 100 from payments
      where state = 'succeeded' limit 1`,
  );
  const balances = 'select * from payment_balances order by payment_id';
  const [before, contents] = [await ask(url, balances), await contentsOf(url)];
  expect(before.length).toBeGreaterThan(OLD_BOOKS.length);

  await migrate(url);

  expect(await ask(url, balances)).toEqual(before);
  expect(await contentsOf(url)).toEqual(contents);
  const sums = await ask(
    url,
    `select split_part(account, ':', 1) as account, sum(amount_poisha)::int as sum from ledger_lines
      where account in ('bank', 'losses') group by 1 order by 1`,
  );
  expect(sums).toEqual([
    { account: 'bank', sum: -200 },
    { account: 'losses', sum: 500 },
  ]);
  const db = createDatabase(openPool(url, () => undefined, { max: 1 }));
  expect(await findBrokenInvariants(db)).toEqual([]);
  await db.destroy();
  await database.drop();
});

test('a database with all migrations before the baseline takes the baseline as run, and only later ones run', async () => {
  const [database, fresh] = [await databaseBeforeBaseline(), await createTestDatabase()];
  const { url } = database;
  const [counts, contents] = [await countRows(url), await contentsOf(url)];
  await migrate(url);
  expect(await schemaWithoutParentheses(url)).toEqual(await schemaWithoutParentheses(fresh.url));
  expect([...(await countRows(url))]).toEqual(expect.arrayContaining([...counts]));
  expect(await contentsOf(url)).toEqual(contents);
  const names = async (of: string) =>
    (await ask<{ name: string }>(of, 'select name from migrations order by name')).map(({ name }) => name);
  const old = (await migrationsBeforeBaseline()).map(({ name }) => name);
  expect(await names(url)).toEqual([...old, ...(await names(fresh.url))]);
  await Promise.all([database.drop(), fresh.drop()]);
});

test('a database that lacks a migration of an older release is refused, with the upgrade path', async () => {
  const database = await databaseOf('0019.sql.gz');
  const { url } = database;
  await ask(url, "delete from migrations where name = '0019_booked_of.sql'");
  const schema = await schemaOf(url);
  await expect(migrate(url)).rejects.toThrow(
    /too old for this release: it lacks migrations\/0019_booked_of.sql. Start the last release that has migrations\/00\d\d_\w+.sql on it/,
  );
  expect(await schemaOf(url)).toEqual(schema);
  await database.drop();
});

test('a backup from before the baseline is restored when it has all old migrations, and refused otherwise', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'dolna-upgrade-'));
  const files = await openFiles(join(folder, 'media'));
  const [old, older, restored] = [
    await databaseBeforeBaseline(),
    await databaseOf('0019.sql.gz'),
    await createTestDatabase({ empty: true }),
  ];
  const [file, olderFile] = [join(folder, 'old.tar.gz'), join(folder, 'older.tar.gz')];
  const report = await backUp({ databaseUrl: old.url, files }, file);
  await backUp({ databaseUrl: older.url, files }, olderFile);
  await expect(restore(olderFile, { databaseUrl: restored.url, files })).rejects.toThrow('too old for this release');
  expect(await restore(file, { databaseUrl: restored.url, files })).toEqual(report);
  const contents = async (url: string) => (await contentsOf(url)).slice(0, -1);
  expect(await contents(restored.url)).toEqual(await contents(old.url));
  await Promise.all([old.drop(), older.drop(), restored.drop(), rm(folder, { recursive: true })]);
});
