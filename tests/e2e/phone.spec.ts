import { expect, type Page } from '@playwright/test';
import { asAdmin, enter, register } from './people.ts';
import { book, openSellerFixture } from './seller-fixture.ts';
import { expectAccessible, expectNoOverflow, ready, test } from './visit.ts';

const PHONE = { width: 360, height: 740 };
const DEMO_SELLER = { email: 'seller@example.com', password: 'demo1234' };
const run = Date.now();

const bar = (page: Page) => page.getByRole('navigation', { name: 'Main tabs' });
const tab = (page: Page, name: string | RegExp) => bar(page).getByRole('link', { name, exact: true });

/** Expects that a box ends above the bottom bar. */
async function expectAboveBar(page: Page, selector: string): Promise<void> {
  // A toast rises from below.
  await expect(async () => {
    const [own, below] = [await page.locator(selector).boundingBox(), await bar(page).boundingBox()];
    expect((own?.y ?? 0) + (own?.height ?? 0), selector).toBeLessThanOrEqual(below?.y ?? 0);
  }).toPass({ timeout: 5000 });
}

test('on a phone the bottom bar is the only menu, on every page with the header', async ({ visit, request }) => {
  const { page } = await visit({ viewport: PHONE });
  const [shown] = await (await request.get('/api/products/advertise')).json();
  for (const path of ['/', '/search', `/items/${shown._id}`, '/login', '/about', '/press']) {
    await page.goto(path);
    await ready(page);
    await expect(bar(page).getByRole('link')).toHaveText(['Home', 'Search', 'Sell', 'Orders', 'Me']);
    const header = page.getByRole('banner');
    await expect(header.getByRole('button', { name: 'Menu', exact: true })).toBeHidden();
    await expect(header.getByRole('link', { name: 'About' })).toBeHidden();
    await expect(header.getByRole('link', { name: 'Login' })).toBeVisible();
    await expect(header.getByRole('link', { name: 'বাংলা' })).toBeVisible();
    await page.getByRole('contentinfo').evaluate((footer) => footer.scrollIntoView({ block: 'end' }));
    await expectAboveBar(page, '.footer-end');
    for (const link of await bar(page).getByRole('link').all()) {
      const { width, height } = (await link.boundingBox()) ?? { width: 0, height: 0 };
      expect(Math.min(width, height), path).toBeGreaterThanOrEqual(44);
    }
    for (const width of [320, 360]) {
      await page.setViewportSize({ width, height: 740 });
      await expectNoOverflow(page);
    }
  }
  // A bar that covers a part of a link makes the target small: the whole footer is between the two.
  await page.setViewportSize({ width: 360, height: 1600 });
  await page.getByRole('contentinfo').evaluate((footer) => footer.scrollIntoView({ block: 'end' }));
  await expectAccessible(page);
  await page.setViewportSize({ width: 768, height: 740 });
  await expect(bar(page)).toBeHidden();
});

test('links of the header, the footer and the path are 44 px high on a phone', async ({ visit, request }) => {
  const { page } = await visit({ viewport: PHONE });
  const [shown] = await (await request.get('/api/products/advertise')).json();
  await page.goto(`/items/${shown._id}`);
  const links = page.locator('.logo, .footer a, .breadcrumb a');
  await expect(page.locator('.breadcrumb a')).not.toHaveCount(0);
  for (const width of [320, 360, 414]) {
    await page.setViewportSize({ width, height: 740 });
    const low = await links.evaluateAll((all) =>
      all.flatMap((link) => (link.getBoundingClientRect().height < 44 ? [link.textContent] : [])),
    );
    expect(low, `${width} px`).toEqual([]);
    await expectNoOverflow(page);
  }
});

test('a tapped tab is marked at once, while its page still loads', async ({ visit }) => {
  const { page } = await visit({ viewport: PHONE });
  await page.goto('/about');
  await ready(page);
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/search.data*', async (route) => {
    await held;
    await route.continue();
  });
  const mark = tab(page, 'Search').locator('.bottom-bar-icon');
  await expect(mark).toHaveCSS('background-color', 'rgba(0, 0, 0, 0)');
  await tab(page, 'Search').click();
  await expect(mark).not.toHaveCSS('background-color', 'rgba(0, 0, 0, 0)');
  await expect(page).toHaveURL('/about');
  release();
  await expect(page).toHaveURL('/search');
  await expect(tab(page, 'Search')).toHaveAttribute('aria-current', 'page');
});

