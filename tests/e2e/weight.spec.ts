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

test('the first view of a public page takes at most 120 KB of JavaScript, an item’s 122 KB, and the home page 500 KB in all, compressed', async ({
  visit,
  request,
}) => {
  const [shown] = await (await request.get('/api/products/advertise')).json();
  const limits = {
    '/?lang=en': { scripts: 120, all: 270 },
    '/?lang=bn': { scripts: 120, all: 500 },
    // Similar items may have Bangla names, which need a Bangla font.
    [`/items/${shown._id}`]: { scripts: 122, all: 370 },
    '/login': { scripts: 120, all: 226 },
    '/signup': { scripts: 119, all: 225 },
    '/contact': { scripts: 119, all: 225 },
    '/press': { scripts: 115, all: 193 },
  };
  await Promise.all(
    Object.entries(limits).map(async ([path, limit]) => {
      const { page } = await visit({ ownContext: true });
      expectWithin(path, await measurePageWeight(page, path), limit);
    }),
  );
});

test('a category takes at most 126 KB of JavaScript, My Orders 120 KB and My account 126 KB', async ({
  visit,
  request,
}) => {
  const limits = {
    [`/products/${await categoryId({ request }, 'Prams')}`]: { scripts: 126, all: 375 },
    '/dashboard/myorders': { scripts: 120, all: 245 },
    // Four forms that check what is typed.
    '/dashboard/account': { scripts: 126, all: 212 },
  };
  await Promise.all(
    Object.entries(limits).map(async ([path, limit]) => {
      const { page } = await visit({ ownContext: true });
      await enter(page, BUYER);
      expectWithin(path, await measurePageWeight(page, path), limit);
    }),
  );
});

test('only the payment page fetches the card form, and takes at most 144 KB of JavaScript with it; an order’s page 135 KB', async ({
  visit,
}) => {
  const fixture = await openSellerFixture('Prams', 'Sadia Karim');
  const pram = await fixture.list(`Pram on a scale ${Date.now()}`);
  const { page } = await visit({ ownContext: true });
  const buyer = await register(page, 'Bilkis Banu', 'Buyer');
  const booking = await book(page, buyer, pram);
  const path = `/dashboard/payment/${booking}`;
  expectWithin(path, await measurePageWeight(page, path), { scripts: 144, all: 270 });
  await payByCard(page, buyer.token, booking);
  const order = `/dashboard/myorders/${booking}`;
  expectWithin(order, await measurePageWeight(page, order), { scripts: 135, all: 270 });
  await fixture.close();
});
