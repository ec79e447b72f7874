import { expect } from '@playwright/test';
import { measurePageWeight, type PageWeight } from '../../bench/page-weight.ts';
import { enter, register } from './people.ts';
import { book, categoryId, openSellerFixture, payByCard } from './seller-fixture.ts';
import { test } from './support.ts';

const KB_BYTES = 1024;
const BUYER = { email: 'buyer@example.com', password: 'demo1234' };

/** Compares bytes, which are the same on every machine. Limits are in KB. */
function expectWithin(path: string, weight: PageWeight, limit: { scripts: number; all: number }) {
  expect(weight.scripts / KB_BYTES, path).toBeLessThanOrEqual(limit.scripts);
  expect(weight.all / KB_BYTES, path).toBeLessThanOrEqual(limit.all);
  // A page without its scripts has failed to load.
  expect(weight.scripts / KB_BYTES, path).toBeGreaterThan(90);
}

test('the first view of a public page takes at most 122 KB of JavaScript, an item’s 127 KB, and the home page 500 KB in all, compressed', async ({
  visit,
  request,
}) => {
  const [shown] = await (await request.get('/api/products/advertise')).json();
  const limits = {
    '/?lang=en': { scripts: 122, all: 274 },
    '/?lang=bn': { scripts: 122, all: 500 },
    // Similar items may have Bangla names, which need a Bangla font.
    [`/items/${shown._id}`]: { scripts: 127, all: 370 },
    '/login': { scripts: 122, all: 226 },
    '/signup': { scripts: 121, all: 225 },
    '/contact': { scripts: 122, all: 225 },
    '/press': { scripts: 118, all: 197 },
  };
  await Promise.all(
    Object.entries(limits).map(async ([path, limit]) => {
      const { page } = await visit({ ownContext: true });
      expectWithin(path, await measurePageWeight(page, path), limit);
    }),
  );
});

test('a category takes at most 130 KB of JavaScript, My Orders 126 KB and My account 131 KB', async ({
  visit,
  request,
}) => {
  const limits = {
    [`/products/${await categoryId({ request }, 'Prams')}`]: { scripts: 130, all: 375 },
    '/dashboard/myorders': { scripts: 126, all: 245 },
    // Four forms that check what is typed.
    '/dashboard/account': { scripts: 131, all: 217 },
  };
  await Promise.all(
    Object.entries(limits).map(async ([path, limit]) => {
      const { page } = await visit({ ownContext: true });
      await enter(page, BUYER);
      expectWithin(path, await measurePageWeight(page, path), limit);
    }),
  );
});

test('only the payment page fetches the card form, and takes at most 148 KB of JavaScript with it; an order’s page 156 KB', async ({
  visit,
}) => {
  const fixture = await openSellerFixture('Prams', 'Sadia Karim');
  const pram = await fixture.list(`Pram on a scale ${Date.now()}`);
  const { page } = await visit({ ownContext: true });
  const buyer = await register(page, 'Bilkis Banu', 'Buyer');
  const booking = await book(page, buyer, pram);
  const path = `/dashboard/payment/${booking}`;
  expectWithin(path, await measurePageWeight(page, path), { scripts: 148, all: 270 });
  await payByCard(page, buyer.token, booking);
  const order = `/dashboard/myorders/${booking}`;
  expectWithin(order, await measurePageWeight(page, order), { scripts: 156, all: 290 });
  await fixture.close();
});
