import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { formatDeadline } from '#i18n/deadline-format.ts';
import { bookProduct, getBooking } from '#modules/bookings/contract.ts';
import { addProduct, changeMyProduct, deleteMyProduct, editMyProduct } from '#modules/catalogue/contract.ts';
import { aProduct } from '#modules/catalogue/server/fixtures.ts';
import { insertPerson } from '#modules/identity/server/people.fixtures.ts';
import { decideOnReports, reportProduct } from '#modules/moderation/contract.ts';
import { recordPayment } from '#modules/payments/contract.ts';
import { addWish } from '#modules/wishlist/contract.ts';
import { elements, elementWith, linksOf, openPage, textOf, textsOf } from '../support/page-text.ts';
import { loadSourcePages } from '../support/pages.ts';
import { openTestPeople, type TestPeople } from '../support/test-people.ts';
import { openTestStore, type Person, type TestStore } from '../support/test-store.ts';

let store: TestStore;
let people: TestPeople;
beforeAll(async () => {
  store = await openTestStore({ LOG_LEVEL: 'fatal' }, { pages: loadSourcePages });
  people = await openTestPeople(store);
});
afterAll(() => store?.close());

const menuOf = (html: string) => textsOf(/<nav[^>]* aria-label="Dashboard">.*?<\/nav>/s.exec(html)?.[0] ?? '', 'a');
const rowOf = (html: string, text: string) => elementWith(html, 'tr', text);
const buttonsOf = (html: string) =>
  elements(html, 'button').map((button) => /aria-label="([^"]*)"/.exec(button)?.[1] ?? textOf(button));

async function list(seller: Person, productName: string, changes: object = {}): Promise<string> {
  const body = aProduct(people.categoryId, { productName, ...changes });
  return (await seller.api.send(addProduct, { body })).insertedId;
}

async function book(buyer: Person, itemId: string): Promise<string> {
  const body = { itemId, phone: '01812345678', location: 'Mirpur 10 metro station' };
  return (await buyer.api.send(bookProduct, { body })).insertedId;
}

/** Returns the headings of a table's columns. */
const headOf = (html: string) => textsOf(elements(html, 'thead')[0] ?? '', 'th');

describe('the menu of the dashboard', () => {
  test('of a seller has Add a Product, My product and My Buyers, then My earnings [6.3]', async () => {
    const { html } = await openPage(store, '/dashboard/myproduct', people.seller);
    expect(menuOf(html)).toEqual([
      'Start buying',
      'Add a Product',
      'My product',
      'My Buyers',
      'My earnings',
      'My Reports',
      'Disputes',
      'My account',
    ]);
    for (const [path, title, heading] of [
      ['addproduct', 'Add a Product', 'Add a Product'],
      ['myproduct', 'My product', 'Added Products'],
      ['mybuyers', 'My Buyers', 'My Buyers'],
    ])
      expect(await openPage(store, `/dashboard/${path}`, people.seller)).toMatchObject({
        title: `${title} · Dolna`,
        heading,
      });
  });

  test('of an admin has All Sellers, All Buyers and Reported Items [6.4]', async () => {
    const { html } = await openPage(store, '/dashboard/allsellers', people.admin);
    expect(menuOf(html).slice(0, 3)).toEqual(['All Sellers', 'All Buyers', 'Reported Items']);
    for (const [path, heading] of [
      ['allsellers', 'Sellers List'],
      ['allbuyers', 'Buyers List'],
      ['reporteditems', 'Reported Items'],
    ])
      expect((await openPage(store, `/dashboard/${path}`, people.admin)).heading).toBe(heading);
  });

  test('of a person with both roles has both groups [1.1 6.12]', async () => {
    for (const [path, title] of [
      ['myorders', 'My Orders'],
      ['myproduct', 'Added Products'],
    ]) {
      const { html, heading } = await openPage(store, `/dashboard/${path}`, people.both);
      expect(heading).toBe(title);
      expect(menuOf(html)).toEqual([
        ...['My Orders', 'My Wishlist', 'Add a Product', 'My product', 'My Buyers', 'My earnings'],
        ...['My Reports', 'Disputes', 'My account'],
      ]);
    }
  });

  test('of a buyer has My Orders, My Wishlist and My Reports [6.5]', async () => {
    const { html } = await openPage(store, '/dashboard/myorders', people.buyer);
    expect(menuOf(html)).toEqual(['My Orders', 'My Wishlist', 'Start selling', 'My Reports', 'Disputes', 'My account']);
  });
});

