import { afterAll, beforeAll, expect, test } from 'vitest';
import { aCategory } from '#modules/catalogue/server/fixtures.ts';
import { loadSourcePages } from './support/pages.ts';
import { openTestStore, type TestStore } from './support/test-store.ts';

let store: TestStore;
let categoryId: string;
beforeAll(async () => {
  store = await openTestStore({ LOG_LEVEL: 'fatal' }, { pages: loadSourcePages });
  categoryId = await aCategory(store.db);
});
afterAll(() => store?.close());

test.each([
  ['admin', '/dashboard/allsellers', 'No sellers yet'],
  ['admin', '/dashboard/reporteditems', 'No reports to review.'],
  ['buyer', '/products/:id', 'Nothing yet. Be the first to list in '],
  ['buyer', '/dashboard/myorders', 'No bookings yet'],
] as const)('for the %s, the document of the empty list %s names the purpose of the list', async (role, path, text) => {
  const { cookie } = await store.as(role);
  const url = path.replace(':id', categoryId);
  const { statusCode, body } = await store.app.inject({ url, headers: { cookie } });
  expect(statusCode).toBe(200);
  expect(body).toContain(text);
});
