import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { getBooking } from '#modules/bookings/contract.ts';
import { changeMyProduct, deleteMyProduct } from '#modules/catalogue/contract.ts';
import { chooseMethod, confirmReceived, handOver } from '#modules/handover/contract.ts';
import { cardClient } from '../support/card-client.ts';
import { noticeOf, postForm } from '../support/page-forms.ts';
import { elements, linksOf, openPage, textOf } from '../support/page-text.ts';
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
const orderOf = (id: string, query = '') => openPage(store, orderPath(id) + query, sales.buyer);
const saleOf = (id: string, query = '') => openPage(store, salePath(id) + query, sales.seller);
const payCash = (id: string) => sales.buyer.api.send(chooseMethod, { params: { id }, body: { method: 'cash' } });
const panelOf = (html: string) => textOf(elements(html, 'section')[0] ?? '');
const stepsOf = (html: string) => elements(/<ol class="timeline">.*?<\/ol>/s.exec(html)?.[0] ?? '', 'li').map(textOf);
const asBuyer = (id: string, fields: Record<string, string>) =>
  postForm(store.app, orderPath(id), sales.buyer.cookie, fields);
const asSeller = (id: string, fields: Record<string, string>) =>
  postForm(store.app, salePath(id), sales.seller.cookie, fields);

async function codeOf(id: string): Promise<string> {
  return (await sales.buyer.api.send(getBooking, { params: { id } })).handover?.code ?? '';
}

describe('the page of an order', () => {
  test('shows its buyer the code in two groups and as a QR code, and the seller’s number', async () => {
    const { bookingId } = await sales.sell();
    const { status, title, main } = await orderOf(bookingId);
    expect([status, title]).toEqual([200, 'Order: Coach pram · Dolna']);
    const code = await codeOf(bookingId);
    expect(panelOf(main)).toContain(`Your pick-up code ${code.slice(0, 3)}${code.slice(3)}`);
    expect(main).toContain(`<span class="sr">${[...code].join(' ')}</span>`);
    expect(main).toMatch(
      /<svg viewBox="0 0 (\d+) \1" role="img" aria-label="QR code with your pick-up code"[^>]*><path d="M/,
    );
    expect(linksOf(main)).toContainEqual(['WhatsApp', expect.stringMatching(/^https:\/\/wa\.me\/8801\d{9}$/)]);
    const steps = elements(/<ol class="timeline">.*?<\/ol>/s.exec(main)?.[0] ?? '', 'b').map(textOf);
    expect(steps).toEqual([
      'Booked',
      'Paid Tk 6,500 by card',
      'Meet and hand over',
      'Time to check',
      'Money goes to Sadia',
    ]);
  });

  test('is a 404 for anybody else, and shows nothing of it', async () => {
    const { bookingId } = await sales.sell();
    for (const [path, stranger] of [
      [orderPath(bookingId), await store.as('buyer')],
      [salePath(bookingId), await store.as('seller')],
    ] as const) {
      const { status, html, heading } = await openPage(store, path, stranger);
      expect([path, status, heading]).toEqual([path, 404, 'No such order']);
      expect(html).not.toContain('Coach pram');
    }
  });

  test('and My Orders lead to the page of its item, unless the seller has deleted the item', async () => {
    const { bookingId, itemId } = await sales.book();
    const open = async () => [
      await orderOf(bookingId),
      await saleOf(bookingId),
      await openPage(store, '/dashboard/myorders', sales.buyer),
    ];
    const toItem = (main: string) => linksOf(main).filter(([, to]) => to === `/items/${itemId}`);
    for (const { main } of await open()) expect(toItem(main)).toHaveLength(1);
    await sales.seller.api.send(deleteMyProduct, { params: { id: itemId } });
    for (const { status, main } of await open()) {
      expect(status).toBe(200);
      expect(toItem(main)).toEqual([]);
    }
  });

  test('asks both sides to agree on a pick-up point only where they name two', async () => {
    const { bookingId } = await sales.sell();
    const agree = 'Call to agree on one of the two';
    expect((await orderOf(bookingId)).text).toContain(agree);
    await sql`update bookings set seller_pickup = '' where id = ${bookingId}`.execute(store.db);
    for (const { text } of [await orderOf(bookingId), await saleOf(bookingId)]) expect(text).not.toContain(agree);
  });

  test('of an unpaid booking leads to its payment; of a cash booking says that the buyer brings the exact sum, and that it is not refunded', async () => {
    const { bookingId } = await sales.book();
    const unpaid = await orderOf(bookingId);
    expect(linksOf(unpaid.main)).toContainEqual(['Pay Tk 6,500', `/dashboard/payment/${bookingId}`]);
    await payCash(bookingId);
    const panel = panelOf((await orderOf(bookingId)).main);
    expect(panel).toContain('Bring Tk 6,500 in cash');
    expect(panel).toContain('Dolna does not hold cash and cannot refund it.');
    expect(panelOf((await saleOf(bookingId)).main)).toContain('First take Tk 6,500 in cash');
  });

  test('says how long the buyer may check, and then that it is theirs', async () => {
    const { bookingId } = await sales.sell();
    await sales.seller.api.send(handOver, { params: { bookingId }, body: { code: await codeOf(bookingId) } });
    const checking = await orderOf(bookingId);
    expect(panelOf(checking.main)).toMatch(/Check it by \w+ \d+ \w+, \d\d:\d\d .* 23 h 59 min left/);
    expect(linksOf(checking.main).filter(([, href]) => href.startsWith('tel:'))).toEqual([]);
    await sql`update bookings set inspect_until = now() - interval '1 second' where id = ${bookingId}`.execute(
      store.db,
    );
    expect(panelOf((await orderOf(bookingId)).main)).toContain('It is yours');
    expect(panelOf((await saleOf(bookingId)).main)).toContain('Tk 6,500 is yours.');
  });

  test('is in Bangla, with the code in Latin digits', async () => {
    const { bookingId } = await sales.sell();
    const { main } = await orderOf(bookingId, '?lang=bn');
    expect(panelOf(main)).toContain('আপনার পিকআপ কোড');
    expect(panelOf(main)).toContain((await codeOf(bookingId)).slice(0, 3));
    expect(stepsOf(main)[1]).toContain('৬,৫০০');
  });
});

