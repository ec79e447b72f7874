import { expect, type Page } from '@playwright/test';
import { ready, test } from './support.ts';

/** The demo's own buyer, signed in without the form. */
async function signIn(page: Page) {
  const data = { email: 'buyer@example.com', password: 'demo1234' };
  const answer = await page.request.post('/api/auth/sign-in/email', { data });
  expect(answer.ok()).toBe(true);
}

async function categoryCalled(page: Page, name: string): Promise<string> {
  const categories: { _id: string; categoryName: string }[] = await (await page.request.get('/api/categories')).json();
  return `/products/${categories.find((one) => one.categoryName === name)?._id}`;
}

test('a long description is read in full on its card [2.25]', async ({ page }) => {
  await signIn(page);
  await page.goto(await categoryCalled(page, 'Prams'));
  const card = page.getByRole('article').filter({ hasText: 'The large wheels manage the footpaths' });
  const text = card.getByText('Brake is firm.');
  const isCut = () => text.evaluate((element) => element.scrollHeight > element.clientHeight);
  await expect(card.getByRole('button', { name: 'Read it all' })).toBeVisible();
  expect(await isCut()).toBe(true);
  await card.getByRole('button', { name: 'Read it all' }).click();
  expect(await isCut()).toBe(false);
  await card.getByRole('button', { name: 'Show less' }).click();
  expect(await isCut()).toBe(true);
});

test('a category that does not exist is a 404 for who is signed in, too [2.12]', async ({ page }) => {
  await signIn(page);
  for (const id of ['nothing', '0190a0a0-0000-7000-8000-000000000000'])
    expect((await page.goto(`/products/${id}`))?.status()).toBe(404);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('This page has been outgrown');
});

test("'Loading...' is said while a page is on its way, and not afterwards [2.36 8.11]", async ({ page }) => {
  await signIn(page);
  await page.goto('/dashboard/myorders');
  await ready(page);
  let answer = () => {};
  const held = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route('**/dashboard/mywishlist.data?*', async (route) => {
    await held;
    await route.continue();
  });
  await page.getByRole('link', { name: 'My Wishlist' }).click();
  const said = page.getByRole('status').filter({ hasText: 'Loading...' });
  await expect(said).toHaveCount(1);
  answer();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('My WishList');
  await expect(said).toHaveCount(0);
});

test("Register asks for the Category by its name, and 'Buyer' is chosen at first", async ({ page }) => {
  await page.goto('/signup');
  const choice = page.getByRole('group', { name: 'Category', exact: true });
  await expect(choice.getByRole('radio')).toHaveCount(2);
  await expect(choice.getByRole('radio', { name: 'Buyer' })).toBeChecked();
});

test('every page of the demo bears a small mark, those too that stand without the bar [12.4]', async ({ page }) => {
  for (const path of ['/', '/blog', '/login', '/contact', '/nothing/here']) {
    await page.goto(path);
    await expect(page.getByText('Demo', { exact: true }), path).toBeVisible();
  }
  await signIn(page);
  await page.goto('/dashboard/myorders');
  await expect(page.getByText('Demo', { exact: true })).toBeVisible();
});
