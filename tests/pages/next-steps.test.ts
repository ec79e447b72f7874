import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { getBooking, getSale } from '#modules/bookings/contract.ts';
import {
  answerDispute,
  appealDecision,
  listDisputes,
  openDispute,
  replyToAnswer,
  returnItem,
} from '#modules/disputes/contract.ts';
import { callOff, chooseMethod, denyReceived, handOver } from '#modules/handover/contract.ts';
import { listPayments, recordRefundByHand } from '#modules/payments/admin.contract.ts';
import { cardClient } from '../support/card-client.ts';
import { hiddenFields, noticeOf, postForm } from '../support/page-forms.ts';
import { elements, linksOf, openPage, textOf } from '../support/page-text.ts';
import { loadSourcePages } from '../support/pages.ts';
import { openSales, type Sales } from '../support/sales.ts';
import { openTestStore, type Person, type TestStore } from '../support/test-store.ts';

let store: TestStore;
let sales: Sales;
beforeAll(async () => {
  store = await openTestStore({ LOG_LEVEL: 'fatal' }, { pages: loadSourcePages });
  sales = await openSales(store, cardClient(store));
});
afterAll(() => store.close());

const orderOf = (id: string, query = '') => openPage(store, `/dashboard/myorders/${id}${query}`, sales.buyer);
const saleOf = (id: string) => openPage(store, `/dashboard/mybuyers/${id}`, sales.seller);
const disputeOf = (id: string, who: Person, query = '') => openPage(store, `/dashboard/disputes/${id}${query}`, who);
const leave = (id: string, fields: Record<string, string>) =>
  postForm(store.app, `/dashboard/disputes/${id}`, sales.buyer.cookie, fields);
const panelOf = (html: string) => textOf(elements(html, 'section')[0] ?? '');

async function codeOf(id: string): Promise<string> {
  return (await sales.buyer.api.send(getBooking, { params: { id } })).handover?.code ?? '';
}

/** Hands an item over, and opens a claim for the whole price, which its seller answers. Returns both ids. */
async function answeredClaim(answer: 'accept' | 'refuse') {
  const { bookingId } = await sales.sell();
  await sales.seller.api.send(handOver, { params: { bookingId }, body: { code: await codeOf(bookingId) } });
  const claim = { reason: 'damaged', text: 'The rim is cracked on both sides.', want: 'refund' } as const;
  const { insertedId: id } = await sales.buyer.api.send(openDispute, { params: { id: bookingId }, body: claim });
  const text = 'The rim was whole when we met.';
  await sales.seller.api.send(answerDispute, { params: { id }, body: { answer, text } });
  return { id, bookingId };
}

test('while a buyer is asked, they see the code, as it still works; the seller does not read that the clock calls it off', async () => {
  const { bookingId } = await sales.sell();
  expect((await saleOf(bookingId)).text).toContain('it is called off');
  await sales.seller.api.send(handOver, { params: { bookingId }, body: { withoutCode: true } });
  const code = await codeOf(bookingId);
  const panel = panelOf((await orderOf(bookingId)).main);
  expect(panel).toContain('Did you get it?');
  expect(panel).toContain(`Your pick-up code ${code.slice(0, 3)}${code.slice(3)}`);
  const { text } = await saleOf(bookingId);
  expect(text).toContain('The code still works.');
  expect(text).toContain('Changed your mind? You can call it off until you meet.');
  expect(text).not.toContain('it is called off');
});

test('a buyer who lost a claim, and its seller, read that it is settled, and open the problem from the page', async () => {
  const { id, bookingId } = await answeredClaim('refuse');
  await sales.buyer.api.send(replyToAnswer, { params: { id }, body: { reply: 'accept' } });
  const [order, sale] = [await orderOf(bookingId), await saleOf(bookingId)];
  expect(panelOf(order.main)).toBe('Completed Settled: no money goes back Open the problem');
  expect(panelOf(sale.main)).toMatch(
    /^Completed Settled: no money goes back Tk\s6,500 is yours\. See My earnings ?Open the problem$/,
  );
  for (const { main } of [order, sale])
    expect(linksOf(main)).toContainEqual(['Open the problem', `/dashboard/disputes?booking=${bookingId}`]);
  expect((await orderOf(bookingId, '?lang=bn')).text).toContain('মীমাংসা হয়েছে: টাকা ফেরত যাবে না');
});

test('a buyer gives up a claim only after a question that names the money, without the page’s script too', async () => {
  const { id, bookingId } = await answeredClaim('refuse');
  const page = await disputeOf(id, sales.buyer);
  expect(page.main).not.toContain('You get no money back');
  expect(hiddenFields(page.main, 'leave')).toEqual({ leave: id });
  const asked = await disputeOf(id, sales.buyer, `?leave=${id}`);
  expect(asked.text).toContain('Give up your claim? You get no money back.');
  expect(hiddenFields(asked.main, 'intent')).toEqual({ intent: 'leave' });
  const left = await leave(id, { intent: 'leave' });
  expect(noticeOf(left.body)).toEqual(['status', 'Reply sent.']);
  expect((await saleOf(bookingId)).text).toContain('Settled: no money goes back');
  expect(noticeOf((await leave(id, { intent: 'leave' })).body)).toEqual(['alert', 'No reply is due now.']);
});