test('a buyer who paid in cash can report a fault, and reads that the store cannot refund', async () => {
  const { bookingId, itemId } = await sales.book();
  await sales.buyer.api.send(chooseMethod, { params: { id: bookingId }, body: { method: 'cash' } });
  const code = await codeOf(bookingId);
  await sales.seller.api.send(handOver, { params: { bookingId }, body: { code } });
  const { text, html } = await orderOf(bookingId, '?open=wrong');
  expect(text).toContain('so Dolna cannot refund it. A report stays on the seller’s record.');
  expect(html).toContain(`/dashboard/myreports?report=${itemId}`);
});

test('a complaint without a reason is refused at its field', async () => {
  const { bookingId } = await sales.sell();
  await sales.seller.api.send(handOver, { params: { bookingId }, body: { code: await codeOf(bookingId) } });
  const fields = { intent: 'claim', want: 'refund', text: 'The rim of it is cracked on both sides.' };
  const { body } = await postForm(store.app, `${orderPath(bookingId)}/dispute`, sales.buyer.cookie, fields);
  expect(elements(body, 'fieldset').map(textOf).join()).toContain('Choose a reason.');
  expect(textOf(body)).not.toContain('Check this and try again.');
});

test('a message to the store about an order begins with its number', async () => {
  const { bookingId } = await sales.sell();
  const { html } = await orderOf(bookingId, '?open=wrong');
  const [number] = /Order number [\dA-F]{4}-[\dA-F]{4}/.exec(textOf(html)) ?? [];
  const [, address = ''] = linksOf(html).find(([, href]) => href.startsWith('/contact?')) ?? [];
  const { main } = await openPage(store, address.replaceAll('&amp;', '&'), sales.buyer);
  expect(elements(main, 'textarea').join()).toContain(`>${number}\n</textarea>`);
  expect(main).toMatch(/<option value="booking-or-payment" selected="">/);
  const forged = await openPage(store, '/contact?order=Send-money', sales.buyer);
  expect(elements(forged.main, 'textarea').join()).toContain('></textarea>');
});

