import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { chooseMethod } from '#modules/handover/contract.ts';
import { cardClient } from '../support/card-client.ts';
import { noticeOf, postForm } from '../support/page-forms.ts';
import { elements, openPage, textOf } from '../support/page-text.ts';
import { loadSourcePages } from '../support/pages.ts';
import { openSales, type Sales } from '../support/sales.ts';
import { openTestStore, type TestStore } from '../support/test-store.ts';

let store: TestStore;
let sales: Sales;
beforeAll(async () => {
  store = await openTestStore({ LOG_LEVEL: 'fatal' }, { pages: loadSourcePages });
  sales = await openSales(store, cardClient(store));
});
afterAll(() => store.close());

const orderPath = (id: string) => `/dashboard/myorders/${id}`;
const salePath = (id: string) => `/dashboard/mybuyers/${id}`;
const saleOf = (id: string, query = '') => openPage(store, salePath(id) + query, sales.seller);
const stepsOf = (html: string) => elements(/<ol class="timeline">.*?<\/ol>/s.exec(html)?.[0] ?? '', 'li').map(textOf);
const asSeller = (id: string, intent: string) => postForm(store.app, salePath(id), sales.seller.cookie, { intent });

/** A cash booking of somebody whose pick-up time has passed. */
async function missedPickup() {
  const absent = await store.as('buyer', 'Omar Hasan');
  const { bookingId } = await sales.book(absent);
  await absent.api.send(chooseMethod, { params: { id: bookingId }, body: { method: 'cash' } });
  const early = await asSeller(bookingId, 'noshow');
  expect(noticeOf(early.body)[0]).toBe('alert');
  await sql`update bookings set hold_until = now() - interval '1 minute', pickup_until = now() - interval '1 minute'
    where id = ${bookingId}`.execute(store.db);
  return { bookingId, absent };
}

test('a missed pick-up is reported once, after its time, and both sides read it', async () => {
  const { bookingId, absent } = await missedPickup();
  const asked = await saleOf(bookingId, `?noshow=${bookingId}`);
  expect(asked.text).toContain('Omar did not come?');
  const reported = await asSeller(bookingId, 'noshow');
  expect(noticeOf(reported.body)).toEqual(['status', 'Recorded. We told the other person.']);
  const sold = await saleOf(bookingId);
  expect(sold.main).not.toContain('Omar did not come');
  expect(stepsOf(sold.main).join()).toContain('Reported a missed pick-up');
  const bought = await openPage(store, orderPath(bookingId), absent);
  expect(bought.text).toContain('Sadia says you did not come. Not right? Say so by');
  expect(noticeOf((await asSeller(bookingId, 'noshow')).body)[0]).toBe('alert');
});

test('a reported person contradicts once, and nobody else does', async () => {
  const { bookingId, absent } = await missedPickup();
  await asSeller(bookingId, 'noshow');
  expect(noticeOf((await asSeller(bookingId, 'contradict')).body)[0]).toBe('alert');
  const contradict = () => postForm(store.app, orderPath(bookingId), absent.cookie, { intent: 'contradict' });
  expect(noticeOf((await contradict()).body)).toEqual(['status', 'Recorded: you came.']);
  const bought = await openPage(store, orderPath(bookingId), absent);
  expect(bought.main).not.toContain('Not right');
  expect(stepsOf(bought.main).join()).toContain('Denied missing the pick-up');
  expect(noticeOf((await contradict()).body)[0]).toBe('alert');
});
