import { sql } from 'kysely';
import { RouterContextProvider } from 'react-router';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { loadOrders } from '#modules/bookings/web/orders.ts';
import type { CurrentUser, RootData } from '#platform/contract/page.ts';
import { ownApiContext, rootDataContext } from '#platform/web/api-context.ts';
import { authenticatedLoader, pageRoleContext, type UserRequest } from '#platform/web/authenticated-loader.ts';
import { openTestStore, type Person, type Role, type TestStore } from './support/test-store.ts';

let store: TestStore;

beforeEach(async () => {
  store = await openTestStore({ LOG_LEVEL: 'fatal' });
});

afterEach(() => store.close());

/** Returns the result or the error of a buyer's page, for a user who had this role before. */
async function documentOf<T>(
  load: (request: UserRequest) => Promise<T>,
  path: string,
  person?: Person,
  role: Role = 'buyer',
) {
  const context = new RouterContextProvider();
  const { id, name, email } = person ?? {};
  const user = person && ({ id, name, email, roles: [role], verified: false, emailVerified: true } as CurrentUser);
  context.set(pageRoleContext, 'buyer');
  context.set(rootDataContext, { user: user ?? null } as RootData);
  if (person) context.set(ownApiContext, person.api);
  const url = new URL(path, store.address);
  return authenticatedLoader(load)({ context, url, params: {} }).catch((thrown: unknown) => thrown);
}

const leadsTo = (thrown: unknown) => thrown instanceof Response && thrown.headers.get('location');

test('a page of a signed-in user redirects a visitor to the login page, with a return path', async () => {
  const thrown = await documentOf(loadOrders, '/dashboard/myorders?pages=2');
  expect(leadsTo(thrown)).toBe('/login?from=%2Fdashboard%2Fmyorders%3Fpages%3D2');
});

test('a session that ends while the page loads leads to the login page', async () => {
  const buyer = await store.as('buyer');
  expect(await documentOf(loadOrders, '/dashboard/myorders', buyer)).toEqual({ bookings: [], more: false });
  await sql`delete from sessions`.execute(store.db);
  expect(leadsTo(await documentOf(loadOrders, '/dashboard/myorders', buyer))).toBe(
    '/login?from=%2Fdashboard%2Fmyorders',
  );
});

test('a page of one role has no data for another role', async () => {
  const seller = await store.as('seller');
  const thrown = await documentOf(loadOrders, '/dashboard/myorders', seller, 'seller');
  expect(thrown).toMatchObject({ data: null, init: { status: 200 } });
});

test('a list that fails to load has the problem and its status in the document', async () => {
  const buyer = await store.as('buyer');
  await sql`alter table bookings rename to away`.execute(store.db);
  expect(await documentOf(loadOrders, '/dashboard/myorders', buyer)).toMatchObject({
    data: { status: 500, message: expect.stringContaining('.') },
    init: { status: 500 },
  });
});
