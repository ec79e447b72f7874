import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDisputes, WORDS } from '#modules/disputes/server/disputes.fixtures.ts';
import { reportProduct } from '#modules/moderation/contract.ts';
import { listPayments, recordRefundByHand } from '#modules/payments/admin.contract.ts';
import { openPage } from '../support/page-text.ts';
import { loadSourcePages } from '../support/pages.ts';
import { openTestStore, type Person, type TestStore } from '../support/test-store.ts';

const LONG_AGO_MINUTES = 20_000;

let store: TestStore;
let open: Awaited<ReturnType<typeof openDisputes>>;
let admin: Person;
beforeAll(async () => {
  store = await openTestStore({ LOG_LEVEL: 'fatal' }, { pages: loadSourcePages });
  open = await openDisputes(store);
  admin = await store.as('admin');
});
afterAll(() => store.close());

/** Returns the texts of a dispute's page for buyer, seller and admin, then for the buyer in Bangla. */
async function pagesOf(id: string): Promise<string[]> {
  const path = `/dashboard/disputes/${id}`;
  const pages = await Promise.all([
    ...[open.buyer, open.seller, admin].map((reader) => openPage(store, path, reader)),
    openPage(store, `${path}?lang=bn`, open.buyer),
  ]);
  return pages.map(({ text }) => text);
}

async function expectReason(id: string, en: string, bn: string) {
  const pages = await pagesOf(id);
  expect(pages).toEqual([...Array(3).fill(expect.stringContaining(en)), expect.stringContaining(bn)]);
}

test('a dispute that the seller’s silence ended says so to both sides and admins [P19]', async () => {
  const { id } = await open.dispute(1500);
  await open.pass(id);
  await expectReason(id, 'The seller did not answer in time: that means yes.', 'বিক্রেতা সময়মতো উত্তর দেননি: মানে হ্যাঁ।');
});

test('the timeline says that a silent seller or buyer did not answer, and a seller who answered did', async () => {
  const silent = await open.dispute(1500);
  await open.pass(silent.id);
  const refused = await open.dispute();
  await open.answer(refused.id, { answer: 'refuse', text: WORDS });
  const [en, , , bn] = await pagesOf(silent.id);
  expect(en).toContain('No answer: counts as yes');
  expect(en).not.toContain('Answered');
  expect(bn).toContain('উত্তর আসেনি: হ্যাঁ ধরা হয়েছে');
  expect((await pagesOf(refused.id))[0]).toContain('Answered');
  await open.pass(refused.id);
  expect((await pagesOf(refused.id))[0]).toContain('No reply: Dolna decides');
});

test('a dispute whose item was not brought back says so to both sides and admins [P19]', async () => {
  const { id } = await open.dispute();
  await open.answer(id, {});
  await open.pass(id);
  await expectReason(id, 'The item did not come back in time.', 'জিনিস সময়মতো ফেরত আসেনি।');
});

test('a dispute that nobody answered for long says that the item was not brought back [P19]', async () => {
  const { id } = await open.dispute();
  await open.pass(id, LONG_AGO_MINUTES);
  await expectReason(id, 'The item did not come back in time.', 'জিনিস সময়মতো ফেরত আসেনি।');
});

test('a dispute whose seller was silent about a return says so to both sides and admins [P19]', async () => {
  const { id } = await open.dispute();
  await open.answer(id, {});
  await open.returned(id, open.buyer);
  await open.pass(id);
  await expectReason(id, 'The buyer says the seller did not take it back.', 'বিক্রেতা ফেরত নেননি।');
});

test('a dispute beside which the whole payment went back says so to both sides and admins [P19]', async () => {
  const { id, intent } = await open.dispute();
  const { items } = await admin.api.send(listPayments, { query: { transactionId: intent } });
  const body = { amount: 6500, reference: 'Cash receipt 1' };
  await admin.api.send(recordRefundByHand, { params: { id: items[0]?._id ?? '' }, body });
  await expectReason(id, 'All of it went back another way', 'পুরো টাকা অন্যভাবে ফেরত গেছে');
});

test('a dispute that its seller accepted gives no other reason', async () => {
  const { id } = await open.dispute(1500);
  await open.answer(id, {});
  for (const page of await pagesOf(id)) expect(page).not.toMatch(/in time|another way|সময়মতো|অন্যভাবে/);
});

test('the item is shown as it was listed, with its condition and years of use, to both sides and admins', async () => {
  const { id, itemId } = await open.dispute(1500);
  await sql`update products set quality = 'Fair', years_used = 9 where id = ${itemId}`.execute(store.db);
  for (const page of (await pagesOf(id)).slice(0, 3))
    expect(page).toMatch(/As it was listed .*Condition Good Years of use 2 /);
});

test('an admin reads how often items of the seller were reported, and the sides do not', async () => {
  const { id } = await open.dispute(1500);
  const other = await open.dispute(1500);
  const report = { productId: other.itemId, reason: 'The wheel was broken at the handover.' };
  await open.buyer.api.send(reportProduct, { body: report });
  const [forBuyer, forSeller, forAdmin] = await pagesOf(id);
  expect(forAdmin).toMatch(/Sales: \d+\. Problems before: \d+\. Reports of items: 1\./);
  expect(`${forBuyer} ${forSeller}`).not.toContain('Reports of items');
  const { text } = await openPage(store, `/dashboard/disputes/${id}?lang=bn`, admin);
  expect(text).toContain('জিনিসের নামে রিপোর্ট: ১।');
});