describe('without the page’s script', () => {
  test('the seller types the code; a wrong one stays in the boxes, with the tries that are left', async () => {
    const { bookingId } = await sales.sell();
    const code = await codeOf(bookingId);
    expect((await saleOf(bookingId)).html).not.toContain(code);
    const wrong = code === '123456' ? '654321' : '123456';
    const refused = await asSeller(bookingId, { intent: 'code', code: wrong });
    expect(textOf(refused.body)).toContain('Wrong code. Tries left: 4.');
    expect(refused.body).toMatch(new RegExp(`<input[^>]*id="handover-code"[^>]*value="${wrong}"`));
    const done = await asSeller(bookingId, { intent: 'code', code });
    expect(noticeOf(done.body)).toEqual(['status', 'Handed over']);
    expect(panelOf((await saleOf(bookingId)).main)).toContain('Then Tk 6,500 is yours.');
  });

  test('five wrong codes lock the boxes until a time', async () => {
    const { bookingId } = await sales.sell();
    const wrong = (await codeOf(bookingId)) === '123456' ? '654321' : '123456';
    for (let n = 0; n < 4; n += 1) await asSeller(bookingId, { intent: 'code', code: wrong });
    const { body } = await asSeller(bookingId, { intent: 'code', code: wrong });
    expect(textOf(body)).toMatch(/Too many wrong codes ?Try again at \d\d:\d\d, in 15 min\./);
    expect(body).toMatch(/<input[^>]*id="handover-code"[^>]*disabled=""/);
  });

  test('each question is a section of the page, and its answer works', async () => {
    const { bookingId } = await sales.sell();
    const asked = await saleOf(bookingId, `?claim=${bookingId}`);
    expect(asked.text).toContain('Yes, Ayesha has it');
    await asSeller(bookingId, { intent: 'claim' });
    expect(panelOf((await saleOf(bookingId)).main)).toContain('We asked Ayesha');
    expect(panelOf((await orderOf(bookingId)).main)).toContain('Did you get it?');
    await asBuyer(bookingId, { intent: 'denied' });
    const after = await orderOf(bookingId);
    expect(stepsOf(after.main).join()).toContain('Buyer: does not have it');
    expect(panelOf(after.main)).toContain('Open the problem');
    const received = await sales.sell();
    await asBuyer(received.bookingId, { intent: 'received' });
    expect(panelOf((await orderOf(received.bookingId)).main)).toContain('Check it by');
  });

  test('a booking is called off with a reason of the list, or with own words, which may not be missing', async () => {
    const [first, second] = [await sales.sell(), await sales.sell()];
    const dialog = await orderOf(first.bookingId, '?open=calloff');
    expect(dialog.text).toContain('You get Tk 6,500 back and the item is on sale again.');
    const empty = await asBuyer(first.bookingId, { intent: 'calloff', why: 'other', text: ' ' });
    expect(empty.statusCode).toBe(200);
    expect((await orderOf(first.bookingId)).text).toContain('Your pick-up code');
    await asBuyer(first.bookingId, { intent: 'calloff', why: 'other', text: 'We moved.' });
    const calledOff = async () => panelOf((await saleOf(first.bookingId)).main);
    expect(await calledOff()).toContain('Ayesha called it off: “We moved”.');
    expect(await calledOff()).toContain('Ayesha gets Tk 6,500 back. The item is on sale again.');
    const params = { id: first.itemId };
    const mark = (status: 'SOLD' | 'UNSOLD') => sales.seller.api.send(changeMyProduct, { params, query: { status } });
    await mark('SOLD');
    expect(await calledOff()).not.toContain('The item is on sale again.');
    await mark('UNSOLD');
    expect(await calledOff()).toContain('The item is on sale again.');
    await sales.seller.api.send(deleteMyProduct, { params });
    expect(await calledOff()).not.toContain('The item is on sale again.');
    await asSeller(second.bookingId, { intent: 'calloff', why: 'noTime' });
    const called = await orderOf(second.bookingId, '?lang=bn');
    expect(panelOf(called.main)).toContain('সময় মেলেনি');
  });

  test('cash is chosen on the payment page, which leads to the order', async () => {
    const { bookingId } = await sales.book();
    const { main } = await openPage(store, `/dashboard/payment/${bookingId}`, sales.buyer);
    expect(main).toContain(`action="${orderPath(bookingId)}"`);
    const { statusCode, headers } = await asBuyer(bookingId, { intent: 'cash' });
    expect([statusCode, headers.location]).toEqual([303, orderPath(bookingId)]);
  });

  test('an unknown intent is refused', async () => {
    const { bookingId } = await sales.sell();
    expect(noticeOf((await asBuyer(bookingId, { intent: 'free' })).body)[0]).toBe('alert');
  });
});

