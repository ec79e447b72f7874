import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bookProduct } from '#modules/bookings/contract.ts';
import { addProduct } from '#modules/catalogue/contract.ts';
import { aCategory, aProduct } from '#modules/catalogue/server/fixtures.ts';
import { deleteUser, getMe } from '#modules/identity/contract.ts';
import { type Client, createClient } from '#platform/contract/client.ts';
import { readSettings } from '#platform/server/settings.ts';
import { inProcess } from '#platform/server/transport.ts';
import { openStore, type Store } from '../src/store.ts';
import { ORIGIN, openTestStore, type Person, provider, type TestStore } from './support/test-store.ts';

const AUTH_SECRET = 'a secret of at least 32 characters';

let store: TestStore;
/** Another process of the same store, as a second machine would run it. */
let other: Store;
let dataDir: string;
beforeAll(async () => {
  store = await openTestStore({ AUTH_SECRET });
  dataDir = await mkdtemp(join(tmpdir(), 'dolna-test-'));
  const settings = readSettings({
    NODE_ENV: 'test',
    PORT: '0',
    HOST: '127.0.0.1',
    LOG_LEVEL: 'error',
    RATE_LIMITS: 'off',
    PUBLIC_URL: ORIGIN,
    AUTH_SECRET,
  });
  other = await openStore(settings, { databaseUrl: store.databaseUrl, dataDir });
});
afterAll(async () => {
  await other.close();
  await store.close();
  await rm(dataDir, { recursive: true, force: true });
});

const elsewhere = ({ token }: Person): Client =>
  createClient(inProcess(other.app, { authorization: `Bearer ${token}` }));
const REFUSED = { status: 401 };

test('who signs in at one process is known at the other', async () => {
  const person = await store.as('buyer', 'Ayesha Rahman');
  expect(await elsewhere(person).send(getMe, {})).toMatchObject({ name: 'Ayesha Rahman' });
});

test('who signs out at one process is refused by the next request at the other', async () => {
  const person = await store.as('buyer');
  await elsewhere(person).send(getMe, {});
  await provider(store.app, '/sign-out', {}, { cookie: person.cookie });
  await expect(elsewhere(person).send(getMe, {})).rejects.toMatchObject(REFUSED);
});

test('who is deleted at one process is refused by the next request at the other', async () => {
  const [admin, person] = [await store.as('admin'), await store.as('seller')];
  await elsewhere(person).send(getMe, {});
  await admin.api.send(deleteUser, { params: { id: person.id } });
  await expect(elsewhere(person).send(getMe, {})).rejects.toMatchObject(REFUSED);
});

test('what many want at both processes at once goes to one of them', async () => {
  const [seller, categoryId] = [await store.as('seller'), await aCategory(store.db)];
  const buyers = [await store.as('buyer'), await store.as('buyer'), await store.as('buyer'), await store.as('buyer')];
  for (let round = 0; round < 5; round += 1) {
    const { insertedId: itemId } = await seller.api.send(addProduct, { body: aProduct(categoryId) });
    const body = { itemId, phone: '01712345678', location: 'Mirpur' };
    const tries = buyers.flatMap((buyer) =>
      [buyer.api, elsewhere(buyer)].map((api) => api.send(bookProduct, { body })),
    );
    const won = (await Promise.allSettled(tries)).filter(({ status }) => status === 'fulfilled');
    expect(won).toHaveLength(1);
  }
});
