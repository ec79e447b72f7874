import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bookProduct, cancelBooking } from '#modules/bookings/contract.ts';
import { addProduct, changeMyProduct, deleteMyProduct } from '#modules/catalogue/contract.ts';
import { aCategory, aProduct } from '#modules/catalogue/server/fixtures.ts';
import { chooseMethod } from '#modules/handover/contract.ts';
import { verifyUser } from '#modules/identity/contract.ts';
import { createPaymentIntent } from '#modules/payments/contract.ts';
import { addWish } from '#modules/wishlist/contract.ts';
import { cardClient } from '../support/card-client.ts';
import { keepForReview } from '../support/money.ts';
import { elements, elementWith, linksOf, openPage, textOf } from '../support/page-text.ts';
import { loadSourcePages } from '../support/pages.ts';
import { ORIGIN, openTestStore, type Person, type TestStore } from '../support/test-store.ts';

const SCRIPT = `</script><script>document.title='broken'</script>\u2028\u2029<!-- "quoted" & done`;

let store: TestStore;
let seller: Person;
let otherSeller: Person;
let buyer: Person;
let categoryId: string;
beforeAll(async () => {
  store = await openTestStore({ LOG_LEVEL: 'fatal' }, { pages: loadSourcePages });
  const admin = await store.as('admin');
  [seller, otherSeller] = [await store.as('seller', 'Sadia Karim'), await store.as('seller', 'Rafiq Unchecked')];
  await admin.api.send(verifyUser, { params: { id: seller.id }, body: { verify: 'Verified' } });
  buyer = await store.as('buyer', 'Bilkis Banu');
  categoryId = await aCategory(store.db);
});
afterAll(() => store?.close());

async function list(productName: string, changes: object = {}, { api } = seller): Promise<string> {
  return (await api.send(addProduct, { body: aProduct(categoryId, { productName, ...changes }) })).insertedId;
}

const category = async (person: Person) => (await openPage(store, `/products/${categoryId}`, person)).main;
const cardOf = (html: string, name: string) => elementWith(html, 'article', name);

