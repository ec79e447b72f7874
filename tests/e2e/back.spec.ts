import { expect, type Page } from '@playwright/test';
import { enter, register } from './people.ts';
import { book, openSellerFixture, payByCard } from './seller-fixture.ts';
import { ready, test } from './visit.ts';

const PHONE = { width: 360, height: 740 };
const run = Date.now();

/** Expects that Back closes the open overlay and stays on its page, and that the next Back leaves the page. */
async function expectBackCloses(page: Page, role: 'dialog' | 'alertdialog', path: string): Promise<void> {
  await expect(page.getByRole(role)).toBeVisible();
  await page.goBack();
  await expect(page.getByRole(role)).toHaveCount(0);
  await expect(page).toHaveURL(path);
  await page.goBack();
  await expect(page).toHaveURL('/about');
}

test('Back closes the topmost overlay and stays on the page, and leaves no entry of it in the history', async ({
  visit,
}) => {
  const fixture = await openSellerFixture('Feeding', 'Sadia Karim');
  const item = await fixture.list(`Chair of the history ${run}`);
  const { page } = await visit({ viewport: PHONE });
  const buyer = await register(page, 'Back Beli', 'Buyer');
  let order = '';
  const at = async (path: string) => {
    await page.goto('/about');
    await page.goto(path);
    await ready(page);
    return path;
  };

  for (const [what, path, opener, overlay] of [
    ['the filter sheet', '/search', /^(All filters|Filters)/, page.getByRole('dialog', { name: 'Filters' })],
    ['the photo viewer', `/items/${item}`, /^(Enlarge|Photo|See|Show|View)/, page.locator('.viewer')],
    ['a report', `/items/${item}`, /^Report/, page.getByRole('dialog', { name: 'Report this item' })],
    ['the deletion of the account', '/dashboard/account', 'Delete my account', page.getByRole('dialog')],
  ] as const)
    await test.step(`${what}: by Back, and by its own button`, async () => {
      await at(path);
      const open = () => page.getByRole('main').getByRole('button', { name: opener }).first().click();
      await open();
      await expect(overlay).toBeVisible();
      const length = await page.evaluate(() => history.length);
      await page.goBack();
      await expect(overlay).toHaveCount(0);
      await expect(page).toHaveURL(path);
      await open();
      await expect(overlay).toBeVisible();
      expect(await page.evaluate(() => history.length)).toBe(length);
      await page.keyboard.press('Escape');
      await expect(overlay).toHaveCount(0);
      await page.goBack();
      await expect(page).toHaveURL('/about');
    });

  await test.step('a question, and the payout account of a seller', async () => {
    await fixture.list(`Second chair ${run}`);
    const { page: sellers } = await visit({ viewport: PHONE, ownContext: true });
    await enter(sellers, fixture.seller);
    await sellers.goto('/about');
    await sellers.goto('/dashboard/myproduct');
    await ready(sellers);
    await sellers
      .getByRole('button', { name: /^Delete/ })
      .first()
      .click();
    await expectBackCloses(sellers, 'alertdialog', '/dashboard/myproduct');

    await sellers.goto('/dashboard/myearnings');
    await ready(sellers);
    await sellers.getByRole('button', { name: 'Add an account' }).click();
    await expectBackCloses(sellers, 'dialog', '/dashboard/myearnings');
  });

  await test.step('the menu and the drawer of a tablet; a link in them leaves one page behind', async () => {
    await page.setViewportSize({ width: 800, height: 740 });
    await at('/dashboard/myorders');
    const menu = page.getByRole('banner').getByRole('button', { name: 'Menu', exact: true });
    await menu.click();
    await page.goBack();
    await expect(menu).toHaveAttribute('aria-expanded', 'false');
    const drawer = page.getByRole('dialog', { name: 'Dashboard' });
    const toggle = page.getByRole('button', { name: 'Dashboard menu' });
    await toggle.click();
    await expect(drawer).toBeVisible();
    await page.goBack();
    await expect(drawer).toHaveCount(0);
    await toggle.click();
    await drawer.getByRole('link', { name: 'My Wishlist' }).click();
    await expect(page).toHaveURL('/dashboard/mywishlist');
    await expect(drawer).toHaveCount(0);
    await page.goBack();
    await expect(page).toHaveURL('/dashboard/myorders');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('My Orders');
    await page.goBack();
    await expect(page).toHaveURL('/about');
  });

  await test.step('the pick-up code on the full screen', async () => {
    const booking = await book(page, buyer, item);
    await payByCard(page, buyer.token, booking);
    order = await at(`/dashboard/myorders/${booking}`);
    const full = page.getByRole('dialog', { name: 'Your pick-up code' });
    await page.getByRole('button', { name: 'Full screen' }).click();
    await expect(full).toBeVisible();
    await page.goBack();
    await expect(full).toHaveCount(0);
    await expect(page).toHaveURL(order);
    await page.goBack();
    await expect(page).toHaveURL('/about');
  });

  await test.step('the two dialogs of an order', async () => {
    await at(order);
    for (const opener of ['Call it off', 'Something is wrong']) {
      await page.getByRole('main').getByRole('button', { name: opener }).click();
      await expect(page.getByRole('dialog')).toBeVisible();
      await page.goBack();
      await expect(page.getByRole('dialog')).toHaveCount(0);
      await expect(page).toHaveURL(order);
    }
    await page.goBack();
    await expect(page).toHaveURL('/about');
  });
  await fixture.close();
});
