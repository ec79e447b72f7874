import { expect, test } from '@playwright/test';
import { ready } from './support.ts';
import { categoryId, demoMember, newMember } from './support-seller.ts';

/** The lists: whose they are, the call that fills them when one goes there, and what they say when there is nothing in them. */
const LISTS = [
  ['Seller', '/dashboard/myproduct', 'my-products?*', 'Nothing on the swing yet'],
  ['Seller', '/dashboard/mybuyers', 'my-buyers?*', 'When someone books your item, they appear here.'],
  ['Buyer', '/dashboard/myorders', 'bookings?*', 'No bookings yet'],
  ['Buyer', '/dashboard/mywishlist', 'wishlist?*', 'Nothing saved yet'],
  ['Buyer', '/dashboard/myreports', 'my-reports*', 'You have reported nothing'],
  ['Buyer', '/products/Prams', 'products/category/*', 'Nothing here yet. Be the first to list in Prams.'],
  ['admin', '/dashboard/allsellers', 'users/user-type/Seller*', 'No sellers yet'],
  ['admin', '/dashboard/allbuyers', 'users/user-type/Buyer*', 'No buyers yet'],
  ['admin', '/dashboard/reporteditems', 'reports?*', 'All quiet. No reports to look at.'],
] as const;

for (const [who, address, call, nothing] of LISTS)
  test(`${address}: 'Loading...' while data loads, an error that can be tried again, and what it is for when empty`, async ({
    browser,
  }) => {
    const { page } = who === 'admin' ? await demoMember(browser, who) : await newMember(browser, who, 'Ayesha Rahman');
    const answered = Promise.withResolvers<void>();
    await page.route(`**/api/${call}`, async (route) => {
      await answered.promise;
      await route.fulfill({ status: 503, body: '' });
    });
    const to = address.replace('Prams', await categoryId(page));
    await page.goto(to.startsWith('/products') ? '/' : '/dashboard/account');
    await ready(page);
    await page.locator(`main a[href="${to}"]`).first().click();
    await expect(page.getByRole('status').filter({ hasText: /^Loading\.\.\.$/ })).toBeVisible();

    answered.resolve();
    await expect(page.getByRole('alert')).toContainText('We dropped something');
    await page.unroute(`**/api/${call}`);
    await page.route(`**/api/${call}`, (route) => route.fulfill({ json: [] }));
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByText(nothing)).toBeVisible();
    await expect(page.getByRole('alert')).toHaveCount(0);
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
  });
