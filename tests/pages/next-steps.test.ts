import { afterAll, beforeAll, expect, test } from 'vitest';
import { getBooking } from '#modules/bookings/contract.ts';
import { handOver } from '#modules/handover/contract.ts';
import { cardDesk } from '../support/card-desk.ts';
import { elements, openPage, textOf } from '../support/page-text.ts';
import { loadSourcePages } from '../support/pages.ts';
import { openSales, type Sales } from '../support/sales.ts';
import { openTestStore, type TestStore } from '../support/test-store.ts';

let store: TestStore;
let sales: Sales;
beforeAll(async () => {
  store = await openTestStore({ LOG_LEVEL: 'fatal' }, { pages: loadSourcePages });
  sales = await openSales(store, cardDesk(store));
});
afterAll(() => store.close());

const orderOf = (id: string, query = '') => openPage(store, `/dashboard/myorders/${id}${query}`, sales.buyer);
const saleOf = (id: string) => openPage(store, `/dashboard/mybuyers/${id}`, sales.seller);
const panelOf = (html: string) => textOf(elements(html, 'section')[0] ?? '');

async function codeOf(id: string): Promise<string> {
  return (await sales.buyer.api.send(getBooking, { params: { id } })).handover?.code ?? '';
}

test('while a buyer is asked, they see the code, as it still works; the seller does not read that the clock calls it off', async () => {
  const { bookingId } = await sales.sell();
  expect((await saleOf(bookingId)).text).toContain('it is called off by itself');
  await sales.seller.api.send(handOver, { params: { bookingId }, body: { withoutCode: true } });
  const code = await codeOf(bookingId);
  const panel = panelOf((await orderOf(bookingId)).main);
  expect(panel).toContain('Did you get it?');
  expect(panel).toContain(`Your pick-up code ${code.slice(0, 3)}${code.slice(3)}`);
  const { text } = await saleOf(bookingId);
  expect(text).toContain('The code still works.');
  expect(text).toContain('Changed your mind? You can call it off until you meet.');
  expect(text).not.toContain('it is called off by itself');
});
