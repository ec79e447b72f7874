import { expect } from '@playwright/test';
import { register } from './people.ts';
import { expectAccessible, expectNoOverflow, ready, test } from './support.ts';

const FOOTER = {
  Marketing: ['Selling', 'Delivery', 'Buying', 'Advertisement'],
  Company: ['About us', 'Contact', 'Jobs', 'Press kit'],
  Legal: ['Terms of use', 'Privacy policy', 'Cookie policy'],
};

test('the top bar: brand logo and store title, Home, Blog and About; signed out a Login button, signed in a Dashboard link and a Sign Out button [1.16 2.1 2.2 2.3 6.6]', async ({
  visit,
}) => {
  const { page } = await visit();
  await page.goto('/about');
  await ready(page);
  const bar = page.getByRole('banner');
  const links = bar.getByRole('navigation', { name: 'Main' });
  await expect(bar.getByRole('link', { name: 'Dolna' }).locator('svg')).toBeVisible();
  await expect(links.getByRole('link')).toHaveText(['Home', 'Blog', 'About']);
  await expect(bar.getByRole('button', { name: 'Sign Out' })).toHaveCount(0);
  await links.getByRole('link', { name: 'Blog' }).click();
  await expect(page).toHaveURL('/blog');
  await bar.getByRole('link', { name: 'Dolna' }).click();
  await expect(page).toHaveURL('/');
  await bar.getByRole('link', { name: 'Login' }).click();
  await expect(page).toHaveURL('/login');

  await register(page, 'Bashir Bari', 'Buyer');
  await page.goto('/about');
  await ready(page);
  await expect(links.getByRole('link')).toHaveText(['Home', 'Blog', 'About', 'Dashboard']);
  await expect(bar.getByRole('button', { name: 'Sign Out' })).toBeVisible();
  await expect(bar.getByRole('link', { name: 'Login' })).toHaveCount(0);
  await links.getByRole('link', { name: 'Dashboard' }).click();
  await expect(page).toHaveURL('/dashboard/myorders');
});

test('on small screens the bar collapses into a dropdown and shows a button that toggles the dashboard drawer [2.5 2.13 6.5]', async ({
  visit,
}) => {
  const { page } = await visit({ viewport: { width: 360, height: 740 } });
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
  await bar.getByRole('button', { name: 'Show or hide the dashboard menu' }).click();
  await expect(drawer.getByRole('link')).toHaveText(['My Orders', 'My Wishlist', 'My Reports', 'My account']);
  await drawer.getByRole('link', { name: 'My Wishlist' }).click();
  await expect(page).toHaveURL('/dashboard/mywishlist');
  await expect(drawer).toBeHidden();
  await expectNoOverflow(page);
});

test('the footer has three link columns, Marketing, Company and Legal, and each of its eleven links leads to a real page [1.2 2.1 2.6 2.10]', async ({
  visit,
}) => {
  const { page } = await visit({ javaScriptEnabled: false });
  await page.goto('/about');
  const footer = page.getByRole('contentinfo');
  const addresses: string[] = [];
  for (const [column, links] of Object.entries(FOOTER)) {
    const found = footer.getByRole('navigation', { name: column }).getByRole('link');
    await expect(found).toHaveText(links);
    for (const link of await found.all()) addresses.push((await link.getAttribute('href')) ?? '');
  }
  expect(new Set(addresses).size).toBe(11);
  for (const address of addresses) {
    const answer = await page.goto(address);
    expect(answer?.status(), address).toBe(200);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/\w/);
    await expect(page.getByRole('main').locator('p').first(), address).toBeVisible();
  }
});

test('the Blog has four question-and-answer cards, under both spellings of its address [1.2 1.17 2.9]', async ({
  visit,
}) => {
  const { page } = await visit();
  for (const address of ['/Blog', '/blog']) {
    expect((await page.goto(address))?.status()).toBe(200);
    await expect(page.getByRole('heading', { level: 1, name: 'Blog' })).toBeVisible();
    const cards = page.getByRole('main').getByRole('article');
    await expect(cards).toHaveCount(4);
    for (const [index, question] of [
      /state/,
      /prototypal inheritance/,
      /unit test/,
      /React, Vue or Angular/,
    ].entries()) {
      await expect(cards.nth(index).getByRole('heading')).toHaveText(question);
      await expect(cards.nth(index).getByRole('paragraph')).toHaveText(/\w{3}.{200}/);
    }
  }
});

