import { access } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { listBookings, listSellerBookings } from '#modules/bookings/contract.ts';
import { listAdvertised, listByCategory, listCategories } from '#modules/catalogue/contract.ts';
import { getAccessToken, getMe, listUsers } from '#modules/identity/contract.ts';
import { listReportedItems } from '#modules/moderation/contract.ts';
import { shippedPictures } from '#modules/photos/rules.ts';
import { listWishes } from '#modules/wishlist/contract.ts';
import { type Client, createClient } from '#platform/contract/call-client.ts';
import { inProcessTransport } from '#platform/http/in-process-transport.ts';
import { SettingsError } from '#platform/operations/settings.ts';
import { cookieOf, openTestStore, provider, type TestStore } from '../../tests/support/test-store.ts';
import { prepareProduction } from '../production.ts';
import { DEMO_ACCOUNTS, seedDemo } from './seed-demo.ts';

let store: TestStore;
let url: string;
const people: Record<string, Client> = {};

/** Signs a demo account in as a browser would. */
async function signIn({ email, password }: { email: string; password: string }): Promise<Client> {
  const cookie = cookieOf(await provider(store.app, '/sign-in/email', { email, password }));
  const session = createClient(inProcessTransport(store.app, { cookie }));
  const { accessToken } = await session.send(getAccessToken, { query: { email } });
  return createClient(inProcessTransport(store.app, { authorization: `Bearer ${accessToken}` }));
}

async function databaseOf(store: TestStore): Promise<string> {
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(store.db);
  return Object.assign(new URL(inject('databaseServer').url), { pathname: `/${rows[0]?.name}` }).href;
}

beforeAll(async () => {
  store = await openTestStore();
  url = await databaseOf(store);
  expect(await seedDemo(url)).toBe(true);
  for (const account of DEMO_ACCOUNTS) people[account.role] = await signIn(account);
});
afterAll(() => store.close());

const as = (role: string): Client => people[role] ?? expect.unreachable();

/** Whether a picture is one of the files that the store ships with. */
const isShipped = (address: string) =>
  access(join(import.meta.dirname, '../../public', address)).then(
    () => true,
    () => false,
  );

test('an empty database is filled once; a second start does not change it [12.1]', async () => {
  const before = await store.anyone.send(listCategories, {});
  expect(await seedDemo(url)).toBe(false);
  expect(await store.anyone.send(listCategories, {})).toEqual(before);
});

test('the three demo accounts sign in with demo1234, each in its role [1.1 12.2]', async () => {
  expect(DEMO_ACCOUNTS.map(({ email, password }) => [email, password])).toEqual([
    ['admin@example.com', 'demo1234'],
    ['seller@example.com', 'demo1234'],
    ['buyer@example.com', 'demo1234'],
  ]);
  for (const { role } of DEMO_ACCOUNTS) expect(await as(role).send(getMe, {})).toMatchObject({ roles: [role] });
});

test('there are 10 categories or more and 120 products or more, of every quality, each with an existing picture [12.1]', async () => {
  const categories = await store.anyone.send(listCategories, {});
  expect(categories.length).toBeGreaterThanOrEqual(10);
  const offered = await Promise.all(
    categories.map(({ _id }) => as('buyer').send(listByCategory, { params: { categoryId: _id } })),
  );
  expect(offered.map(({ items }) => items.length).every((count) => count > 0)).toBe(true);
  const products = offered.flatMap(({ items }) => items);
  expect(new Set(products.map(({ quality }) => quality))).toEqual(new Set(['Excellent', 'Good', 'Fair']));
  expect(new Set(products.map(({ createdBy }) => createdBy)).size).toBeGreaterThan(3);
  const rows = await store.db.selectFrom('products').select(['image', 'status']).execute();
  expect(rows.length).toBeGreaterThanOrEqual(120);
  expect(rows.filter(({ status }) => status === 'sold').length).toBeGreaterThan(0);
  const pictures = new Set([...rows.map(({ image }) => image), ...categories.map(({ photo }) => photo)]);
  for (const picture of pictures) expect(await isShipped(picture), picture).toBe(true);
});

