import { expect } from '@playwright/test';
import { register } from './people.ts';
import { ready, test } from './visit.ts';

const NO_NETWORK = [/net::ERR_|Failed to fetch|Failed to load resource|NetworkError/];

test('a dialog whose code could not load says so, and opens when the signal is back', async ({ visit }) => {
  const { page } = await visit({ ownContext: true, refused: NO_NETWORK });
  await register(page, 'Signal Shila', 'Buyer');
  // The page loads no part later than this one.
  const loaded = page.waitForResponse(/verify-banner-[^/]*\.js$/);
  await page.goto('/dashboard/account');
  await ready(page);
  await (await loaded).finished();
  const open = () => page.getByRole('button', { name: 'Delete my account' }).click();
  await page.context().setOffline(true);
  await open();
  await expect(page.getByRole('heading', { level: 1, name: 'You are offline' })).toBeVisible();
  await page.context().setOffline(false);
  await expect(page.getByRole('heading', { level: 1, name: 'My account' })).toBeVisible();
  await ready(page);
  await open();
  await expect(page.getByRole('dialog')).toBeVisible();
});

test('a page stays without the request to confirm the email, whose code could not load', async ({ visit }) => {
  // React removes the rendered HTML of the server, and logs that.
  const { page } = await visit({ ownContext: true, refused: [...NO_NETWORK, /React error #418/] });
  await register(page, 'Banner Bithi', 'Buyer');
  await page.route(/verify-banner-[^/]*\.js$/, (route) => route.abort());
  const failed = page.waitForEvent('requestfailed', (request) => request.url().includes('verify-banner-'));
  await page.goto('/dashboard/mywishlist');
  await failed;
  await ready(page);
  await page.getByRole('link', { name: 'My account' }).first().click();
  await expect(page.getByRole('heading', { level: 1, name: 'My account' })).toBeVisible();
});
