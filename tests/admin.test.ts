import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { listAuditEntries } from '#modules/audit/contract.ts';
import { bookProduct, cancelBooking } from '#modules/bookings/contract.ts';
import { addProduct } from '#modules/catalogue/contract.ts';
import { aCategory, aProduct } from '#modules/catalogue/server/fixtures.ts';
import { getMe, isAdmin, registerUser } from '#modules/identity/contract.ts';
import { addAdmin } from '#modules/identity/server/service.ts';
import { openTestStore, type TestStore } from './support/test-store.ts';

const SCRIPT = join(import.meta.dirname, '../scripts/admin.ts');

let store: TestStore;
let url: string;

beforeAll(async () => {
  store = await openTestStore();
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(store.db);
  url = Object.assign(new URL(inject('databaseServer').url), { pathname: `/${rows[0]?.name}` }).href;
});
afterAll(() => store.close());

/** Runs `npm run admin -- …`. Returns its output and exit code. */
function admin(...words: string[]): Promise<{ code: number; said: string }> {
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      [SCRIPT, ...words],
      { env: { ...process.env, DATABASE_URL: url, NODE_ENV: 'production' } },
      (error, out, err) => resolve({ code: error ? Number(error.code) : 0, said: (out || err).trim() }),
    );
  });
}

test('the command line grants and removes the admin role [6.1 10.7]', async () => {
  const person = await store.as('buyer');
  const roles = async () => (await person.api.send(getMe, {})).roles;
  expect(await admin('add', person.email.toUpperCase())).toEqual({ code: 0, said: `${person.email} is an admin now.` });
  expect(await roles()).toEqual(['admin']);
  expect(await person.api.send(isAdmin, { params: { email: person.email } })).toEqual({ isAdmin: true });
  expect((await admin('list')).said).toContain(person.email);
  expect(await admin('remove', person.email)).toMatchObject({ code: 0 });
  expect(await roles()).toEqual(['buyer']);
});

test('nobody with an open booking or an item for sale becomes an admin', async () => {
  const [seller, buyer] = [await store.as('seller'), await store.as('buyer')];
  const outcomes = async () => [await addAdmin(store.db, seller.email), await addAdmin(store.db, buyer.email)];
  const body = aProduct(await aCategory(store.db));
  const { insertedId: itemId } = await seller.api.send(addProduct, { body });
  expect(await admin('add', seller.email)).toEqual({
    code: 1,
    said: `${seller.email} has open bookings, items for sale, or money that is not paid out, returned or settled. An admin neither buys nor sells: end these first, or use another account.`,
  });
  expect((await seller.api.send(getMe, {})).roles).toEqual(['seller']);
  const booking = { itemId, phone: '01712345678', location: 'Mirpur 10' };
  const { insertedId: id } = await buyer.api.send(bookProduct, { body: booking });
  // A booking alone is enough.
  await sql`update products set status = 'sold', sold_at = now() where id = ${itemId}`.execute(store.db);
  expect(await outcomes()).toEqual(['trading', 'trading']);
  await buyer.api.send(cancelBooking, { params: { id } });
  expect(await outcomes()).toEqual(['added', 'added']);
});

test('changes of admins by the command line are in the audit log [13.5]', async () => {
  const person = await store.as('buyer');
  await admin('add', person.email);
  await admin('add', person.email);
  await admin('remove', person.email);
  const { items } = await (await store.as('admin')).api.send(listAuditEntries, {});
  const told = items.filter(({ targetId }) => targetId === person.id);
  expect(told.map(({ act }) => act)).toEqual(['remove-admin', 'add-admin']);
  for (const entry of told) expect(entry).not.toHaveProperty('adminId');
});

test('an unregistered e-mail cannot become an admin', async () => {
  expect(await admin('add', 'nobody@example.com')).toMatchObject({
    code: 1,
    said: expect.stringContaining('No account has the e-mail nobody@example.com.'),
  });
  expect(await admin('promote', 'nobody@example.com')).toMatchObject({
    code: 1,
    said: expect.stringMatching(/^Usage/),
  });
});

test('registering again neither grants nor removes the admin role [10.7]', async () => {
  const person = await store.as('buyer');
  await admin('add', person.email);
  const body = { name: person.name, email: person.email, userCategory: 'Buyer' as const };
  await person.api.send(registerUser, { body });
  expect((await person.api.send(getMe, {})).roles).toEqual(['admin']);
});
