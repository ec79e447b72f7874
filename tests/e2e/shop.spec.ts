import { expect } from '@playwright/test';
import { call, register } from './people.ts';
import { book, openSellerFixture, type SellerFixture } from './seller-fixture.ts';
import { expectAccessible, ready, test } from './visit.ts';

const CATEGORY = 'Feeding';
const run = Date.now();

let fixture: SellerFixture;

test.beforeAll(async () => {
  fixture = await openSellerFixture(CATEGORY, 'Sadia Karim');
});
test.afterAll(() => fixture.close());

test('My WishList shows cheaper, booked and sold products, with Find similar and Undo [15.12]', async ({ visit }) => {
  const { page } = await visit();
  const buyer = await register(page, 'Nusrat Wish', 'Buyer');
  const names = [`Cup ${run}`, `Plate ${run}`, `Jug ${run}`, `Mat ${run}`];
  const [cup = '', plate = '', jug = '', mat = ''] = await Promise.all(names.map((name) => fixture.list(name)));
  for (const itemId of [cup, plate, jug, mat]) await call(page, buyer.token, 'POST', '/wishlist', { itemId });
  await call(page, fixture.seller.token, 'PATCH', `/my-products/${cup}`, { resalePrice: 6200 });
  await call(page, fixture.seller.token, 'PUT', `/my-products/${plate}?status=SOLD`);
  await call(page, fixture.seller.token, 'DELETE', `/my-products/${mat}`);
  const { page: other } = await visit();
  await book(other, await register(other, 'Quick Kona', 'Buyer'), jug);
  await page.goto('/dashboard/mywishlist');
  const row = (name: string) => page.getByRole('row').filter({ hasText: name });
  await expect(row(`Cup ${run}`)).toContainText('Tk 6,200');
  await expect(row(`Cup ${run}`)).toContainText('Tk 300 less than when saved');
  await expect(row(`Jug ${run}`)).toContainText('Booked');
  await expect(row(`Plate ${run}`)).toContainText('No longer available');
  await expect(row(`Plate ${run}`).getByRole('link', { name: /^BUY/ })).toHaveCount(0);
  await expectAccessible(page);
  await ready(page);
  await page.getByRole('button', { name: `Remove Mat ${run} from wishlist` }).click();
  await expect(page.getByText(`Mat ${run} removed from wishlist.`)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Undo' }), 'it cannot be saved again').toHaveCount(0);
  await row(`Cup ${run}`).getByRole('button').click();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(row(`Cup ${run}`)).toBeVisible();
  await row(`Plate ${run}`)
    .getByRole('link', { name: `Find similar: Plate ${run}` })
    .click();
  await expect(page).toHaveURL(`/items/${plate}#similar`);
  await expect(page.locator('.item-similar').getByRole('article').first()).toBeVisible();
});
