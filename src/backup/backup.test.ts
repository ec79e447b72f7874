import { mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bookProduct } from '#modules/bookings/contract.ts';
import { addProduct } from '#modules/catalogue/contract.ts';
import { aCategory, aProduct } from '#modules/catalogue/server/fixtures.ts';
import { createPaymentIntent, recordPayment } from '#modules/payments/contract.ts';
import { createDatabase, openPool } from '#platform/database/database.ts';
import { migrate } from '#platform/database/migrate.ts';
import { migrationsOfRelease } from '#platform/database/migration-files.ts';
import { openFiles } from '#platform/files/file-store.ts';
import { cardClient } from '../../tests/support/card-client.ts';
import { createTestDatabase } from '../../tests/support/postgres.ts';
import { openTestStore, type TestStore } from '../../tests/support/test-store.ts';
import { verifyArchive, writeArchive } from './archive.ts';
import { backUp } from './backup.ts';
import { restore } from './restore.ts';
import { tablesInOrder } from './tables.ts';

let store: TestStore;
let folder: string;
let target: Awaited<ReturnType<typeof createTestDatabase>>;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'dolna-backup-'));
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
    body: aProduct(categoryId, { description: 'Odd \t signs, \\ and "quotes"\n\\.\nপ্র্যাম 🧸' }),
  });
  const { insertedId: bookingId } = await buyer.api.send(bookProduct, {
    body: { itemId, phone: '01712345678', location: 'Mirpur' },
  });
  const prepared = await buyer.api.send(createPaymentIntent, { body: { bookingId, itemPrice: 6500 } });
  const transactionId = await cardClient(store).pay(prepared);
  await buyer.api.send(recordPayment, { body: { bookingId, transactionId } });
  return { seller, categoryId };
}

test('a backup taken during registrations and listings is restored completely into an empty database [P13]', async () => {
  const { seller, categoryId } = await aSale();
  const media = join(folder, 'media');
  await mkdir(join(media, 'a'), { recursive: true });
  await mkdir(join(media, 'incoming'));
  await writeFile(join(media, 'incoming', 'half'), 'what somebody is just sending');
  const photo = Buffer.alloc(3_000_000, 'photo');
  await writeFile(join(media, 'a', '800.webp'), photo);

  const payload = { text: 'a "quoted", line\nbreak' };
  await sql`select graphile_worker.add_job('not-yet', ${JSON.stringify(payload)}::json, run_at := '2099-01-01')`.execute(
    store.db,
  );

  let busy = true;
  const traffic = (async () => {
    while (busy) await seller.api.send(addProduct, { body: aProduct(categoryId) });
  })();
  const file = join(folder, 'whole.tar.gz');
  const report = await backUp({ databaseUrl: store.databaseUrl, files: await openFiles(media) }, file);
  busy = false;
  await traffic;
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect(report).toMatchObject({ files: 1, rows: { payments: 1, ledger_transactions: 1, ledger_lines: 2 } });
  expect(report.rows.products).toBeGreaterThan(0);

  const back = join(folder, 'media-back');
  expect(await restore(file, { databaseUrl: target.url, files: await openFiles(back) })).toEqual(report);
  expect(await readFile(join(back, 'a', '800.webp'))).toEqual(photo);

  // The quiet store, backed up and restored, is the same to the last row; a second restore has nothing to fill.
  const other = await createTestDatabase({ empty: true });
  const still = join(folder, 'still.tar.gz');
  await backUp({ databaseUrl: target.url, files: await openFiles(back) }, still);
  await restore(still, { databaseUrl: other.url, files: await openFiles(join(folder, 'media-3')) });
  expect(await digests(other.url)).toEqual(await digests(target.url));
  await expect(restore(still, { databaseUrl: other.url, files: await openFiles(back) })).rejects.toThrow(
    'is not empty',
  );
  await other.drop();

  // The ledger's sequence continues after the last number.
  const there = createDatabase(openPool(target.url, () => undefined, { max: 1 }));
  const { rows } = await sql<{
    n: number;
  }>`select nextval(pg_get_serial_sequence('ledger_transactions', 'id')) as n`.execute(there);
  expect(rows[0]?.n).toBe(2);
  const jobs = await sql<{ run_at: Date; payload: unknown }>`select j.run_at, j.payload
    from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
    where t.identifier = 'not-yet'`.execute(there);
  expect(jobs.rows).toEqual([{ run_at: new Date('2099-01-01T00:00:00Z'), payload }]);
  await there.destroy();
});

