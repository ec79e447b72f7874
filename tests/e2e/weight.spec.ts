import { expect } from '@playwright/test';
import { type Weight, weigh } from '../../bench/weigh.ts';
import { enter, register } from './people.ts';
import { book, categoryId, openStall } from './stall.ts';
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

for (const [locale, all] of [
  ['en', 320],
  ['bn', 500],
] as const)
  test(`the first view of the home page takes at most 136 KB of JavaScript to come alive, 156 KB with what moves the carousels, and ${all} KB in all (${locale})`, async ({
    visit,
  }) => {
    const { page } = await visit();
    const weight = await weigh(page, `/?lang=${locale}`);
    expect((weight.scripts - weight.engine) / KB).toBeLessThanOrEqual(locale === 'en' ? 134 : 136);
    expectWithin(weight, { scripts: locale === 'en' ? 154 : 156, all });
  });

test('dialogs, forms, charts and the card form come only to pages that use them: a thing takes at most 136 KB of JavaScript for a visitor, a text 127 KB, the login page, which checks what is typed, 165 KB', async ({
  visit,
}) => {
  for (const [path, most] of [
    ['/items', { scripts: 136, all: 280 }],
    ['/press', { scripts: 127, all: 210 }],
    ['/login', { scripts: 165, all: 270 }],
  ] as const) {
    const { page } = await visit();
    const [shown] = await (await page.request.get('/api/products/advertise')).json();
    expectWithin(await weigh(page, path === '/items' ? `/items/${shown._id}` : path), most);
  }
});

test('for who is signed in, a category takes at most 142 KB of JavaScript, their orders 157 KB', async ({ visit }) => {
  for (const path of ['/products', '/dashboard/myorders']) {
    const { page } = await visit();
    await enter(page, BUYER);
    const address = path === '/products' ? `${path}/${await categoryId(page, 'Prams')}` : path;
    expectWithin(
      await weigh(page, address),
      path === '/products' ? { scripts: 142, all: 400 } : { scripts: 157, all: 300 },
    );
  }
});

test('only the payment page fetches the card form, and takes at most 180 KB of JavaScript with it', async ({
  visit,
  browser,
}) => {
  const stall = await openStall(browser, 'Prams', 'Sadia Karim');
  const pram = await stall.list(`Pram on a scale ${Date.now()}`);
  const { page } = await visit();
  const buyer = await register(page, 'Bilkis Banu', 'Buyer');
  const booking = await book(page, buyer, pram);
  expectWithin(await weigh(page, `/dashboard/payment/${booking}`), { scripts: 180, all: 400 });
  await stall.close();
});
