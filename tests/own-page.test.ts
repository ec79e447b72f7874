import { sql } from 'kysely';
import { RouterContextProvider } from 'react-router';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { loadOrders } from '#modules/bookings/web/orders.ts';
import type { PageFrame, Visitor } from '#platform/contract/page.ts';
import { frameContext, ownApiContext } from '#platform/web/api-context.ts';
import { type Asker, authenticatedLoader } from '#platform/web/authenticated-loader.ts';
import { openTestStore, type Person, type Role, type TestStore } from './support/test-store.ts';

let store: TestStore;

beforeEach(async () => {
  store = await openTestStore({ LOG_LEVEL: 'fatal' });
});

afterEach(() => store.close());

/** What the loader of a document comes to, thrown or not, for somebody who was of this role a moment ago. */
async function documentOf<T>(load: (asker: Asker) => Promise<T>, path: string, person?: Person, role: Role = 'buyer') {
  const context = new RouterContextProvider();
  const { id, name, email } = person ?? {};
  const user = person && ({ id, name, email, role, verified: false, emailVerified: true } as Visitor);
  context.set(frameContext, { user: user ?? null } as PageFrame);
  if (person) context.set(ownApiContext, person.api);
  return authenticatedLoader({ context, url: new URL(path, store.address) }, load).catch((thrown: unknown) => thrown);
}

const leadsTo = (thrown: unknown) => thrown instanceof Response && thrown.headers.get('location');

test('the document of a page that needs somebody is not begun for nobody, and they come back to where they were', async () => {
  const thrown = await documentOf(loadOrders, '/dashboard/myorders?pages=2');
  expect(leadsTo(thrown)).toBe('/login?from=%2Fdashboard%2Fmyorders%3Fpages%3D2');
});

test('whose session ends while their document is made is led to the login page', async () => {
  const buyer = await store.as('buyer');
  expect(await documentOf(loadOrders, '/dashboard/myorders', buyer)).toEqual({ bookings: [], more: false });
  await sql`delete from sessions`.execute(store.db);
  expect(leadsTo(await documentOf(loadOrders, '/dashboard/myorders', buyer))).toBe(
    '/login?from=%2Fdashboard%2Fmyorders',
  );
});

test('the document of a page of one role holds nothing for another', async () => {
  const seller = await store.as('seller');
  const thrown = await documentOf(loadOrders, '/dashboard/myorders', seller, 'seller');
  expect(thrown).toMatchObject({ data: null, init: { status: 200 } });
});

test('what the server says when a list cannot be had is in the document, with its status', async () => {
  const buyer = await store.as('buyer');
  await sql`alter table bookings rename to away`.execute(store.db);
  expect(await documentOf(loadOrders, '/dashboard/myorders', buyer)).toMatchObject({
    data: { status: 500, message: expect.stringContaining('.') },
    init: { status: 500 },
  });
});
