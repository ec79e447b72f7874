import { expect, type Page } from '@playwright/test';
import { SAVED } from '../../src/platform/contract/saved-pages.ts';
import { enter, register } from './people.ts';
import { book, openSellerFixture, payByCard } from './seller-fixture.ts';
import { expectAccessible, expectNoOverflow, ready, test, type Visit } from './visit.ts';

const BUYER = { email: 'buyer@example.com', password: 'demo1234' };
/** The browser logs each request that fails without a network. */
const NO_NETWORK = [/net::ERR_|Failed to fetch|Failed to load resource|NetworkError/];

interface Router {
  navigate(to: string): Promise<void>;
}

/** Opens a page whose service worker runs. */
async function visitWithWorker(visit: Visit, path: string, options = {}): Promise<Page> {
  const { page } = await visit({ ownContext: true, serviceWorkers: 'allow', refused: NO_NETWORK, ...options });
  await page.goto(path);
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  await page.waitForFunction(() => navigator.serviceWorker.controller);
  return page;
}

/** Returns the URLs of the saved pages. */
const savedPages = (page: Page) =>
  page.evaluate(async (name) => {
    const keys = await (await caches.open(name)).keys();
    return keys.map(({ url }) => url.slice(location.origin.length));
  }, SAVED.pages);

const waitUntilSaved = (page: Page, path: string) =>
  expect.poll(() => savedPages(page), { message: path }).toContain(path);

const setOffline = (page: Page, offline: boolean) => page.context().setOffline(offline);

test('without a network, pages seen before open again at each step of a booking, and others lead to the offline page', async ({
  visit,
}) => {
  const fixture = await openSellerFixture('Prams', 'Nadia Islam');
  const name = `Pram for a tunnel ${Date.now()}`;
  const id = await fixture.list(name);
  const page = await visitWithWorker(visit, '/?lang=en');
  await register(page, 'Rina Akter', 'Buyer');
  await page.reload();
  await waitUntilSaved(page, '/');
  const search = `/search?q=${encodeURIComponent(name).replaceAll('%20', '+')}`;
  await page.goto(search);
  await waitUntilSaved(page, search);
  await page.getByRole('link', { name }).first().click();
  await expect(page).toHaveURL(`/items/${id}`);
  await waitUntilSaved(page, `/items/${id}`);
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Dashboard' }).first().click();
  await waitUntilSaved(page, '/dashboard/myorders');

  await setOffline(page, true);
  await expect(page.getByRole('status').filter({ hasText: 'Offline. Page saved at' })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('heading', { level: 1, name: 'My Orders' })).toBeVisible();
  await page.getByRole('link', { name: 'Home' }).first().click();
  await expect(page).toHaveURL('/');
  await page.goto(search);
  await page.getByRole('link', { name }).first().click();
  await expect(page).toHaveURL(`/items/${id}`);
  await ready(page);
  await expectAccessible(page);

  await page.getByRole('link', { name: 'About', exact: true }).first().click();
  await expect(page.getByRole('heading', { level: 1, name: 'You are offline' })).toBeVisible();
  const seen = page.getByRole('region', { name: 'Seen before' });
  await expect(seen.getByRole('link').first()).toContainText('My Orders');
  await expectAccessible(page);
  await expectNoOverflow(page);
  await seen.locator(`a[href="/items/${id}"]`).click();
  await expect(page).toHaveURL(`/items/${id}`);
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1, name: 'You are offline' })).toBeVisible();
  await setOffline(page, false);
  await expect(page).toHaveURL('/about');
  await fixture.close();
});

test('a saved page loads again by itself when the server answers', async ({ visit }) => {
  const page = await visitWithWorker(visit, '/blog?lang=bn');
  await waitUntilSaved(page, '/blog');
  await setOffline(page, true);
  await page.reload();
  const bar = page.getByRole('status').filter({ hasText: 'অফলাইন।' });
  await expect(bar).toBeVisible();
  await bar.getByRole('button').click();
  await expect(page.getByText('ইন্টারনেট এখনো আসেনি।')).toBeVisible();
  await setOffline(page, false);
  await expect(page.getByText('আবার অনলাইন।')).toBeVisible();
  await expect(bar).toHaveCount(0);
});