test('a damaged or cut off backup is refused before anything is written [P13]', async () => {
  const file = join(folder, 'good.tar.gz');
  await backUp({ databaseUrl: store.databaseUrl, files: await openFiles(join(folder, 'media')) }, file);
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
    const bad = join(folder, `bad-${n}.tar.gz`);
    await writeFile(bad, bytes);
    await expect(restore(bad, { databaseUrl: empty.url, files: await openFiles(folder) })).rejects.toThrow(
      'is not a complete backup',
    );
  }
  expect(await digests(empty.url)).toEqual({});
  await empty.drop();
});

test('a backup whose rows the database refuses is reported, and leaves the database empty', async () => {
  const good = join(folder, 'good.tar.gz');
  const client = new pg.Client({ connectionString: store.databaseUrl });
  await client.connect();
  const users = (await tablesInOrder(client)).find(({ name }) => name === 'users');
  await client.end();
  const rows = [users?.columns.join(','), ...Array(350_000).fill(users?.columns.map(() => 'no value').join(','))];
  const file = join(folder, 'wrong.tar.gz');
  const content = Buffer.from(rows.join('\n'));
  const { migrations } = await verifyArchive(good);
  await writeArchive(file, migrations, async (add) => {
    await add('tables/users.csv', content.length, Readable.from([content]));
  });
  const empty = await createTestDatabase({ empty: true });
  const place = { databaseUrl: empty.url, files: await openFiles(join(folder, 'wrong')) };
  await expect(restore(file, place)).rejects.toThrow('no value');
  expect((await digests(empty.url)).users).toBe('0 ');
  await empty.drop();
});

test('a backup of an older release is restored into a new database, and refused by a newer one', async () => {
  const [platform, identity] = await migrationsOfRelease();
  const only = new Set([platform?.name ?? '', identity?.name ?? '']);
  const [older, created, newer] = await Promise.all([true, true, false].map((empty) => createTestDatabase({ empty })));
  if (!(older && created && newer)) throw new Error('three databases are needed');
  const file = join(folder, 'older.tar.gz');
  const files = await openFiles(join(folder, 'older'));
  await migrate(older.url, { only });
  const db = createDatabase(openPool(older.url, () => undefined, { max: 1 }));
  await sql`insert into users (email, name, role) values ('old@example.com', 'Old', 'buyer')`.execute(db);
  await db.destroy();
  await backUp({ databaseUrl: older.url, files }, file);
  await expect(restore(file, { databaseUrl: newer.url, files })).rejects.toThrow('is newer than the backup');
  await restore(file, { databaseUrl: created.url, files });
  const found = await digests(created.url);
  expect(found).toMatchObject({ users: expect.stringMatching(/^1 /), products: '0 ' });
  await Promise.all([older.drop(), created.drop(), newer.drop()]);
});

test('files of photos are copied without a snapshot, and a photo made meanwhile is complete', async () => {
  const files = await openFiles(join(folder, 'changing'));
  const [original, size] = ['originals/one', 'photos/00/one-400.webp'];
  await files.put(original, Buffer.from('the original'));
  let lists = 0;
  async function* keys() {
    const { rows } = await store.pool.query(
      `select query from pg_stat_activity
        where datname = current_database() and state = 'idle in transaction' and query like 'copy %'`,
    );
    expect(rows).toEqual([]);
    const listed = await Array.fromAsync(files.keys());
    if (lists === 0) {
      await files.put(size, Buffer.from('the size'));
      await files.delete(original);
    }
    lists += 1;
    yield* listed;
  }
  const file = join(folder, 'changing.tar.gz');
  const report = await backUp({ databaseUrl: store.databaseUrl, files: { ...files, keys } }, file);
  expect([report.files, lists]).toEqual([1, 2]);
  const { entries } = await verifyArchive(file);
  expect(entries.map(({ name }) => name)).toContain(`photos/${size}`);
});

