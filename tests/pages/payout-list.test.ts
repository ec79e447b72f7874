import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { confirmPayout, makePayoutFile, sendPayout } from '#modules/earnings/payouts.contract.ts';
import { addBankPayout, addPayout } from '../support/money.ts';
import { noticeOf, postForm } from '../support/page-forms.ts';
import { elements, linksOf, openPage } from '../support/page-text.ts';
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
  expect(refused.body).toContain('Enter the reason, or leave it out.');
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
  expect(noticeOf(asked.body)).toEqual(['alert', 'None of these can be marked any more. Select again below.']);
});

test.each([
  ['ask-paid', 100],
  ['send', 100],
  ['transfer', 5],
])('a form with 1,200 chosen payouts says how many can be chosen: %s', async (intent, limit) => {
  const answer = await send([['intent', intent], ...MANY.map((one) => ['id', one] as [string, string])]);
  expect(noticeOf(answer.body)).toEqual(['alert', `Select ${limit} at most.`]);
});

test('the list of sent payouts says that a new bank file has none to bKash', async () => {
  // Also without a payout that this admin may send by bKash.
  const admin = await store.as('admin');
  const other = await store.as('admin');
  const id = await addPayout(store, await store.as('seller'));
  await other.api.send(sendPayout, { params: { id } });
  const { text } = await openPage(store, '/dashboard/payouts?state=sent', admin);
  expect(text).toContain('bKash pays bKash numbers. New bank files leave them out.');
});

test('without a script, an admin makes a bank file, and reads how to download it [17.4]', async () => {
  const admin = await store.as('admin');
  const { id } = await addBankPayout(store, await store.as('seller'));
  await admin.api.send(sendPayout, { params: { id } });
  const page = '/dashboard/payouts?state=sent';
  const make = () => postForm(store.app, page, admin.cookie, [['intent', 'file']]);
  expect((await openPage(store, page, admin)).text).not.toContain('Download');
  const made = await make();
  expect(noticeOf(made.body)).toEqual(['status', 'Bank file ready, payouts: 1. Download it below.']);
  const { text } = await openPage(store, page, admin);
  expect(text).not.toContain('Newest files');
  expect(text).toMatch(
    /Make bank file\s+Turn on JavaScript .+ Download bank file: .+, first number P-\d{6}\s*Payouts: 1, not closed yet: 1/,
  );
  expect(noticeOf((await make()).body)).toEqual(['alert', 'No sent payouts need a bank file.']);
  await admin.api.send(confirmPayout, { params: { id }, body: { reference: 'CFT26326 0094' } });
  const { text: closed } = await openPage(store, page, admin);
  expect(closed).toMatch(/Make bank file\s+Bank file: .+, first number P-\d{6}\s*Payouts: 1, not closed yet: 0/);
});

test('a file from before files were kept says to check its open payouts with the bank', async () => {
  const admin = await store.as('admin');
  const { id } = await addBankPayout(store, await store.as('seller'));
  await admin.api.send(sendPayout, { params: { id } });
  await admin.api.send(makePayoutFile, {});
  const note = async () =>
    (await openPage(store, '/dashboard/payouts?state=sent', admin)).text.includes('check each payout with the bank');
  expect(await note()).toBe(false);
  await sql`update payouts set export_is_assumed = true where id = ${id}`.execute(store.db);
  expect(await note()).toBe(true);
  await admin.api.send(confirmPayout, { params: { id }, body: { reference: 'CFT26326 0095' } });
  expect(await note()).toBe(false);
});

test('the button that makes a file is in a form of its own, which leads to the newest files', async () => {
  const admin = await store.as('admin');
  const id = await addPayout(store, await store.as('seller'));
  await admin.api.send(sendPayout, { params: { id } });
  for (const before of ['2026-01-01T00:00:00.000Z', 'today', '0000-01-01T00:00:00Z', '-271821-04-20T00:00:00Z']) {
    const { main } = await openPage(store, `/dashboard/payouts?state=sent&before=${before}`, admin);
    const [list = '', files = ''] = ['payouts-form', 'value="file"'].map((part) =>
      elements(main, 'form').find((form) => form.includes(part)),
    );
    expect(list).not.toContain('value="file"');
    // Enter on a tick box presses the first button.
    expect(/<button[^>]* type="submit"[^>]*>/.exec(list)?.[0]).toContain('value="ask-paid"');
    expect(files).toContain('action="/dashboard/payouts?state=sent"');
    expect(linksOf(main)).toContainEqual(['Newest files', '/dashboard/payouts?state=sent']);
  }
});