test('a seller confirms a return only after a question that names the money, without the page’s script too', async () => {
  const { id } = await answeredClaim('accept');
  const page = await disputeOf(id, sales.seller);
  expect(page.main).not.toContain('Do you have it back?');
  expect(hiddenFields(page.main, 'back')).toEqual({ back: id });
  const asked = await disputeOf(id, sales.seller, `?back=${id}`);
  expect(asked.text).toMatch(/Do you have it back\? Tk\s6,500 goes back to Ayesha/);
  const back = await postForm(store.app, `/dashboard/disputes/${id}`, sales.seller.cookie, { intent: 'back' });
  expect(noticeOf(back.body)).toEqual(['status', 'Returned. The money goes back.']);
});

test('when a seller contradicts an agreed return, the buyer reads that they may respond, as their own appeal', async () => {
  const { id } = await answeredClaim('accept');
  await sales.buyer.api.send(returnItem, { params: { id }, body: {} });
  const reason = 'Nobody came to me with the item.';
  await sales.seller.api.send(appealDecision, { params: { id }, body: { reason } });
  const { text } = await disputeOf(id, sales.buyer);
  expect(text).toContain('Respond to the appeal Your response counts as your appeal; each side has one.');
});

async function returnByHand(admin: Person, { intent }: { intent: string }, amount: number): Promise<void> {
  const { items } = await admin.api.send(listPayments, { query: { transactionId: intent } });
  const params = { id: items[0]?._id ?? '' };
  await admin.api.send(recordRefundByHand, { params, body: { amount, reference: `Bank ${intent}` } });
}

test('the order says which money came back by bank transfer or in cash', async () => {
  const admin = await store.as('admin');
  const [whole, part] = [await sales.sell(), await sales.sell()];
  await returnByHand(admin, whole, 6500);
  await returnByHand(admin, part, 1500);
  await sales.buyer.api.send(callOff, { params: { id: part.bookingId }, body: { reason: 'notNeeded' } });
  const byHand = panelOf((await orderOf(whole.bookingId)).main);
  expect(byHand).toMatch(/Tk\s6,500 came back by bank transfer or in cash, not the way you paid\./);
  expect(byHand).not.toContain('card');
  expect(panelOf((await orderOf(part.bookingId)).main)).toMatch(
    /goes back to the card, .* Tk\s1,500 came back by bank transfer or in cash, not the way you paid\./,
  );
});

test('the order of a part refund says to its buyer which part came back by bank transfer or in cash', async () => {
  const sale = await sales.sell();
  const { bookingId } = sale;
  await returnByHand(await store.as('admin'), sale, 1500);
  await sales.seller.api.send(handOver, { params: { bookingId }, body: { code: await codeOf(bookingId) } });
  const claim = { reason: 'damaged', text: 'The rim is cracked on both sides.', want: 'part', amount: 2000 } as const;
  const { insertedId: id } = await sales.buyer.api.send(openDispute, { params: { id: bookingId }, body: claim });
  await sales.seller.api.send(answerDispute, { params: { id }, body: { answer: 'accept' } });
  const panel = panelOf((await orderOf(bookingId)).main);
  expect(panel).toMatch(/Tk\s1,500 came back by bank transfer or in cash, not the way you paid\./);
  expect(panelOf((await saleOf(bookingId)).main)).not.toContain('bank transfer');
});

test('the order and the page of its problem mark the same steps as gone wrong', async () => {
  const { bookingId } = await sales.sell();
  await sales.seller.api.send(handOver, { params: { bookingId }, body: { withoutCode: true } });
  await sales.buyer.api.send(denyReceived, { params: { id: bookingId } });
  const { items } = await sales.buyer.api.send(listDisputes, { query: { booking: bookingId } });
  const pages = [await orderOf(bookingId), await disputeOf(items[0]?._id ?? '', sales.buyer)];
  for (const { main } of pages) expect(main.match(/class="timeline-wrong"/g)).toHaveLength(2);
});

test.each([
  [61, 'The item is on sale again. This cannot be undone.'],
  [59, 'The pick-up is less than an hour away: Sadia can still report that you did not come.'],
])(
  'a buyer who calls a cash booking off %i minutes before the pick-up reads whether they can be reported',
  async (minutes, effect) => {
    const { bookingId } = await sales.book();
    await sales.buyer.api.send(chooseMethod, { params: { id: bookingId }, body: { method: 'cash' } });
    await sql`update bookings set pickup_until = now() + make_interval(mins => ${minutes}::int) where id = ${bookingId}`.execute(
      store.db,
    );
    expect((await orderOf(bookingId, '?open=calloff')).text).toContain(effect);
    await sales.buyer.api.send(callOff, { params: { id: bookingId }, body: { reason: 'No time' } });
    // The rule is the server's.
    const { noShowFrom } = await sales.seller.api.send(getSale, { params: { bookingId } });
    expect(noShowFrom !== undefined).toBe(minutes < 60);
  },
);