test('a page of an address that was never seen is offline in the language last used', async ({ visit }) => {
  const page = await visitWithWorker(visit, '/?lang=bn');
  await waitUntilSaved(page, '/');
  await setOffline(page, true);
  await page.goto('/terms');
  await expect(page.getByRole('heading', { level: 1, name: 'আপনি অফলাইনে' })).toBeVisible();
  await expect(page.getByRole('banner').getByRole('link', { name: 'লগইন' }), 'the session is unknown').toHaveCount(0);
  await setOffline(page, false);
  await expect(page).toHaveURL('/terms');
});

test('the offline page says that pages seen before are there only when some are', async ({ visit }) => {
  const page = await visitWithWorker(visit, '/');
  await waitUntilSaved(page, '/');
  await setOffline(page, true);
  await page.goto('/terms');
  const kept = page.getByText('Pages you saw before are below.');
  await expect(kept).toBeVisible();
  await page.evaluate((name) => caches.delete(name), SAVED.pages);
  await page.goto('/cookies');
  await expect(page.getByText('No saved pages yet.')).toBeVisible();
  await expect(kept).toHaveCount(0);
});

test('the offline page loads to the end without the fonts of its language', async ({ visit }) => {
  const page = await visitWithWorker(visit, '/?lang=bn');
  await page.evaluate((name) => caches.delete(name), SAVED.pages);
  await setOffline(page, true);
  // Resolves at the load event.
  await page.goto('/terms');
  await expect(page.getByRole('heading', { level: 1, name: 'You are offline' })).toBeVisible();
});

test('the offline page, which is saved without a theme, has the theme that was chosen', async ({ visit }) => {
  const page = await visitWithWorker(visit, '/');
  await page.context().addCookies([{ name: 'theme', value: 'dark', url: page.url() }]);
  await setOffline(page, true);
  await page.goto('/terms');
  await ready(page);
  await expect(page.getByRole('heading', { level: 1, name: 'You are offline' })).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
});

