import { afterAll, beforeAll, expect, test } from 'vitest';
import { addPayout } from '../support/money.ts';
import { hiddenFields } from '../support/page-forms.ts';
import { openPage } from '../support/page-text.ts';
import { loadSourcePages } from '../support/pages.ts';
import { openTestStore, type TestStore } from '../support/test-store.ts';

let store: TestStore;
beforeAll(async () => {
  store = await openTestStore({ LOG_LEVEL: 'fatal' }, { pages: loadSourcePages });
});
afterAll(() => store.close());

test('the question about payouts lists as many pages as the list in which they were chosen', async () => {
  await addPayout(store, await store.as('seller'));
  const { main } = await openPage(store, '/dashboard/payouts?state=due&pages=3', await store.as('admin'));
  expect(hiddenFields(main, 'ask')).toMatchObject({ state: 'due', pages: '3' });
});
