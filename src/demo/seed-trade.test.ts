import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Fastify, { type FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { connectProviders } from '#modules/payments/server/providers/provider-list.ts';
import { verifyBooks } from '#modules/payments/server/reconciliation-report.ts';
import { openFiles } from '#platform/files/file-store.ts';
import { type CardGateway, createCardGateway } from '#sandbox/card-gateway/gateway.ts';
import { writePastPayments } from '#sandbox/card-gateway/past-payments.ts';
import { openTestStore, type TestStore } from '../../tests/support/test-store.ts';
import { seedDemo } from './seed-demo.ts';

const KEYS = { secretKey: 'sk_test_demo', publishableKey: 'pk_test_demo', webhookSecret: 'whsec_demo' };

let store: TestStore;
let folder: string;
let gateway: CardGateway;
let server: FastifyInstance;
let apiBase: string;
beforeAll(async () => {
  store = await openTestStore();
  folder = await mkdtemp(join(tmpdir(), 'dolna-demo-'));
  const file = join(folder, 'cards.sqlite');
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(store.db);
  const url = Object.assign(new URL(inject('databaseServer').url), { pathname: `/${rows[0]?.name}` }).href;
  const parts = {
    recordPayments: async (payments: Parameters<typeof writePastPayments>[1]) => writePastPayments(file, payments),
    files: () => openFiles(join(folder, 'media')),
  };
  expect(await seedDemo(url, {}, parts)).toBe(true);
  gateway = createCardGateway({ ...KEYS, file, webhookUrl: () => 'http://127.0.0.1:9/' });
  server = Fastify();
  await server.register(gateway.plugin);
  apiBase = await server.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(async () => {
  await server?.close();
  await gateway?.close();
  await store.close();
  await rm(folder, { recursive: true });
});

const columnOf = async (query: ReturnType<typeof sql<{ value: string }>>) =>
  (await query.execute(store.db)).rows.map(({ value }) => value);

test('the books of a fresh demo agree with its card gateway [P15 12.1]', async () => {
  const providers = connectProviders({ stripe: { ...KEYS, apiBase, scriptURL: '', sandbox: true } });
  const { differences, compared } = await verifyBooks(store.db, providers, Date.now() + 600_000);
  expect(differences).toEqual([]);
  expect(compared).toBeGreaterThan(8);
});

test('the demo’s accounts see bookings in every state [12.1]', async () => {
  const states = columnOf(sql<{ value: string }>`
    select distinct coalesce(b.method, 'none') || ' ' || state_now(b) as value from bookings b
    join users u on u.id in (b.buyer_id, b.seller_id) where u.email in ('buyer@example.com', 'seller@example.com') order by 1`);
  expect(await states).toEqual(
    expect.arrayContaining([
      'card completed',
      'card disputed',
      'card handed_over',
      'card paid',
      'card partly_refunded',
      'card refunded',
      'cash completed',
      'cash expired',
      'cash held',
      'none cancelled',
      'none expired',
      'none held',
    ]),
  );
  expect(await columnOf(sql`select absent as value from no_shows`)).toEqual(['buyer']);
});

test('a dispute with photos waits for the admin, and a payout is due [12.1]', async () => {
  expect(await columnOf(sql`select state as value from disputes order by opened_at`)).toEqual(['closed', 'decision']);
  expect(await columnOf(sql`select image as value from dispute_photos`)).not.toEqual([]);
  expect(await columnOf(sql`select state as value from payouts order by number`)).toEqual(['paid', 'paid', 'due']);
});

test('the demo seller has earned for months, and only deadlines are in the future [12.1]', async () => {
  const months = await columnOf(sql`select distinct to_char(t.at at time zone 'Asia/Dhaka', 'YYYY-MM') as value
    from ledger_transactions t where t.kind = 'release'`);
  expect(months.length).toBeGreaterThanOrEqual(3);
  expect(
    await columnOf(sql`select id::text as value from bookings b where created_at > now() or paid_at > now()
    or handed_over_at > now() or paid_at < created_at or handed_over_at < paid_at`),
  ).toEqual([]);
  expect(
    await columnOf(sql`select id::text as value from products p where exists (
    select from bookings b where b.product_id = p.id and b.method is not null and b.created_at < p.created_at)`),
  ).toEqual([]);
});

test('no e-mail is sent about the past; the photos of the dispute are made [12.1]', async () => {
  expect(
    await columnOf(sql`select distinct task_identifier as value from graphile_worker.jobs
    where task_identifier in ('mail', 'order-email', 'refund-payment')`),
  ).toEqual([]);
});
