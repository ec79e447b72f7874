import { afterAll, beforeAll, expect, test } from 'vitest';
import { lastMonths, monthOf } from '#modules/earnings/rules.ts';
import { addPayout } from '../support/money.ts';
import { openPage } from '../support/page-text.ts';
import { loadSourcePages } from '../support/pages.ts';
import { openTestStore, type TestStore } from '../support/test-store.ts';

let store: TestStore;
beforeAll(async () => {
  store = await openTestStore({ LOG_LEVEL: 'fatal' }, { pages: loadSourcePages });
});
afterAll(() => store.close());

test.each([
  ['en', /Payout P-\d+ \(bKash\)/],
  ['bn', /টাকা পাঠানো P-\d+ \(বিকাশ\)/],
])('the statement names the way of a payout: %s', async (lang, text) => {
  const seller = await store.as('seller');
  await addPayout(store, seller);
  expect((await openPage(store, `/dashboard/myearnings/statement?lang=${lang}`, seller)).text).toMatch(text);
});

test('the statement of a month that is not over has the balance of today, not of its last day', async () => {
  const seller = await store.as('seller');
  const before = lastMonths(new Date()).at(-2);
  const open = (query: string) => openPage(store, `/dashboard/myearnings/statement${query}`, seller);
  const { text, main } = await open('');
  expect(text).toContain('Balance today');
  const [, today = ''] = /<time dateTime="([^"]+)">[^<]+<\/time><\/td><th scope="row">Balance today/.exec(main) ?? [];
  expect(monthOf(new Date(today))).toBe(monthOf(new Date()));
  expect((await open(`?month=${before}`)).text).toContain('Closing balance');
});
