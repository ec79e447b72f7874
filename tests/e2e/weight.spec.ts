import { expect } from '@playwright/test';
import { type Weight, weigh } from '../../bench/weigh.ts';
import { enter, register } from './people.ts';
import { book, categoryId, openStall } from './seller-fixture.ts';
import { test } from './support.ts';

const KB = 1024;
const BUYER = { email: 'buyer@example.com', password: 'demo1234' };

/** Bytes and not times: they are the same on every machine. */
function expectWithin(weight: Weight, most: { scripts: number; all: number }) {
  expect(weight.scripts / KB).toBeLessThanOrEqual(most.scripts);
  expect(weight.all / KB).toBeLessThanOrEqual(most.all);
  // A page that did not come would weigh next to nothing.
  expect(weight.scripts / KB).toBeGreaterThan(90);
}

for (const locale of ['en', 'bn'])
  test(`the first view of the home page takes at most 120 KB of JavaScript and 500 KB in all, compressed (${locale})`, async ({
    visit,
  }) => {
    const { page } = await visit({ ownContext: true });
    expectWithin(await weigh(page, `/?lang=${locale}`), { scripts: 120, all: locale === 'en' ? 270 : 500 });
  });

test('so does every public page: dialogs, what checks a form and the card form come only when they are used', async ({
  visit,
}) => {
  for (const [path, most] of [
    ['/items', { scripts: 120, all: 250 }],
    ['/login', { scripts: 120, all: 226 }],
    ['/signup', { scripts: 119, all: 225 }],
    ['/contact', { scripts: 119, all: 225 }],
    ['/press', { scripts: 115, all: 190 }],
  ] as const) {
    const { page } = await visit({ ownContext: true });
    const [shown] = await (await page.request.get('/api/products/advertise')).json();
    expectWithin(await weigh(page, path === '/items' ? `/items/${shown._id}` : path), most);
  }
});

test('for who is signed in, a category takes at most 126 KB of JavaScript, their orders 119 KB, their account 121 KB', async ({
  visit,
}) => {
  for (const [path, most] of [
    ['/products', { scripts: 126, all: 375 }],
    ['/dashboard/myorders', { scripts: 119, all: 245 }],
    ['/dashboard/account', { scripts: 121, all: 205 }],
  ] as const) {
    const { page } = await visit({ ownContext: true });
    await enter(page, BUYER);
    const address = path === '/products' ? `${path}/${await categoryId(page, 'Prams')}` : path;
    expectWithin(await weigh(page, address), most);
  }
});

test('only the payment page fetches the card form, and takes at most 144 KB of JavaScript with it', async ({
  visit,
}) => {
  const stall = await openStall('Prams', 'Sadia Karim');
  const pram = await stall.list(`Pram on a scale ${Date.now()}`);
  const { page } = await visit({ ownContext: true });
  const buyer = await register(page, 'Bilkis Banu', 'Buyer');
  const booking = await book(page, buyer, pram);
  expectWithin(await weigh(page, `/dashboard/payment/${booking}`), { scripts: 144, all: 270 });
  await stall.close();
});