test('My Orders has index, Avatar, Name, Price, Status, a Pay link and the end of the hold [2.19 2.33]', async () => {
  const buyer = await store.as('buyer');
  const bookingId = await book(buyer, await list(people.seller, 'Kite', { resalePrice: 350 }));
  await book(buyer, await list(people.seller, 'Sled'));
  const { main, text } = await openPage(store, '/dashboard/myorders', buyer);
  expect(headOf(main)).toEqual(['No.', 'Avatar', 'Name', 'Price', 'Status']);
  expect(text).toContain('2 bookings await payment.');
  const row = rowOf(main, 'Kite');
  expect([textsOf(row, 'td')[0], textsOf(rowOf(main, 'Sled'), 'td')[0]]).toEqual(['2', '1']);
  expect(row).toContain('<img');
  expect(textOf(row)).toContain('Tk 350');
  expect(linksOf(row)).toContainEqual(['Pay', `/dashboard/payment/${bookingId}`]);
  const { holdUntil } = await buyer.api.send(getBooking, { params: { id: bookingId } });
  expect(textOf(row)).toContain(`Held until ${formatDeadline('en', holdUntil ?? '')}`);
});

test('My Buyers has a first name, a pick-up point and the state of the booking, and nothing more [2.16]', async () => {
  const seller = await store.as('seller');
  const buyer = await store.as('buyer', 'Ayesha Rahman');
  expect((await openPage(store, '/dashboard/mybuyers', seller)).text).toContain('No bookings of your items yet.');
  await book(buyer, await list(seller, 'School bag'));
  const { main } = await openPage(store, '/dashboard/mybuyers', seller);
  const row = textOf(rowOf(main, 'School bag'));
  for (const part of ['Ayesha', 'Mirpur 10 metro station', 'Tk 6,500']) expect(row).toContain(part);
  expect(row).toMatch(/Awaiting payment until \w{3} \d+ \w+, \d\d:\d\d/);
  for (const secret of ['Rahman', buyer.email, '01812345678']) expect(main).not.toContain(secret);
});

test('a paid product is SOLD to its seller, Paid to its buyer and Paid under My Buyers [2.15 2.19]', async () => {
  const { bookingId, transactionId } = await people.payUnrecorded();
  await people.buyer.api.send(recordPayment, { body: { bookingId, transactionId } });
  const { itemId } = await people.buyer.api.send(getBooking, { params: { id: bookingId } });
  const sold = rowOf((await openPage(store, '/dashboard/myproduct', people.seller)).main, itemId);
  expect(textOf(sold)).toContain('SOLD');
  expect(textOf(sold)).toContain('Not for sold items');
  expect(buttonsOf(sold).filter((name) => /unsold/i.test(name))).toEqual([]);
  for (const [path, person] of [
    ['/dashboard/mybuyers', people.seller],
    ['/dashboard/myorders', people.buyer],
  ] as const) {
    const { main } = await openPage(store, path, person);
    expect(elements(main, 'tr').filter((row) => textOf(row).includes('Paid'))).toHaveLength(1);
  }
});

test('an advertised product is called advertised: the home page shows only the newest, and none that is booked', async () => {
  const seller = await store.as('seller');
  const id = await list(seller, 'Seesaw');
  await seller.api.send(changeMyProduct, { params: { id }, query: { advertiseEnable: 'true' } });
  await book(await store.as('buyer'), id);
  const row = rowOf((await openPage(store, '/dashboard/myproduct', seller)).main, 'Seesaw');
  expect(textOf(row)).toContain('Advertised');
  expect(row).not.toMatch(/home page/i);
});

test('Added Products has Avatar, Name, Price, Status, Action and Advertise [2.15 2.30 9.3]', async () => {
  const seller = await store.as('seller');
  expect((await openPage(store, '/dashboard/myproduct', seller)).text).toContain('Nothing listed yet');
  const id = await list(seller, 'Rocking horse');
  const { main } = await openPage(store, '/dashboard/myproduct', seller);
  expect(headOf(main)).toEqual(['Avatar', 'Name', 'Price', 'Status', 'Action', 'Advertise']);
  const row = rowOf(main, 'Rocking horse');
  expect(textOf(row)).toContain('Tk 6,500');
  expect(buttonsOf(row)).toEqual([
    'UNSOLD. Mark Rocking horse as sold',
    'Delete: Rocking horse',
    'Advertise: Rocking horse',
  ]);
  expect(linksOf(row)).toContainEqual(['Edit', `/dashboard/myproduct/${id}/edit`]);
});

