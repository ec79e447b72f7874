import { expect } from '@playwright/test';
import { ready, test } from './support.ts';
import { categoryId, demoMember, newMember } from './support-seller.ts';

/** The lists, by role, with what an empty one says. Lists without that are empty in a new store only. */
const LISTS = [
  ['Seller', '/dashboard/myproduct', 'Nothing on the swing yet'],
  ['Seller', '/dashboard/mybuyers', 'When someone books your item, they appear here.'],
  ['Buyer', '/dashboard/myorders', 'No bookings yet'],
  ['Buyer', '/dashboard/mywishlist', 'Nothing saved yet'],
  ['Buyer', '/dashboard/myreports', 'You have reported nothing'],
  ['Buyer', '/products/Prams', undefined],
  ['admin', '/dashboard/allsellers', undefined],
  ['admin', '/dashboard/allbuyers', undefined],
  ['admin', '/dashboard/reporteditems', undefined],
] as const;

for (const [who, address, nothing] of LISTS)
  test(`${address}: 'Loading...' while data loads, an error that can be tried again, and what it is for when empty`, async ({
    visit,
  }) => {
    const { page } = who === 'admin' ? await demoMember(visit, who) : await newMember(visit, who, 'Ayesha Rahman');
    const to = address.replace('Prams', await categoryId(page));
    const answered = Promise.withResolvers<void>();
    // The root asks for its own data at the same address.
    const isList = ({ pathname, searchParams }: URL) =>
      pathname === `${to}.data` && searchParams.get('_routes') !== 'root';
    await page.route(isList, async (route) => {
      await answered.promise;
      await route.fulfill({ status: 503, body: '' });
    });
    await page.goto(to.startsWith('/products') ? '/' : '/dashboard/account');
    await ready(page);
    await page.locator(`main a[href="${to}"]`).first().click();
    await expect(page.getByRole('status').filter({ hasText: /^Loading\.\.\.$/ })).toBeVisible();

    answered.resolve();
    await expect(page.getByRole('alert')).toContainText('We dropped something');
    await page.unroute(isList);
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(
      nothing ? page.getByText(nothing) : page.locator('main :is(tbody tr, .product-card)').first(),
    ).toBeVisible();
    await expect(page.getByRole('alert')).toHaveCount(0);
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
  });