test('pictures differ, a third of the products have several, and half of the words are Bangla [12.1]', async () => {
  const rows = await store.db.selectFrom('products').select(['image', 'name', 'description', 'location']).execute();
  expect(new Set(rows.map(({ image }) => image)).size).toBeGreaterThanOrEqual(90);
  const several = rows.map(({ image }) => shippedPictures(image)).filter(({ length }) => length > 1);
  expect(several.length).toBeGreaterThanOrEqual(rows.length / 3);
  for (const picture of new Set(several.flat())) expect(await isShipped(picture), picture).toBe(true);
  for (const words of ['name', 'description', 'location'] as const) {
    const inBangla = rows.filter((row) => /[ঀ-৿]/.test(row[words])).length;
    expect(inBangla / rows.length, words).toBeCloseTo(0.5, 1);
  }
  const categories = await store.anyone.send(listCategories, {});
  for (const { _id, names } of categories) {
    const { items } = await as('buyer').send(listByCategory, { params: { categoryId: _id } });
    const pictures = items.map(({ imageURL }) => imageURL);
    expect(
      pictures.filter((picture, index) => picture === pictures[index + 1]),
      names.en,
    ).toEqual([]);
  }
});

test('an unpaid booking holds its product for 24 hours from its beginning, as in the store [9.10 12.1]', async () => {
  const { rows } = await sql<{ hours: number; left: number }>`
    select extract(epoch from hold_until - created_at)::float / 3600 as hours,
      extract(epoch from hold_until - now())::float / 3600 as left
    from bookings where state = 'held' order by hold_until`.execute(store.db);
  expect(rows.length).toBeGreaterThanOrEqual(5);
  for (const { hours, left } of rows) {
    expect(hours).toBeCloseTo(24, 1);
    expect(left).toBeGreaterThan(0);
  }
  expect(rows[0]?.left).toBeLessThan(3);
});

test('some products are advertised, and some sellers are verified [12.1]', async () => {
  const advertised = await store.anyone.send(listAdvertised, {});
  expect(advertised.length).toBeGreaterThanOrEqual(5);
  const { items } = await as('admin').send(listUsers, { params: { type: 'Seller' } });
  expect(new Set(items.map(({ verify }) => verify))).toEqual(new Set(['Verified', undefined]));
});

test('the buyer has bookings and wishes, the seller has buyers, the admin has reports [12.1]', async () => {
  const buyer = { query: { email: 'buyer@example.com' } };
  expect((await as('buyer').send(listBookings, buyer)).items.length).toBeGreaterThan(0);
  expect((await as('buyer').send(listWishes, buyer)).items.length).toBeGreaterThan(0);
  const seller = { query: { email: 'seller@example.com' } };
  expect((await as('seller').send(listSellerBookings, seller)).items.length).toBeGreaterThan(0);
  expect((await as('admin').send(listReportedItems, {})).items.length).toBeGreaterThan(0);
});

test('a production store does not open on the demo’s database, and names the setting [12.5 T36]', async () => {
  await expect(prepareProduction(url)).rejects.toThrow(SettingsError);
  await expect(prepareProduction(url)).rejects.toThrow(/^DATABASE_URL holds demo accounts/);
});

test('a demo does not open on the database of a real store, and names the setting [T36]', async () => {
  const real = await openTestStore();
  const database = await databaseOf(real);
  await prepareProduction(database);
  await real.as('buyer');
  await expect(seedDemo(database)).rejects.toThrow(SettingsError);
  await expect(seedDemo(database)).rejects.toThrow(/: set APP_MODE=production\.$/);
  await real.close();
});

test('a production store starts with the categories only, and keeps its changes of them', async () => {
  const real = await openTestStore();
  const database = await databaseOf(real);
  await prepareProduction(database);
  const begun = await real.anyone.send(listCategories, {});
  expect(begun.map(({ names }) => names.en)).toContain('Prams');
  for (const { names, photo } of begun) {
    expect(names.bn).toMatch(/[ঀ-৿]/);
    expect(await isShipped(photo)).toBe(true);
  }
  expect(await real.db.selectFrom('users').selectAll().execute()).toEqual([]);
  await real.db.updateTable('categories').set({ name: 'Buggies' }).where('name', '=', 'Prams').execute();
  await prepareProduction(database);
  const kept = await real.db.selectFrom('categories').select(['id', 'name']).orderBy('position').execute();
  expect(kept.map(({ id }) => id)).toEqual(begun.map(({ _id }) => _id));
  expect(kept.map(({ name }) => name)).toContain('Buggies');
  await real.close();
});
