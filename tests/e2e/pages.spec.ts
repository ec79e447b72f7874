import { expect } from '@playwright/test';
import { register } from './people.ts';
import { expectAccessible, expectNoOverflow, ready, test } from './visit.ts';

test('where the links find no room the bar collapses into a dropdown and shows a button that toggles the dashboard drawer [2.5 2.13 6.5]', async ({
  visit,
}) => {
  const { page } = await visit({ viewport: { width: 800, height: 740 } });
  await register(page, 'Ferdous Chhoto', 'Buyer');
  await page.goto('/dashboard/myorders');
  await ready(page);
  const bar = page.getByRole('banner');
  await expect(bar.getByRole('link', { name: 'About' })).toBeHidden();
  const menu = bar.getByRole('button', { name: 'Menu', exact: true });
  await menu.click();
  await expect(menu).toHaveAttribute('aria-expanded', 'true');
  await expect(bar.getByRole('navigation', { name: 'Main' }).getByRole('link')).toHaveText([
    'Home',
    'Blog',
    'About',
    'Dashboard',
  ]);
  await expect(bar.getByRole('button', { name: 'Sign Out' })).toBeVisible();
  await menu.click();
  await expect(bar.getByRole('link', { name: 'About' })).toBeHidden();

  const drawer = page.getByRole('dialog', { name: 'Dashboard' });
  await bar.getByRole('button', { name: 'Dashboard menu' }).click();
  await expect(drawer.getByRole('link')).toHaveText([
    'My Orders',
    'My Wishlist',
    'Start selling',
    'My Reports',
    'Disputes',
    'My account',
  ]);
  await drawer.getByRole('link', { name: 'My Wishlist' }).click();
  await expect(page).toHaveURL('/dashboard/mywishlist');
  await expect(drawer).toBeHidden();
  await expectNoOverflow(page);
});

test('an unknown path is a 404 page with a picture, header and footer, and a link home [2.12 8.10 11.5]', async ({
  visit,
}) => {
  const { page } = await visit({ refused: [404] });
  expect((await page.goto('/no/such/page'))?.status()).toBe(404);
  await expect(page.getByRole('heading', { level: 1, name: 'Page not found' })).toBeVisible();
  await expect(page.getByRole('banner').or(page.getByRole('contentinfo'))).toHaveCount(2);
  const picture = page.locator('main img');
  expect(await picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  const height = await page.getByRole('main').evaluate((main) => main.getBoundingClientRect().height);
  expect(height).toBeGreaterThanOrEqual(page.viewportSize()?.height ?? 0);
  await page.getByRole('link', { name: 'Home page' }).click();
  await expect(page).toHaveURL('/');
});

test('a page that fails to load has a plain message, no details of the server, and a link home [8.9]', async ({
  visit,
}) => {
  const { page } = await visit({ refused: [405] });
  await page.goto('/about');
  // No form posts to this page, so the router refuses the request.
  const refused = page.waitForResponse((response) => response.request().method() === 'POST');
  await page.evaluate(() => {
    const form = document.body.appendChild(document.createElement('form'));
    form.method = 'post';
    form.submit();
  });
  expect((await refused).status()).toBe(405);
  const { 'x-request-id': id = '' } = (await refused).headers();
  await expect(page.getByRole('heading', { level: 1, name: 'Something went wrong' })).toBeVisible();
  await expect(page.getByText('This page failed to load. Try again in a moment.')).toBeVisible();
  await expect(page.getByRole('main')).not.toContainText('action');
  await ready(page);
  await expect(page.getByText(id)).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Home page' }).click();
  await expect(page).toHaveURL('/');
});