test('the lists lead to the page of each row, with the next step and its deadline', async () => {
  const { bookingId } = await sales.sell();
  const orders = await openPage(store, '/dashboard/myorders', sales.buyer);
  expect(linksOf(orders.main)).toContainEqual(['Details', orderPath(bookingId)]);
  expect(orders.text).toMatch(/Paid Meet the seller by \w{3} \d+ \w{3,4}, \d\d:\d\d/);
  const sold = await openPage(store, '/dashboard/mybuyers', sales.seller);
  expect(linksOf(sold.main)).toContainEqual(['Details', salePath(bookingId)]);
  expect(sold.text).toContain('Hand it over by');
});

test('My Orders offers to cancel an unpaid booking, not one for cash, which is called off on its page', async () => {
  const somebody = await store.as('buyer');
  const { bookingId } = await sales.book(somebody);
  const offers = async () => (await openPage(store, '/dashboard/myorders', somebody)).main.includes('Cancel booking');
  expect(await offers()).toBe(true);
  await somebody.api.send(chooseMethod, { params: { id: bookingId }, body: { method: 'cash' } });
  expect(await offers()).toBe(false);
});

describe('after twenty wrong codes both pages name the ways that are left, and no code [P17]:', () => {
  const lock = (id: string) =>
    sql`insert into booking_steps (booking_id, step, by) select ${id}, 'wrong_code', 'seller' from generate_series(1, 20)`.execute(
      store.db,
    );

  test('of a paid booking, also once the buyer is asked', async () => {
    const { bookingId } = await sales.sell();
    await lock(bookingId);
    const bought = await orderOf(bookingId);
    expect(panelOf(bought.main)).toContain(
      'Too many wrong codes. Press “I have it” when you have the item. The code no longer works',
    );
    expect(bought.text).not.toContain('show the code');
    expect(bought.main).not.toContain('class="code"');
    const sold = await saleOf(bookingId);
    expect(panelOf(sold.main)).toContain('Choose “Handed over without the code” below, or ask Ayesha to press');
    expect(sold.main).not.toContain('name="code"');
    await asSeller(bookingId, { intent: 'claim' });
    expect(panelOf((await saleOf(bookingId)).main)).toMatch(/No answer means yes\.$/);
  });

  test('of a cash booking', async () => {
    const somebody = await store.as('buyer');
    const { bookingId } = await sales.book(somebody);
    await somebody.api.send(chooseMethod, { params: { id: bookingId }, body: { method: 'cash' } });
    await lock(bookingId);
    expect(panelOf((await openPage(store, orderPath(bookingId), somebody)).main)).toContain(
      'Press “I have it” when you have paid and have the item.',
    );
    const locked = await saleOf(bookingId);
    expect(panelOf(locked.main)).toContain('If item and cash changed hands, ask');
    expect(locked.main).not.toContain('value="claim"');
    await somebody.api.send(confirmReceived, { params: { id: bookingId } });
    const sold = await saleOf(bookingId);
    expect(sold.text).toContain('Sold');
  });
});
