import { expect, type Page } from '@playwright/test';
import { measurePageWeight, type PageWeight } from '../../bench/page-weight.ts';
import { enter, register } from './people.ts';
import { book, categoryId, openSellerFixture, payByCard } from './seller-fixture.ts';
import { test } from './visit.ts';

const KB_BYTES = 1024;
const BUYER = { email: 'buyer@example.com', password: 'demo1234' };

/** Weighs the first view of a page without live events: they would load it again. */
async function weigh(page: Page, path: string): Promise<PageWeight> {
  await page.route('**/api/live?*', () => undefined);
  return measurePageWeight(page, path);
}

/** Compares bytes, which are the same on every machine. Limits are in KB. */
function expectWithin(path: string, weight: PageWeight, limit: { scripts: number; all: number }) {
  expect(weight.scripts / KB_BYTES, path).toBeLessThanOrEqual(limit.scripts);
  expect(weight.all / KB_BYTES, path).toBeLessThanOrEqual(limit.all);
  // A page without its scripts has failed to load.
  expect(weight.scripts / KB_BYTES, path).toBeGreaterThan(90);
}

test('the first view of a public page takes at most 106.9 KB of JavaScript, the home page 100.3 KB and 348 KB in all, compressed', async ({
  visit,
  request,
}) => {
  const [shown] = await (await request.get('/api/products/advertise')).json();
  const limits = {
    // Items may have Bangla names, which need a Bangla font.
    '/?lang=en': { scripts: 100.3, all: 264 },
    '/?lang=bn': { scripts: 100.3, all: 348 },
    [`/items/${shown._id}`]: { scripts: 106.9, all: 300 },
    '/login': { scripts: 103.7, all: 175 },
    '/signup': { scripts: 102.3, all: 172 },
    '/contact': { scripts: 102.3, all: 174 },
    '/press': { scripts: 96.8, all: 166 },
  };
  // One at a time: seven at once slow the store, and a page that exceeds its deadline is a 503 with an error panel.
  for (const [path, limit] of Object.entries(limits)) {
    const { page } = await visit({ ownContext: true });
    expectWithin(path, await weigh(page, path), limit);
    await page.close();
  }
});

test('a category takes at most 110 KB of JavaScript, My Orders 106 KB and My account 111.3 KB', async ({
  visit,
  request,
}) => {
  const limits = {
    [`/products/${await categoryId({ request }, 'Prams')}`]: { scripts: 110, all: 300 },
    // The demo's buyer has orders with pictures and Bangla names.
    '/dashboard/myorders': { scripts: 106, all: 288 },
    // Four forms that validate their input.
    '/dashboard/account': { scripts: 111.3, all: 184 },
  };
  for (const [path, limit] of Object.entries(limits)) {
    const { page } = await visit({ ownContext: true });
    await enter(page, BUYER);
    expectWithin(path, await weigh(page, path), limit);
    await page.close();
  }
});

test('only the payment page fetches the card form, and takes at most 127.1 KB of JavaScript with it; an order’s page 111.9 KB', async ({
  visit,
}) => {
  const fixture = await openSellerFixture('Prams', 'Sadia Karim');
  const pram = await fixture.list(`Pram on a scale ${Date.now()}`);
  const { page } = await visit({ ownContext: true });
  const buyer = await register(page, 'Bilkis Banu', 'Buyer');
  const booking = await book(page, buyer, pram);
  const path = `/dashboard/payment/${booking}`;
  expectWithin(path, await weigh(page, path), { scripts: 127.1, all: 224 });
  await payByCard(page, buyer.token, booking);
  // The list takes the live event of the payment: a page that it reloads fetches more.
  await page.goto('/dashboard/myorders');
  await expect(page.getByText('Paid', { exact: true }).first()).toBeVisible();
  const order = `/dashboard/myorders/${booking}`;
  expectWithin(order, await weigh(page, order), { scripts: 111.9, all: 206 });
  await fixture.close();
});