test('a visitor’s tabs lead to the registration as a seller, and to the login', async ({ visit }) => {
  const { page } = await visit({ viewport: PHONE, javaScriptEnabled: false });
  await page.goto('/');
  await expect(tab(page, 'Home')).toHaveAttribute('aria-current', 'page');
  await tab(page, 'Sell').click();
  await expect(page).toHaveURL('/signup?as=seller');
  for (const name of ['Orders', 'Me']) {
    await tab(page, name).click();
    await expect(page).toHaveURL(/\/login\?/);
  }
  await tab(page, 'Search').click();
  await expect(page).toHaveURL('/search');
  await expect(tab(page, 'Search')).toHaveAttribute('aria-current', 'page');
});

test('a buyer’s Orders counts the bookings to pay for, and Me begins with the two groups of links', async ({
  visit,
}) => {
  const fixture = await openSellerFixture('Feeding', 'Sadia Karim');
  const item = await fixture.list(`High chair ${run}`);
  const { page } = await visit({ viewport: PHONE });
  const buyer = await register(page, 'Bilkis Banu', 'Buyer');
  await page.goto('/');
  await ready(page);
  await expect(tab(page, 'Orders')).toBeVisible();
  await book(page, buyer, item);
  await page.reload();
  await tab(page, 'Orders, 1 to do').click();
  await expect(page).toHaveURL('/dashboard/myorders');
  await expect(tab(page, 'Orders, 1 to do')).toHaveAttribute('aria-current', 'page');
  await expect(page.locator('.bottom-bar-count')).toHaveText('1');
  await expect(page.getByRole('navigation', { name: 'Orders' })).toHaveCount(0);

  for (const button of await page.locator('tbody .button').all())
    expect((await button.boundingBox())?.height).toBeGreaterThanOrEqual(44);

  await test.step('the count follows a change without a reload', async () => {
    await page
      .getByRole('button', { name: /Cancel/ })
      .first()
      .click();
    await page.getByRole('alertdialog').getByRole('button').last().click();
    await expect(tab(page, 'Orders')).toBeVisible();
  });

  await tab(page, 'Me').click();
  await expect(page).toHaveURL('/dashboard/account');
  const menu = page.getByRole('navigation', { name: 'Dashboard' });
  await expect(menu.getByRole('heading')).toHaveText(['Buying', 'Selling', 'Account']);
  const [links, title] = [await menu.boundingBox(), await page.getByRole('heading', { level: 1 }).boundingBox()];
  expect(links?.y).toBeLessThan(title?.y ?? 0);
  await expectAccessible(page);
  await expectNoOverflow(page);

  await tab(page, 'Sell').click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Start selling');

  await tab(page, 'Me').click();
  await page.getByRole('main').getByRole('button', { name: 'Sign Out', exact: true }).click();
  await expect(page).toHaveURL('/login');
  const toast = page.getByRole('status', { name: 'You signed out' });
  await expect(toast).toBeVisible();
  await expectAboveBar(page, '.toast:not([data-limited])');
  await fixture.close();
});

test('a seller has My Buyers beside My Orders, and an admin has Home, Search and Me', async ({ visit }) => {
  const { page } = await visit({ viewport: PHONE });
  await enter(page, DEMO_SELLER);
  await page.goto('/');
  await tab(page, /^Orders/).click();
  await expect(page).toHaveURL('/dashboard/mybuyers');
  const both = page.getByRole('navigation', { name: 'Orders' });
  await expect(both.getByRole('link')).toHaveText(['My Orders', /^My Buyers/]);
  await expect(both.getByRole('link', { name: 'My Buyers' })).toHaveAttribute('aria-current', 'page');
  await expectAccessible(page);
  await both.getByRole('link', { name: 'My Orders' }).click();
  await expect(page).toHaveURL('/dashboard/myorders');
  await tab(page, 'Sell').click();
  await expect(page).toHaveURL('/dashboard/addproduct');

  const { page: adminPage } = await visit({ viewport: PHONE, ownContext: true });
  await asAdmin(adminPage);
  await adminPage.goto('/');
  await expect(bar(adminPage).getByRole('link')).toHaveText(['Home', 'Search', /Me, \d+ to do$/]);
  await tab(adminPage, /^Me/).click();
  await expect(adminPage.getByRole('main').getByRole('link', { name: 'Reported Items' })).toBeVisible();
  await expectAccessible(adminPage);
});

test('the bar makes room for the keyboard while a field has the focus', async ({ visit }) => {
  const { page } = await visit({ viewport: PHONE });
  await page.goto('/login');
  await ready(page);
  await page.locator('[name="email"]').focus();
  await expect(bar(page)).toBeHidden();
  await page.locator('[name="email"]').blur();
  await expect(bar(page)).toBeVisible();
});
