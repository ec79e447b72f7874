import { afterAll, beforeAll, expect, test } from 'vitest';
import { sendPayout } from '#modules/earnings/payouts.contract.ts';
import { addPayout } from '../support/money.ts';
import { noticeOf, postForm } from '../support/page-forms.ts';
import { elements, openPage } from '../support/page-text.ts';
import { loadSourcePages } from '../support/pages.ts';
import { openProviderStore } from '../support/provider-store.ts';

const LIST = '/dashboard/payouts?state=due&pages=50';
/** Of a list of fifty pages. */
const ROWS_MAX_COUNT = 1200;
const MANY = Array.from({ length: ROWS_MAX_COUNT }, () => `${crypto.randomUUID()} P-000001`);

const providerStore = await openProviderStore({ LOG_LEVEL: 'fatal' }, { pages: loadSourcePages });
const { store } = providerStore;
beforeAll(async () => {
  await addPayout(store, await store.as('seller'));
});
afterAll(() => providerStore.close());

async function send(fields: [name: string, value: string][]) {
  const { cookie } = await store.as('admin');
  return postForm(store.app, LIST, cookie, fields);
}

async function choices(): Promise<string[]> {
  const { main } = await openPage(store, LIST, await store.as('admin'));
  const boxes = (main.match(/<input[^>]*>/g) ?? []).filter((input) => input.includes('name="id"'));
  return boxes.map((box) => /value="([^"]*)"/.exec(box)?.[1] ?? '');
}

test('without a script, the question about chosen payouts has a field for each, and asks again after a refusal', async () => {
  const [chosen = ''] = await choices();
  const [id = ''] = chosen.split(' ');
  const asked = await send([
    ['intent', 'ask-failed'],
    ['id', chosen],
  ]);
  expect(asked.statusCode).toBe(200);
  const form = elements(asked.body, 'form').find((text) => text.includes('payouts-close')) ?? '';
  expect(form).toContain(`name="${id}"`);
  expect(form).toContain(`action="${LIST.replaceAll('&', '&amp;')}"`);
  const refused = await send([
    ['intent', 'failed'],
    ['id', chosen],
    [id, ''],
  ]);
  expect(refused.body).toContain('Enter the reason, or leave this payout out.');
  const done = await send([
    ['intent', 'failed'],
    ['key', crypto.randomUUID()],
    ['id', chosen],
    [id, 'Wrong number'],
  ]);
  expect([done.statusCode, done.headers.location]).toEqual([303, LIST]);
  expect(await choices()).toEqual([]);
});

test('the question about payouts that can be closed no more is answered with the reason', async () => {
  const asked = await send([
    ['intent', 'ask-failed'],
    ['id', MANY[0] ?? ''],
  ]);
  expect(noticeOf(asked.body)).toEqual([
    'alert',
    'None of these payouts can be marked any more. Select from the list below.',
  ]);
});

test.each([
  ['ask-paid', 100],
  ['send', 100],
  ['transfer', 5],
])('a form with 1,200 chosen payouts says how many can be chosen: %s', async (intent, limit) => {
  const answer = await send([['intent', intent], ...MANY.map((one) => ['id', one] as [string, string])]);
  expect(noticeOf(answer.body)).toEqual(['alert', `Select at most ${limit} payouts at a time.`]);
});

test('the list of sent payouts says that the file for the bank has none to bKash', async () => {
  // Also without a payout that this admin may send by bKash.
  const admin = await store.as('admin');
  const other = await store.as('admin');
  const id = await addPayout(store, await store.as('seller'));
  await other.api.send(sendPayout, { params: { id } });
  const { text } = await openPage(store, '/dashboard/payouts?state=sent', admin);
  expect(text).toContain('The CSV file is for the bank: payouts to bKash are not in it. They are sent by bKash.');
});