test('a database with rows and a folder with photos are refused before anything is written', async () => {
  const file = join(folder, 'refused.tar.gz');
  const files = await openFiles(join(folder, 'unused'));
  await backUp({ databaseUrl: store.databaseUrl, files }, file);
  const [platform, identity] = await migrationsOfRelease();
  const [older, empty] = await Promise.all([true, true].map((empty) => createTestDatabase({ empty })));
  if (!(older && empty)) throw new Error('two databases are needed');
  await migrate(older.url, { only: new Set([platform?.name ?? '', identity?.name ?? '']) });
  const db = createDatabase(openPool(older.url, () => undefined, { max: 1 }));
  await sql`insert into users (email, name, role) values ('old@example.com', 'Old', 'buyer')`.execute(db);
  await db.destroy();
  const before = await digests(older.url);
  await expect(restore(file, { databaseUrl: older.url, files })).rejects.toThrow('database is not empty (users)');
  expect(await digests(older.url)).toEqual(before);

  await files.put('photos/00/one.webp', Buffer.from('a photo'));
  await expect(restore(file, { databaseUrl: empty.url, files })).rejects.toThrow('photo storage is not empty');
  expect(await digests(empty.url)).toEqual({});
  await Promise.all([older.drop(), empty.drop()]);
});

test('an interrupted restore can be repeated, but not over a photo that the backup lacks', async () => {
  const file = join(folder, 'interrupted.tar.gz');
  const [from, files] = [await openFiles(join(folder, 'three')), await openFiles(join(folder, 'partly'))];
  const keys = ['photos/00/a.webp', 'photos/00/b.webp', 'photos/00/c.webp'];
  for (const key of keys) await from.put(key, Buffer.from(key));
  const report = await backUp({ databaseUrl: store.databaseUrl, files: from }, file);
  const empty = await createTestDatabase({ empty: true });
  let puts = 0;
  async function put(key: string, bytes: Uint8Array) {
    if (puts === 2) throw new Error('cut');
    puts += 1;
    await files.put(key, bytes);
  }
  await expect(restore(file, { databaseUrl: empty.url, files: { ...files, put } })).rejects.toThrow('cut');
  expect(await Array.fromAsync(files.keys())).toHaveLength(2);
  expect((await digests(empty.url)).users).toBe('0 ');

  const other = 'photos/00/other.webp';
  await files.put(other, Buffer.from('a photo of another store'));
  await expect(restore(file, { databaseUrl: empty.url, files })).rejects.toThrow(
    `photo storage is not empty (${other})`,
  );
  expect((await digests(empty.url)).users).toBe('0 ');
  await files.delete(other);

  expect(await restore(file, { databaseUrl: empty.url, files })).toEqual(report);
  expect(await digests(empty.url)).toEqual(await digests(store.databaseUrl));
  expect((await Array.fromAsync(files.keys())).sort()).toEqual(keys);
  for (const key of keys) expect(await files.read(key)).toEqual(Buffer.from(key));
  await empty.drop();
});

test('a backup that cannot be read or is still being written is reported in one line', async () => {
  const place = { databaseUrl: target.url, files: await openFiles(folder) };
  await expect(restore(join(folder, 'none.tar.gz'), place)).rejects.toThrow('is not a complete backup');
  await writeFile(join(folder, 'busy.tar.gz.part'), '');
  await expect(backUp(place, join(folder, 'busy.tar.gz'))).rejects.toThrow('another backup is running');
  expect(await readFile(join(folder, 'busy.tar.gz.part'), 'utf8')).toBe('');
});

test('a backup never overwrites a file, and a failed one leaves none', async () => {
  const file = join(folder, 'mine.tar.gz');
  await writeFile(file, 'mine');
  await expect(backUp({ databaseUrl: store.databaseUrl, files: await openFiles(folder) }, file)).rejects.toThrow(
    'exists',
  );
  const nowhere = join(folder, 'nowhere.tar.gz');
  await expect(
    backUp({ databaseUrl: target.url.replace(/\/[^/]+$/, '/gone'), files: await openFiles(folder) }, nowhere),
  ).rejects.toThrow();
  await expect(stat(nowhere)).rejects.toThrow();
});