test('My WishList has Avatar, Name, Price and BUY, and marks cheaper, booked and sold products [2.19 2.34 15.12]', async () => {
  const buyer = await store.as('buyer');
  const { seller } = people;
  expect((await openPage(store, '/dashboard/mywishlist', buyer)).text).toContain('Nothing saved yet');
  const ids: string[] = [];
  for (const name of ['Cup', 'Plate', 'Jug', 'Mat']) {
    const itemId = await list(seller, name);
    await buyer.api.send(addWish, { body: { itemId } });
    ids.push(itemId);
  }
  const [cup = '', plate = '', jug = '', mat = ''] = ids;
  await seller.api.send(editMyProduct, { params: { id: cup }, body: { resalePrice: 6200 } });
  await seller.api.send(changeMyProduct, { params: { id: plate }, query: { status: 'SOLD' } });
  await seller.api.send(deleteMyProduct, { params: { id: mat } });
  await book(people.otherBuyer, jug);
  const { main } = await openPage(store, '/dashboard/mywishlist', buyer);
  expect(headOf(main).slice(0, 4)).toEqual(['Avatar', 'Name', 'Price', 'BUY']);
  const cheaper = rowOf(main, 'Cup');
  expect(textOf(cheaper)).toContain('Tk 6,200');
  expect(textOf(cheaper)).toContain('Tk 300 less than when saved');
  expect(linksOf(cheaper)).toContainEqual(['BUY', `/products/${people.categoryId}?show=${cup}#offer-${cup}`]);
  expect(textOf(rowOf(main, 'Jug'))).toContain('Booked');
  for (const name of ['Plate', 'Mat']) {
    const gone = rowOf(main, name);
    expect(textOf(gone)).toContain('No longer available');
    expect(linksOf(gone).map(([text]) => text)).not.toContain('BUY');
  }
  expect(linksOf(rowOf(main, 'Plate'))).toContainEqual(['Find similar', `/items/${plate}#similar`]);
});

test('Sellers List and Buyers List have a row for each person, with their buttons [2.17 2.31 2.32]', async () => {
  const { main } = await openPage(store, '/dashboard/allsellers', people.admin);
  expect(headOf(main)).toEqual(['No.', 'Name', 'Email', 'Action', 'Verify']);
  const row = rowOf(main, people.seller.email);
  expect(textOf(elements(row, 'th')[0] ?? '')).toBe(people.seller.name);
  expect(buttonsOf(row)).toEqual([`Delete: ${people.seller.name}`, `Verify: ${people.seller.name}`]);
  const buyers = (await openPage(store, '/dashboard/allbuyers', people.admin)).main;
  expect(headOf(buyers)).toEqual(['No.', 'Name', 'Email', 'Action']);
  expect(buttonsOf(rowOf(buyers, people.buyer.email))).toEqual([`Delete: ${people.buyer.name}`]);
});

test('people are found by the first letters of a name or an e-mail, and shown 24 at a time [2.17]', async () => {
  for (let number = 0; number < 25; number += 1)
    await insertPerson(store.db, { name: `Paginata ${number}`, email: `paginata${number}@example.com`, role: 'buyer' });
  const found = async (query: string) => (await openPage(store, `/dashboard/allbuyers?${query}`, people.admin)).main;
  for (const query of ['q=paginata%2017', 'q=paginata17']) expect(textsOf(await found(query), 'tr')).toHaveLength(2);
  expect(textOf(await found('q=nobody-has-this-name'))).toContain('No results for “nobody-has-this-name”');
  const first = await found('q=paginata');
  expect(textsOf(first, 'tr')).toHaveLength(1 + 24);
  expect(textOf(first)).toContain('24 shown for “paginata”');
  const [, more = ''] = linksOf(first).find(([text]) => text === 'Show more') ?? [];
  const second = (await openPage(store, more.replaceAll('&amp;', '&'), people.admin)).main;
  expect(elements(second, 'tr').map((row) => textsOf(row, 'td')[0])).toContain('25');
  expect(linksOf(second).map(([text]) => text)).not.toContain('Show more');
});

test('Reported Items has the reports of a product, and My Reports the outcome [1.6 2.18]', async () => {
  const { admin, seller, buyer } = people;
  const ids: Record<string, string> = {};
  for (const name of ['Walker', 'Quilt', 'Bell']) {
    ids[name] = await list(seller, name);
    const reason = `The picture of ${name} shows something else.`;
    await buyer.api.send(reportProduct, { body: { productId: ids[name], reason } });
  }
  const reported = rowOf((await openPage(store, '/dashboard/reporteditems', admin)).main, 'Walker');
  expect(textOf(reported)).toContain('The picture of Walker shows something else.');
  expect(textOf(reported)).toContain(buyer.name.split(' ')[0] ?? '');
  expect(buttonsOf(reported)).toEqual(['Keep listing: Walker', 'Remove listing: Walker']);
  for (const [name, decision] of [
    ['Walker', 'keep'],
    ['Quilt', 'remove'],
  ] as const)
    await admin.api.send(decideOnReports, { params: { productId: ids[name] ?? '' }, body: { decision } });
  const { main } = await openPage(store, '/dashboard/myreports', buyer);
  expect(textOf(rowOf(main, 'Walker'))).toContain('The listing stays.');
  expect(textOf(rowOf(main, 'Quilt'))).toContain('The listing was removed.');
  expect(textOf(rowOf(main, 'Bell'))).toContain('In review');
  const open = (await openPage(store, '/dashboard/reporteditems', admin)).text;
  expect([open.includes('Bell'), open.includes('Walker'), open.includes('Quilt')]).toEqual([true, false, false]);
});