test('any other path is a full-screen 404 image page with status 404, and leads home [2.12 8.10 11.5]', async ({
  visit,
}) => {
  const { page } = await visit({ refused: [404] });
  for (const address of ['/no/such/page', '/products', '/dashboard/nothing']) {
    expect((await page.goto(address))?.status(), address).toBe(404);
    await expect(page.getByRole('heading', { level: 1, name: 'This page has been outgrown' })).toBeVisible();
  }
  await expect(page.getByRole('banner').or(page.getByRole('contentinfo'))).toHaveCount(0);
  const picture = page.locator('main img');
  expect(await picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  const height = await page.getByRole('main').evaluate((main) => main.getBoundingClientRect().height);
  expect(height).toBeGreaterThanOrEqual(page.viewportSize()?.height ?? 0);
  await page.getByRole('link', { name: 'Go home' }).click();
  await expect(page).toHaveURL('/');
});

test('a page that cannot be had says so in the language of who asks, with the id of the request', async ({ visit }) => {
  const { page } = await visit({ refused: [405], locale: 'bn-BD' });
  for (const address of ['/about', '/no-such-page']) {
    await page.goto('/');
    const refused = page.waitForResponse((response) => response.request().method() === 'POST');
    await page.evaluate((address) => {
      const form = document.body.appendChild(document.createElement('form'));
      form.method = 'post';
      form.action = address;
      form.submit();
    }, address);
    const { 'x-request-id': id = '' } = (await refused).headers();
    await expect(page.locator('html')).toHaveAttribute('lang', 'bn');
    await expect(page.getByRole('heading', { level: 1, name: 'কিছু একটা পড়ে গেল' })).toBeVisible();
    await ready(page);
    await expect(page.getByText(`আমাদের লিখলে এই নম্বরটি জানাবেন: ${id}`)).toBeVisible();
    await expect(page.getByRole('heading', { level: 1, name: 'কিছু একটা পড়ে গেল' })).toBeVisible();
  }
});

test('a category that does not exist is the 404 page, for who is signed in', async ({ visit }) => {
  const { page } = await visit({ refused: [404] });
  await register(page, 'Nazma Nai', 'Buyer');
  await page.goto('/products/00000000-0000-4000-8000-000000000000');
  await expect(page.getByRole('heading', { level: 1, name: 'This page has been outgrown' })).toBeVisible();
});

test('an unknown call is a JSON problem with status 404, never a page [11.5]', async ({ visit }) => {
  const { page } = await visit();
  for (const method of ['GET', 'POST', 'DELETE']) {
    const answer = await page.request.fetch('/api/no-such-call', { method });
    expect(answer.status()).toBe(404);
    expect(answer.headers()['content-type']).toContain('application/problem+json');
    expect(await answer.json()).toMatchObject({ status: 404, message: 'There is no such call.' });
  }
});

test("a page that cannot be had says so in plain words, shows nothing of the server's own, and leads home [8.9]", async ({
  visit,
}) => {
  const { page } = await visit({ refused: [405] });
  await page.goto('/about');
  // No form of ours is sent here, so the router refuses it: the one fault that a visitor can cause by themselves.
  const refused = page.waitForResponse((response) => response.request().method() === 'POST');
  await page.evaluate(() => {
    const form = document.body.appendChild(document.createElement('form'));
    form.method = 'post';
    form.submit();
  });
  expect((await refused).status()).toBe(405);
  await expect(page.getByRole('heading', { level: 1, name: 'We dropped something' })).toBeVisible();
  await expect(page.getByText('This page did not come together. Nothing is lost.')).toBeVisible();
  await expect(page.getByRole('main')).not.toContainText('action');
  await ready(page);
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Go home' }).click();
  await expect(page).toHaveURL('/');
});
