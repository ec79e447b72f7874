import { expect, type Page } from '@playwright/test';
import { call, register } from './people.ts';
import { book, openSellerFixture, payByCard } from './seller-fixture.ts';
import { expectNoOverflow, ready, test } from './visit.ts';

/** Expects that pages with text of 200 % do not scroll sideways, and cut no price and no category. */
async function expectToFit(page: Page, ...paths: string[]): Promise<void> {
  for (const path of paths) {
    await page.goto(path);
    await page.evaluate(() => {
      document.documentElement.style.fontSize = '200%';
    });
    await expectNoOverflow(page);
    expect(await page.locator('.price b, .patch h3, .patch small').evaluateAll(cutTexts), path).toEqual([]);
  }
}

/** Returns the texts that leave their card. Runs in the page. */
function cutTexts(texts: Element[]): string[] {
  const isCut = (text: Element) => {
    const card = text.closest('.product-card, .patch')?.getBoundingClientRect();
    const range = document.createRange();
    range.selectNodeContents(text);
    const own = range.getBoundingClientRect();
    return card && (own.right > card.right || own.bottom > card.bottom);
  };
  return texts.filter(isCut).map((text) => text.textContent);
}

test('at 320 px with text of 200 % no page scrolls sideways, and no price or category is cut', async ({
  visit,
  request,
}) => {
  const [shown] = await (await request.get('/api/products/advertise')).json();
  const { page } = await visit({ viewport: { width: 320, height: 640 } });
  await expectToFit(page, '/', '/search', `/items/${shown._id}`, '/login', '/signup', '/contact');
  await page.context().addCookies([{ name: 'lang', value: 'bn', url: page.url() }]);
  await expectToFit(page, '/');
  await register(page, 'Sadia Karim', 'Seller');
  await expectToFit(page, '/dashboard/addproduct', `/products/${shown.categoryId}`);
});

test('at 320 px with text of 200 % no page of a buyer’s order scrolls sideways, and no message is cut', async ({
  visit,
}) => {
  const fixture = await openSellerFixture('Feeding', 'Sadia Karim');
  const item = await fixture.list(`Sippy cup ${Date.now()}`);
  const { page } = await visit({
    viewport: { width: 320, height: 640 },
    refused: ['net::ERR_FAILED', 'TypeError: Failed to fetch'],
  });
  const buyer = await register(page, 'Bilkis Banu', 'Buyer');
  const bookingId = await book(page, buyer, item);
  const order = `/dashboard/myorders/${bookingId}`;
  await expectToFit(page, '/dashboard/myorders', '/dashboard/account', `/items/${item}`);
  await expectToFit(page, `/dashboard/payment/${bookingId}`, order);
  await page.context().addCookies([{ name: 'lang', value: 'bn', url: page.url() }]);
  await expectToFit(page, '/dashboard/myorders', order);
  await payByCard(page, buyer.token, bookingId);
  await expectToFit(page, order);
  await call(page, buyer.token, 'POST', `/bookings/${bookingId}/received`);
  await expectToFit(page, order);

  await expectToFit(page, `/items/${await fixture.list(`Bowl ${Date.now()}`)}`);
  await ready(page);
  await page.route('**/items/*.data*', (route) => route.abort());
  await page.locator('.item-bar .heart').click();
  const message = page.locator('.toast-error .toast-text');
  await expect(message).not.toBeEmpty();
  expect(await message.evaluate((text) => text.scrollHeight - text.clientHeight), 'the message is cut').toBe(0);
  expect((await message.boundingBox())?.width, 'a word has room').toBeGreaterThan(160);
  await expectNoOverflow(page);
  await fixture.close();
});

test('at 360 px with text of 200 % the state of a dispute wraps', async ({ visit }) => {
  const fixture = await openSellerFixture('Feeding', 'Sadia Karim');
  const { page } = await visit({ viewport: { width: 360, height: 640 } });
  const buyer = await register(page, 'Bilkis Banu', 'Buyer');
  const bookingId = await book(page, buyer, await fixture.list(`Sippy cup ${Date.now()}`));
  await payByCard(page, buyer.token, bookingId);
  await call(page, buyer.token, 'POST', `/bookings/${bookingId}/received`);
  const claim = { reason: 'damaged', text: 'The spout is cracked and it drips.', want: 'refund' };
  await call(page, buyer.token, 'POST', `/bookings/${bookingId}/dispute`, claim);
  await expectToFit(page, '/dashboard/disputes');
  await fixture.close();
});
