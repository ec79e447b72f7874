import { expect } from '@playwright/test';
import { categoryId, demoAdmin, newMember } from './members.ts';
import { ready, test } from './visit.ts';

/** The lists of each role, with the text of an empty one. Lists without a text have rows in the demo. */
const LISTS = {
  Seller: [
    ['/dashboard/myproduct', 'Nothing listed yet'],
    ['/dashboard/mybuyers', 'No bookings of your items yet.'],
  ],
  Buyer: [
    ['/dashboard/myorders', 'No bookings yet'],
    ['/dashboard/mywishlist', 'Nothing saved yet'],
    ['/dashboard/myreports', 'No reports yet'],
    ['/products/Prams', undefined],
  ],
  admin: [
    ['/dashboard/allsellers', undefined],
    ['/dashboard/allbuyers', undefined],
    ['/dashboard/reporteditems', undefined],
  ],
} as const;

/** The browser logs the refused request, and the page its answer. */
const EXPECTED = { refused: [503, /: The page was answered with 503$/] };

for (const role of ['Seller', 'Buyer', 'admin'] as const)
  test(`each list of a ${role.toLowerCase()} shows 'Loading...', an error with Try again, and its rows or a text without rows [2.36 8.11]`, async ({
    visit,
  }) => {
    const { page } =
      role === 'admin' ? await demoAdmin(visit, EXPECTED) : await newMember(visit, role, 'Ayesha Rahman', EXPECTED);
    await page.goto('/dashboard/account');
    for (const [address, nothing] of LISTS[role]) {
      const to = address.replace('Prams', await categoryId(page));
      const answered = Promise.withResolvers<void>();
      // The root loads its own data from the same address.
      const isList = ({ pathname, searchParams }: URL) =>
        pathname === `${to}.data` && searchParams.get('_routes') !== 'root';
      await page.route(isList, async (route) => {
        await answered.promise;
        await route.fulfill({ status: 503, body: '' });
      });
      if (to.startsWith('/products')) await page.goto('/');
      await ready(page);
      await page.locator(`main a[href="${to}"]`).first().click();
      await expect(page.getByRole('status').filter({ hasText: /^Loading\.\.\.$/ })).toBeVisible();

      answered.resolve();
      await expect(page.getByRole('alert')).toContainText('Something went wrong');
      await page.unroute(isList);
      await page.getByRole('button', { name: 'Try again' }).click();
      await expect(
        nothing ? page.getByText(nothing) : page.locator('main :is(tbody tr, .product-card)').first(),
      ).toBeVisible();
      await expect(page.getByRole('status').filter({ hasText: 'Loading...' })).toHaveCount(0);
      await expect(page.getByRole('alert')).toHaveCount(0);
      await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
    }
  });
