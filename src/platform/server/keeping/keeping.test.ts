import { mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bookProduct } from '#modules/bookings/contract.ts';
import { addProduct } from '#modules/catalogue/contract.ts';
import { aCategory, aProduct } from '#modules/catalogue/server/fixtures.ts';
import { createPaymentIntent, recordPayment } from '#modules/payments/contract.ts';
import { cardDesk } from '../../../../tests/support/card-desk.ts';
import { createTestDatabase } from '../../../../tests/support/postgres.ts';
import { openTestStore, type TestStore } from '../../../../tests/support/test-store.ts';
import { createDatabase, openPool } from '../database.ts';
import { backUp } from './backup.ts';
import { restore } from './restore.ts';

let store: TestStore;
let folder: string;
let target: Awaited<ReturnType<typeof createTestDatabase>>;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'dolna-keeping-'));
  store = await openTestStore();
  target = await createTestDatabase({ empty: true });
});
afterAll(async () => {
  await store.close();
  await target.drop();
  await rm(folder, { recursive: true, force: true });
});

/** A digest of every table, as the database itself prints the rows. */
async function digests(url: string): Promise<Record<string, string>> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows: tables } = await client.query<{ name: string }>(
      `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'
        and relname not in ('limit_counts', 'signing_keys', 'migrations') order by 1`,
    );
    const found: Record<string, string> = {};
    for (const { name } of tables) {
      const { rows } = await client.query(
        `select count(*) || ' ' || coalesce(md5(string_agg(t::text, '|' order by t::text)), '') as sum from ${name} t`,
      );
      found[name] = rows[0].sum;
    }
    return found;
  } finally {
    await client.end();
  }
}

async function aSale() {
  const [seller, buyer] = [await store.as('seller'), await store.as('buyer')];
  const categoryId = await aCategory(store.db);
  const { insertedId: itemId } = await seller.api.send(addProduct, {
    body: aProduct(categoryId, { description: 'Odd \t signs, \\ and "quotes"\nপ্র্যাম 🧸' }),
  });
  const { insertedId: bookingId } = await buyer.api.send(bookProduct, {
    body: { itemId, phone: '01712345678', location: 'Mirpur' },
  });
  const prepared = await buyer.api.send(createPaymentIntent, { body: { bookingId, itemPrice: 6500 } });
  const transactionId = await cardDesk(store).pay(prepared);
  await buyer.api.send(recordPayment, { body: { bookingId, transactionId } });
  return { seller, categoryId };
}

test('a backup taken while people register and list comes back whole into an empty database', async () => {
  const { seller, categoryId } = await aSale();
  const media = join(folder, 'media');
  await mkdir(join(media, 'a'), { recursive: true });
  const photo = Buffer.alloc(3_000_000, 'photo');
  await writeFile(join(media, 'a', '800.webp'), photo);

  let busy = true;
  const traffic = (async () => {
    while (busy) await seller.api.send(addProduct, { body: aProduct(categoryId) });
  })();
  const file = join(folder, 'whole.backup');
  const report = await backUp({ databaseUrl: store.databaseUrl, mediaDir: media }, file);
  busy = false;
  await traffic;
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect(report).toMatchObject({ files: 1, rows: { payments: 1, ledger: 1 } });
  expect(report.rows.products).toBeGreaterThan(0);

  const back = join(folder, 'media-back');
  expect(await restore(file, { databaseUrl: target.url, mediaDir: back })).toEqual(report);
  expect(await readFile(join(back, 'a', '800.webp'))).toEqual(photo);

  // The quiet store, backed up and restored, is the same to the last row; a second restore has nothing to fill.
  const other = await createTestDatabase({ empty: true });
  const still = join(folder, 'still.backup');
  await backUp({ databaseUrl: target.url, mediaDir: back }, still);
  await restore(still, { databaseUrl: other.url, mediaDir: join(folder, 'media-3') });
  expect(await digests(other.url)).toEqual(await digests(target.url));
  await expect(restore(still, { databaseUrl: other.url, mediaDir: back })).rejects.toThrow('is not empty');
  await other.drop();

  // The ledger goes on counting after the last number.
  const there = createDatabase(openPool(target.url, () => undefined, { max: 1 }));
  const { rows } = await sql<{ n: number }>`select nextval(pg_get_serial_sequence('ledger', 'id')) as n`.execute(there);
  expect(rows[0]?.n).toBe(2);
  await there.destroy();
});

test('a damaged or cut off backup is refused before anything is written', async () => {
  const file = join(folder, 'good.backup');
  await backUp({ databaseUrl: store.databaseUrl, mediaDir: join(folder, 'media') }, file);
  const good = await readFile(file);
  const empty = await createTestDatabase({ empty: true });
  const damaged = [good.subarray(0, good.length - 20), good.subarray(0, good.length >> 1), Buffer.from('no backup')];
  for (const place of [0.1, 0.5, 0.9]) {
    const flipped = Buffer.from(good);
    const at = Math.floor(good.length * place);
    flipped[at] = (flipped[at] ?? 0) ^ 1;
    damaged.push(flipped);
  }
  for (const [n, bytes] of damaged.entries()) {
    const bad = join(folder, `bad-${n}.backup`);
    await writeFile(bad, bytes);
    await expect(restore(bad, { databaseUrl: empty.url, mediaDir: folder })).rejects.toThrow('is not a whole backup');
  }
  expect(await digests(empty.url)).toEqual({});
  await empty.drop();
});

test('a backup never overwrites a file, and a failed one leaves none', async () => {
  const file = join(folder, 'mine.backup');
  await writeFile(file, 'mine');
  await expect(backUp({ databaseUrl: store.databaseUrl, mediaDir: folder }, file)).rejects.toThrow('is there already');
  const nowhere = join(folder, 'nowhere.backup');
  await expect(
    backUp({ databaseUrl: target.url.replace(/\/[^/]+$/, '/gone'), mediaDir: folder }, nowhere),
  ).rejects.toThrow();
  await expect(stat(nowhere)).rejects.toThrow();
});