describe('a card of a category', () => {
  test('shows image, name, verified tick, creation date and time, description, condition, pickup point, both prices in Tk and phone [2.25 9.6 11.8]', async () => {
    const before = Date.now();
    await list('School bag');
    await list('Desk lamp', { quality: 'Fair' }, otherSeller);
    const main = await category(buyer);
    const card = cardOf(main, 'School bag');
    const text = textOf(card);
    expect(card).toMatch(/<img [^>]*src="\/demo\/01-pram-gada-mint-800\.webp" alt="School bag"/);
    for (const part of ['Sadia K.', 'Verified seller', 'Two children slept in it. One wheel squeaks.', 'Good'])
      expect(text).toContain(part);
    for (const part of ['Dhanmondi, Dhaka', 'Tk 6,500', 'Original price Tk 12,000', 'You save Tk 5,500', '01712345678'])
      expect(text).toContain(part);
    expect(card).toContain('aria-label="Save School bag to wishlist"');
    expect(textOf(elements(card, 'time')[0] ?? '')).toBe('1 minute ago');
    const [, when = ''] = /<time dateTime="[^"]+" title="([^"]+)"/.exec(card) ?? [];
    expect(when).toMatch(/^\d{1,2} [A-Z][a-z]+ \d{4} at \d{2}:\d{2}$/);
    expect(Math.abs(Date.parse(`${when.replace(' at', '')} GMT+0600`) - before)).toBeLessThan(120_000);
    const other = textOf(cardOf(main, 'Desk lamp'));
    expect(other).toContain('Rafiq U.');
    expect(other).toContain('Fair');
    expect(other).not.toContain('Verified');
  });

  test('can be booked by buyers only, and never by its own seller [2.26 7.21]', async () => {
    const id = await list('Stacking rings');
    const bookButton = (html: string) => elements(html, 'button').filter((button) => textOf(button) === 'Book Now!');
    const own = cardOf(await category(seller), 'Stacking rings');
    expect([textOf(own).includes('This is yours'), bookButton(own)]).toEqual([true, []]);
    const others = cardOf(await category(otherSeller), 'Stacking rings');
    expect(textOf(others)).toContain('Start buying');
    expect(bookButton(others)).toEqual([expect.stringContaining('disabled')]);
    expect(bookButton(cardOf(await category(buyer), 'Stacking rings'))).toEqual([
      expect.not.stringContaining('disabled'),
    ]);
    const asked = (await openPage(store, `/products/${categoryId}?book=${id}`, otherSeller)).html;
    expect(asked).not.toContain('role="dialog"');
  });
});

test('BUY in the wishlist leads to the category with that product first, also when its 24 newest lack it', async () => {
  const id = await list('Oldest cradle');
  for (let n = 0; n < 24; n += 1) await list(`Newer cradle ${n}`);
  await buyer.api.send(addWish, { body: { itemId: id } });
  const row = elementWith((await openPage(store, '/dashboard/mywishlist', buyer)).main, 'tr', 'Oldest cradle');
  const [, to = ''] = linksOf(row).find(([text]) => text === 'BUY') ?? [];
  expect(to).toMatch(new RegExp(`^/products/${categoryId}[?#]`));
  const { main } = await openPage(store, to.replace(/#.*/, ''), buyer);
  expect(
    elements(main, 'article')
      .map((card) => textOf(elements(card, 'h2')[0] ?? ''))
      .slice(0, 2),
  ).toEqual(['Oldest cradle', 'Newer cradle 23']);
  expect(elements(main, 'article')).toHaveLength(25);
});

test('without a script the button to book leads to the section of the form', async () => {
  const id = await list('Rattle');
  const [, target = 'none'] =
    /action="#([^"]+)"/.exec(elementWith(cardOf(await category(buyer), 'Rattle'), 'form', 'Book Now!')) ?? [];
  const { main } = await openPage(store, `/products/${categoryId}?book=${id}`, buyer);
  const section = elementWith(main, 'section', 'Confirm booking');
  expect(section).toContain(`id="${target}"`);
  expect(section).toContain('until the handover you see each other’s phone number');
});

describe('the page of a product', () => {
  test('shows a visitor everything except phone, e-mail and surname, and a link to sign in [15.4]', async () => {
    const id = await list('High chair', { description: 'One leg was glued.\nIt holds.' });
    const { html, text, main, heading } = await openPage(store, `/items/${id}`);
    for (const secret of ['01712345678', '1712345678', seller.email, 'Karim']) expect(html).not.toContain(secret);
    expect(heading).toBe('High chair');
    for (const part of ['Tk 6,500', 'You save Tk 5,500', 'Light wear, everything works.', '2 years used'])
      expect(text).toContain(part);
    for (const part of ['Dhanmondi, Dhaka', 'Prams', 'One leg was glued.', 'Nothing sold yet'])
      expect(text).toContain(part);
    expect(text).toContain('We have checked this seller.');
    expect(main).not.toContain('Report this item');
    // A visitor's heart leads to the login.
    expect(main).toContain('Save High chair to wishlist');
    expect(linksOf(main)).toContainEqual(['Log in to book', `/login?from=%2Fitems%2F${id}%3Fbook%3D${id}`]);
    await list('High chair cushion');
    const { html: after } = await openPage(store, `/items/${id}`);
    expect(textOf(elementWith(after, 'section', 'Similar items'))).toContain('High chair cushion');
    for (const secret of ['01712345678', seller.email, 'Karim', 'Sadia K']) expect(after).not.toContain(secret);
  });

  test('is linked from a deal of the home page, also for a visitor [15.4]', async () => {
    const id = await list('Balance bike');
    await seller.api.send(changeMyProduct, { params: { id }, query: { advertiseEnable: 'true' } });
    const { main } = await openPage(store, '/');
    const deal = elementWith(elementWith(main, 'section', 'Deals of the Week'), 'article', 'Balance bike');
    expect(linksOf(deal)).toContainEqual(['Balance bike', `/items/${id}`]);
    expect(textOf(deal)).toContain('50% OFF');
  });

  test('says Booked to everybody, and SOLD after a sale [15.5]', async () => {
    const id = await list('Bib');
    const body = { itemId: id, phone: '01812345678', location: 'Road 27, Dhanmondi' };
    await buyer.api.send(bookProduct, { body });
    const booked = await openPage(store, `/items/${id}`);
    expect(elementWith(booked.main, 'button', 'Booked')).toContain('disabled');
    expect(booked.text).not.toContain('Log in to book');
    await seller.api.send(changeMyProduct, { params: { id }, query: { status: 'SOLD' } });
    const sold = await openPage(store, `/items/${id}`, buyer);
    expect(sold.text).toContain('SOLD');
    expect(elements(sold.main, 'button').filter((button) => /Book/.test(textOf(button)))).toEqual([]);
  });

  test('asks its buyer for no payment once they chose cash, or while their payment is under review [15.5]', async () => {
    const id = await list('Tricycle');
    const body = { itemId: id, phone: '01812345678', location: 'Road 27, Dhanmondi' };
    const { insertedId: bookingId } = await buyer.api.send(bookProduct, { body });
    const order = ['Open the booking', `/dashboard/myorders/${bookingId}`];
    const page = async () => openPage(store, `/items/${id}`, buyer);
    expect(linksOf((await page()).main)).toContainEqual(['Pay', `/dashboard/payment/${bookingId}`]);

    const prepared = await buyer.api.send(createPaymentIntent, { body: { bookingId, itemPrice: 6500 } });
    await buyer.api.send(chooseMethod, { params: { id: bookingId }, body: { method: 'cash' } });
    const cash = await page();
    expect(cash.text).toContain('You booked this and pay in cash. Pick up by');
    expect(linksOf(cash.main)).toContainEqual(order);

    await keepForReview(store.db, (await cardClient(store).intent(prepared)).id);
    const reviewed = await page();
    expect(reviewed.text).toContain('You paid. We are checking the payment.');
    expect(reviewed.text).not.toContain('Pay by');
    expect(linksOf(reviewed.main)).toContainEqual(order);
    const own = textOf(elementWith((await openPage(store, '/dashboard/myproduct', seller)).main, 'tr', 'Tricycle'));
    expect(own).toContain('By Bilkis, under review');
    expect(own).not.toContain('Mark as sold');
  });

  test('that its seller removed has an own page with the status 410 [15.5]', async () => {
    const id = await list('Flask');
    await seller.api.send(deleteMyProduct, { params: { id } });
    const { status, html } = await openPage(store, `/items/${id}`, buyer);
    expect(status).toBe(410);
    expect(html).toContain('This item is gone');
  });
});

test('the page of a seller shows a first name, the tick, since when, products on sale and sales [15.8]', async () => {
  const id = await list('Story books');
  const { text, heading, main, html } = await openPage(store, `/sellers/${seller.id}`, buyer);
  expect(heading).toBe('Sadia');
  expect(text).toContain('We have checked this seller.');
  expect(text).toMatch(/Good-willer since \w+ \d{4}/);
  expect(elements(main, 'dt').map(textOf).slice(0, 2)).toEqual(['On sale', 'Sold so far']);
  expect(linksOf(main)).toContainEqual(['Story books', `/items/${id}`]);
  for (const secret of ['Karim', '01712345678', seller.email]) expect(html).not.toContain(secret);
});

describe('the head of a product’s page', () => {
  /** Returns the first content of each meta element, the links by language or relation, and the structured data. */
  async function headOf(path: string) {
    const { html, title } = await openPage(store, path);
    const meta = [...html.matchAll(/<meta (?:property|name)="([^"]+)" content="([^"]*)"/g)].reverse();
    const links = [...html.matchAll(/<link rel="(canonical|alternate)"(?: hrefLang="([^"]+)")? href="([^"]+)"/g)];
    const [, data = ''] = /<script type="application\/ld\+json">(.*?)<\/script>/.exec(html) ?? [];
    return {
      html,
      title,
      data,
      meta: Object.fromEntries(meta.map(([, key, content]) => [key, content])),
      links: Object.fromEntries(links.map(([, relation, language, href]) => [language ?? relation, href])),
    };
  }

  test('has picture, title, price and state for search engines and link previews, in both languages, escaped [15.9 15.10]', async () => {
    const id = await list('Bowl', { description: SCRIPT });
    const address = `${ORIGIN}/items/${id}`;
    const alternates = { en: address, bn: `${address}?lang=bn`, 'x-default': address };
    const { html, title, meta, links, data } = await headOf(`/items/${id}`);
    expect(title).toBe('Bowl · Dolna');
    expect(meta).toMatchObject({
      'og:type': 'product',
      'og:title': 'Bowl · Tk\u00a06,500',
      'og:url': address,
      'og:image': `${ORIGIN}/demo/01-pram-gada-mint-1200.jpg`,
      'og:image:type': 'image/jpeg',
      'og:locale': 'en_GB',
      'og:locale:alternate': 'bn_BD',
      'product:price:amount': '6500',
      'product:price:currency': 'BDT',
      'product:availability': 'in stock',
    });
    expect(links).toEqual({ canonical: address, ...alternates });
    expect(html).not.toContain(SCRIPT);
    expect(data).not.toMatch(/[<>&\u2028\u2029]/);
    expect(JSON.parse(data)).toMatchObject({
      '@type': 'Product',
      name: 'Bowl',
      description: SCRIPT,
      image: [`${ORIGIN}/demo/01-pram-gada-mint-800.webp`],
      itemCondition: 'https://schema.org/UsedCondition',
      offers: {
        price: 6500,
        priceCurrency: 'BDT',
        availability: 'https://schema.org/InStock',
        seller: { name: 'Sadia' },
      },
    });

    const bangla = await headOf(`/items/${id}?lang=bn`);
    expect(bangla.html).toContain('<html lang="bn"');
    expect(bangla.meta).toMatchObject({ 'og:title': 'Bowl · ৳\u202f৬,৫০০', 'og:locale': 'bn_BD' });
    expect(bangla.links).toEqual({ canonical: `${address}?lang=bn`, ...alternates });
  });

  test('says out of stock while it is booked, and sold out after a sale [15.9]', async () => {
    const id = await list('Spoons');
    const body = { itemId: id, phone: '01812345678', location: 'Road 27, Dhanmondi' };
    const { insertedId: bookingId } = await buyer.api.send(bookProduct, { body });
    const booked = await headOf(`/items/${id}`);
    expect(booked.meta['product:availability']).toBe('out of stock');
    expect(JSON.parse(booked.data).offers.availability).toBe('https://schema.org/OutOfStock');
    await buyer.api.send(cancelBooking, { params: { id: bookingId } });
    await seller.api.send(changeMyProduct, { params: { id }, query: { status: 'SOLD' } });
    const sold = await headOf(`/items/${id}`);
    expect(JSON.parse(sold.data).offers.availability).toBe('https://schema.org/SoldOut');
  });
});