test('a list of the dashboard that cannot load without a network shows the offline panel and the offline line', async ({
  visit,
}) => {
  const page = await visitWithWorker(visit, '/?lang=en');
  await enter(page, BUYER);
  await page.goto('/dashboard/myorders');
  await ready(page);
  await page.goto('/dashboard/mywishlist');
  await waitUntilSaved(page, '/dashboard/mywishlist');
  await ready(page);
  await page.getByRole('navigation', { name: 'Dashboard' }).getByRole('link', { name: 'My Orders' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'My Orders' })).toBeVisible();
  // The page viewed last stands last.
  await expect.poll(async () => (await savedPages(page)).at(-1)).toBe('/dashboard/myorders');
  await page.goBack();
  // Back changes the URL before the page has loaded.
  await expect(page.getByRole('heading', { level: 1, name: 'My Wishlist' })).toBeVisible();
  await setOffline(page, true);
  // The worker may still save the page that was left.
  await expect
    .poll(() => page.evaluate(async (name) => (await caches.open(name)).delete('/dashboard/myorders'), SAVED.pages))
    .toBe(false);
  // As a navigation that begins while the network fails.
  await page.evaluate(() => {
    const { __reactRouterDataRouter: router } = window as unknown as { __reactRouterDataRouter: Router };
    return router.navigate('/dashboard/myorders');
  });
  await expect(page.getByRole('heading', { level: 1, name: 'You are offline' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Seen before' }).getByRole('link').first()).toBeVisible();
  await expect(page.getByRole('status').filter({ hasText: 'Offline. Page saved at' })).toBeVisible();
  await setOffline(page, false);
});

test('the pick-up code of an order seen before is shown without a network', async ({ visit }) => {
  const fixture = await openSellerFixture('Prams', 'Nadia Islam');
  const id = await fixture.list(`Pram without a signal ${Date.now()}`);
  const page = await visitWithWorker(visit, '/?lang=en');
  const buyer = await register(page, 'Rina Akter', 'Buyer');
  const booking = await book(page, buyer, id);
  await payByCard(page, buyer.token, booking);
  const order = `/dashboard/myorders/${booking}`;
  await page.goto(order);
  await waitUntilSaved(page, order);
  await setOffline(page, true);
  await page.goto(order);
  await expect(page.getByRole('heading', { level: 3, name: 'Your pick-up code' })).toBeVisible();
  await setOffline(page, false);
});

test('nobody sees the saved pages of another person', async ({ visit }) => {
  const page = await visitWithWorker(visit, '/?lang=en');
  await enter(page, BUYER);
  await page.goto('/dashboard/mywishlist');
  await waitUntilSaved(page, '/dashboard/mywishlist');
  await ready(page);
  await page.getByRole('button', { name: 'Sign Out' }).first().click();
  await expect(page).toHaveURL('/login');
  await expect.poll(() => savedPages(page)).toEqual([]);
  await setOffline(page, true);
  await page.goto('/dashboard/mywishlist');
  await expect(page.getByRole('heading', { level: 1, name: 'You are offline' })).toBeVisible();
  await setOffline(page, false);

  await enter(page, BUYER);
  await page.goto('/dashboard/mywishlist');
  await waitUntilSaved(page, '/dashboard/mywishlist');
  // Another person signs in without a sign-out.
  await register(page, 'Farida Begum', 'Buyer');
  await page.goto('/blog');
  await expect.poll(() => savedPages(page)).not.toContain('/dashboard/mywishlist');
});

test('the store can be installed', async ({ visit, request }) => {
  const page = await visitWithWorker(visit, '/?lang=bn');
  const address = await page.locator('link[rel=manifest]').getAttribute('href');
  const manifest = await (await page.request.get(address ?? '')).json();
  expect(manifest).toMatchObject({ name: 'দোলনা', lang: 'bn', start_url: '/', display: 'standalone' });
  for (const { src, type } of manifest.icons) {
    const icon = await request.get(src);
    expect(icon.status(), src).toBe(200);
    expect(icon.headers()['content-type']).toBe(type);
  }
  expect((await request.get('/sw.js')).headers()['cache-control']).toBe('no-cache');
  const browser = await page.context().newCDPSession(page);
  const { installabilityErrors } = await browser.send('Page.getInstallabilityErrors');
  expect(installabilityErrors.map(({ errorId }) => errorId).filter((id) => id !== 'in-incognito')).toEqual([]);
});

test('without a network a tap opens the photos and the booking dialog, which validates its fields', async ({
  visit,
}) => {
  const fixture = await openSellerFixture('Prams', 'Nadia Islam');
  const id = await fixture.list(`Pram for a cellar ${Date.now()}`);
  const page = await visitWithWorker(visit, '/?lang=en');
  await register(page, 'Shila Begum', 'Buyer');
  await page.goto(`/items/${id}`);
  await ready(page);
  await page.waitForFunction(async () => (await navigator.serviceWorker.ready).active?.state === 'activated');
  await setOffline(page, true);
  const main = page.getByRole('main');
  await main.locator('.gallery').getByRole('button').first().click();
  await expect(page.locator('.viewer')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.locator('.viewer')).toHaveCount(0);
  await main.getByRole('button', { name: 'Book Now!' }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Phone number').fill('0181');
  await dialog.getByRole('button', { name: 'Confirm booking' }).click();
  await expect(dialog.getByText('The phone number has 4 digits. It needs 11.').first()).toBeVisible();
  await setOffline(page, false);
  await fixture.close();
});

test('a booking without a network is not sent and keeps the typed text, and is made once the network is back', async ({
  visit,
}) => {
  const fixture = await openSellerFixture('Prams', 'Nadia Islam');
  const id = await fixture.list(`Pram for a ferry ${Date.now()}`);
  const page = await visitWithWorker(visit, '/?lang=en');
  await register(page, 'Shila Akter', 'Buyer');
  await page.goto(`/items/${id}`);
  await ready(page);
  await page.getByRole('main').getByRole('button', { name: 'Book Now!' }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Phone number').fill('01812345678');
  await setOffline(page, true);
  await dialog.getByRole('button', { name: 'Confirm booking' }).click();
  await expect(dialog.getByText('Booking not sent. Check your connection.')).toBeVisible();
  await expect(dialog.getByLabel('Phone number')).toHaveValue('01812345678');

  await page.goBack();
  await expect(dialog).toHaveCount(0);
  await page.getByRole('main').getByRole('button', { name: 'Book Now!' }).first().click();
  await expect(dialog.getByLabel('Phone number')).toHaveValue('01812345678');

  await setOffline(page, false);
  await dialog.getByRole('button', { name: 'Confirm booking' }).click();
  await expect(page.getByText('Booking Confirmed')).toBeVisible();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByText(/^You booked this/)).toBeVisible();
  await fixture.close();
});
