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

test('the first view of a public page takes at most 114 KB of JavaScript, an item’s 117 KB, the home page 111 KB and 360 KB in all, compressed', async ({
  visit,
  request,
}) => {
  const [shown] = await (await request.get('/api/products/advertise')).json();
  const limits = {
    '/?lang=en': { scripts: 110.7, all: 256 },
    '/?lang=bn': { scripts: 110.7, all: 360 },
    // Similar items may have Bangla names, which need a Bangla font.
    [`/items/${shown._id}`]: { scripts: 117, all: 310 },
    '/login': { scripts: 114, all: 188 },
    '/signup': { scripts: 112, all: 186 },
    '/contact': { scripts: 113, all: 187 },
    '/press': { scripts: 108, all: 180 },
  };
  await Promise.all(
    Object.entries(limits).map(async ([path, limit]) => {
      const { page } = await visit({ ownContext: true });
      expectWithin(path, await measurePageWeight(page, path), limit);
    }),
  );
});

test('a category takes at most 120.5 KB of JavaScript, My Orders 117 KB and My account 122 KB', async ({
  visit,
  request,
}) => {
  const limits = {
    [`/products/${await categoryId({ request }, 'Prams')}`]: { scripts: 120.5, all: 316 },
    // The demo's buyer has orders with pictures and Bangla names.
    '/dashboard/myorders': { scripts: 117, all: 310 },
    // Four forms that check what is typed.
    '/dashboard/account': { scripts: 122, all: 204 },
  };
  await Promise.all(
    Object.entries(limits).map(async ([path, limit]) => {
      const { page } = await visit({ ownContext: true });
      await enter(page, BUYER);
      expectWithin(path, await measurePageWeight(page, path), limit);
    }),
  );
});

test('only the payment page fetches the card form, and takes at most 138 KB of JavaScript with it; an order’s page 122.5 KB', async ({
  visit,
}) => {
  const fixture = await openSellerFixture('Prams', 'Sadia Karim');
  const pram = await fixture.list(`Pram on a scale ${Date.now()}`);
  const { page } = await visit({ ownContext: true });
  const buyer = await register(page, 'Bilkis Banu', 'Buyer');
  const booking = await book(page, buyer, pram);
  const path = `/dashboard/payment/${booking}`;
  expectWithin(path, await measurePageWeight(page, path), { scripts: 138, all: 240 });
  await payByCard(page, buyer.token, booking);
  // The list takes the live event of the payment: a page that it reloads fetches more.
  await page.goto('/dashboard/myorders');
  await expect(page.getByText('Paid', { exact: true }).first()).toBeVisible();
  const order = `/dashboard/myorders/${booking}`;
  expectWithin(order, await measurePageWeight(page, order), { scripts: 122.5, all: 235 });
  await fixture.close();
});
