import { afterAll, beforeAll, expect, test } from 'vitest';
import { listAuditEntries } from '#modules/audit/contract.ts';
import { bookProduct } from '#modules/bookings/contract.ts';
import { addProduct, listByCategory } from '#modules/catalogue/contract.ts';
import { aCategory, aProduct } from '#modules/catalogue/server/fixtures.ts';
import { openTestStore, type Person, type TestStore } from '../../../../tests/support/test-store.ts';
import { addRole, deleteUser, getMe, isBuyer, isSeller, listUsers, registerUser, verifyUser } from '../contract.ts';

let store: TestStore;
let admin: Person;
let categoryId: string;
beforeAll(async () => {
  store = await openTestStore();
  admin = await store.as('admin');
  categoryId = await aCategory(store.db);
});
afterAll(() => store.close());

const start = (who: Person, role: 'buyer' | 'seller') => who.api.send(addRole, { params: { role } });
const rolesOf = async (who: Person) => (await who.api.send(getMe, {})).roles;
const entriesOf = async ({ id }: Person) =>
  (await admin.api.send(listAuditEntries, {})).items.filter(({ targetId }) => targetId === id);
const list = async (who: Person) => (await who.api.send(addProduct, { body: aProduct(categoryId) })).insertedId;
const book = (who: Person, itemId: string) =>
  who.api.send(bookProduct, { body: { itemId, phone: '01712345678', location: 'Mirpur 10' } });

test('a buyer starts selling: the next call lists a product, and the orders stay [3.8 6.12]', async () => {
  const person = await store.as('buyer');
  expect(await start(person, 'seller')).toEqual({ modifiedCount: 1 });
  const params = { email: person.email };
  expect(await person.api.send(isBuyer, { params })).toEqual({ isBuyer: true });
  expect(await admin.api.send(isSeller, { params })).toEqual({ isSeller: true });
  const itemId = await list(person);
  expect(await book(await store.as('buyer'), itemId)).toMatchObject({ acknowledged: true });
  await expect(book(person, await list(person))).rejects.toMatchObject({ status: 409 });
  expect(await book(person, await list(await store.as('seller')))).toMatchObject({ acknowledged: true });
});

test('a seller starts buying, and stays verified [6.12]', async () => {
  const person = await store.as('seller');
  await admin.api.send(verifyUser, { params: { id: person.id }, body: { verify: 'Verified' } });
  await start(person, 'buyer');
  expect(await person.api.send(getMe, {})).toMatchObject({ roles: ['buyer', 'seller'], verified: true });
  const offers = await person.api.send(listByCategory, { params: { categoryId } });
  expect(offers.items.length).toBeGreaterThan(0);
});

test('starting again changes nothing, at once or later, and has one audit entry [6.12 13.5]', async () => {
  const person = await store.as('buyer');
  const answers = await Promise.all([start(person, 'seller'), start(person, 'seller'), start(person, 'seller')]);
  expect(answers.map(({ modifiedCount }) => modifiedCount).sort()).toEqual([0, 0, 1]);
  expect(await start(person, 'seller')).toEqual({ modifiedCount: 0 });
  expect(await start(person, 'buyer')).toEqual({ modifiedCount: 0 });
  expect(await entriesOf(person)).toMatchObject([{ act: 'start-selling', adminId: person.id, targetId: person.id }]);
});

test('an admin starts neither, and no other role can be started [6.12 10.7]', async () => {
  await expect(start(admin, 'seller')).rejects.toMatchObject({ status: 403, problem: { title: 'an-admin' } });
  const person = await store.as('buyer');
  const headers = { authorization: `Bearer ${person.token}` };
  const asked = await store.app.inject({ method: 'PUT', url: '/api/me/roles/admin', headers });
  expect(asked.statusCode).toBe(400);
  expect(await rolesOf(person)).toEqual(['buyer']);
});

test('the database refuses an admin another role, and a verification without a seller', async () => {
  const insert = (user_id: string, role: string, verified_at: Date | null = null) =>
    store.db.insertInto('user_roles').values({ user_id, role, verified_at }).execute();
  await expect(insert(admin.id, 'buyer')).rejects.toThrow('An admin has no other role');
  const seller = await store.as('seller');
  await expect(insert(seller.id, 'admin')).rejects.toThrow('An admin has no other role');
  await expect(insert(seller.id, 'buyer', new Date())).rejects.toThrow('user_roles_check');
});

test('registering again with the other category adds no role [7.3]', async () => {
  const person = await store.as('buyer');
  const body = { name: person.name, email: person.email, userCategory: 'Seller' as const };
  expect(await person.api.send(registerUser, { body })).toEqual({ acknowledged: true, insertedId: person.id });
  expect(await rolesOf(person)).toEqual(['buyer']);
});

test('a person with both roles is in both lists of an admin, and in none once deleted [7.4]', async () => {
  const person = await store.as('seller', 'Twofold Person');
  await start(person, 'buyer');
  await list(person);
  const find = async (type: 'Buyer' | 'Seller') =>
    (await admin.api.send(listUsers, { params: { type }, query: { q: 'twofold' } })).items;
  const row = { _id: person.id, name: person.name, email: person.email, listings: 1 };
  for (const type of ['Buyer', 'Seller'] as const) expect(await find(type)).toEqual([row]);
  await admin.api.send(deleteUser, { params: { id: person.id } });
  for (const type of ['Buyer', 'Seller'] as const) expect(await find(type)).toEqual([]);
});
