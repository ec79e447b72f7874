import { afterAll, beforeAll, expect, test } from 'vitest';
import { bookProduct } from '#modules/bookings/contract.ts';
import { addProduct } from '#modules/catalogue/contract.ts';
import { aCategory, aProduct } from '#modules/catalogue/server/fixtures.ts';
import { deleteUser, getMe } from '#modules/identity/contract.ts';
import { endSession, listSessions } from '#modules/identity/sessions.contract.ts';
import { openTwoStores, type TwoStores } from './support/second-store.ts';
import { provider, type TestStore } from './support/test-store.ts';

let stores: TwoStores;
let store: TestStore;
let elsewhere: TwoStores['elsewhere'];
beforeAll(async () => {
  stores = await openTwoStores();
  ({ store, elsewhere } = stores);
});
afterAll(() => stores.close());

const REFUSED = { status: 401 };

test('a sign-in at one process is valid at the other', async () => {
  const person = await store.as('buyer', 'Ayesha Rahman');
  expect(await elsewhere(person).send(getMe, {})).toMatchObject({ name: 'Ayesha Rahman' });
});

test('after a sign-out at one process the next request at the other is refused [P9]', async () => {
  const person = await store.as('buyer');
  await elsewhere(person).send(getMe, {});
  await provider(store.app, '/sign-out', {}, { cookie: person.cookie });
  await expect(elsewhere(person).send(getMe, {})).rejects.toMatchObject(REFUSED);
});

test('after a deletion of a person at one process the next request at the other is refused [P9]', async () => {
  const [admin, person] = [await store.as('admin'), await store.as('seller')];
  await elsewhere(person).send(getMe, {});
  await admin.api.send(deleteUser, { params: { id: person.id } });
  await expect(elsewhere(person).send(getMe, {})).rejects.toMatchObject(REFUSED);
});

test('after the end of a session at one process the next request at the other is refused [P9 T8]', async () => {
  const person = await store.as('buyer');
  const { items } = await elsewhere(person).send(listSessions, {});
  expect(items).toMatchObject([{ current: true }]);
  await person.api.send(endSession, { params: { id: items[0]?._id ?? '' } });
  await expect(elsewhere(person).send(getMe, {})).rejects.toMatchObject(REFUSED);
});

test('of many buyers at both processes exactly one gets the product [P1]', async () => {
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
