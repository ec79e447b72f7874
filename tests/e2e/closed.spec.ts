import { expect } from '@playwright/test';
import { openOwnStore } from './own-store.ts';
import { expectAccessible, expectNoOverflow, ready, test } from './visit.ts';

const NOTICE = 'The store is closed for now. Home page and items stay open.';

test('a closed shop shows its pages with a notice, and a plain page in place of its forms', async ({ visit }) => {
  test.setTimeout(150_000);
  const store = await openOwnStore({ CLOSED: 'on' });
  const { page } = await visit({ ownContext: true, refused: [503, 'Nothing was changed'] });
  try {
    for (const size of [
      { width: 360, height: 740 },
      { width: 1280, height: 800 },
    ]) {
      await page.setViewportSize(size);
      await page.goto(store.address);
      await ready(page);
      await expect(page.getByRole('complementary', { name: 'Store closed' })).toHaveText(NOTICE);
      await expectNoOverflow(page);
      await expectAccessible(page);

      await page.getByRole('link', { name: 'Login' }).click();
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('The store is closed for now');
      await expect(page.getByRole('link', { name: 'Home page' })).toBeVisible();
      await expect(page.locator('main form')).toHaveCount(0);
      await expectNoOverflow(page);
      await expectAccessible(page);
    }

    await page.goto(`${store.address}/contact`);
    await ready(page);
    await page.locator('[name="name"]').fill('Nusrat');
    await page.locator('[name="email"]').fill('nusrat@example.com');
    await page.locator('[name="subject"]').selectOption('other');
    await page.locator('[name="message"]').fill('Do you deliver to Sylhet?');
    await page.locator('main form button[type="submit"]').click();
    await expect(page.getByText('Nothing was changed.')).toBeVisible();

    await page.goto(`${store.address}/login?lang=bn`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('দোকান আপাতত বন্ধ');
  } finally {
    // Without its server the page would log failed requests.
    await page.context().close();
    await store.close();
  }
});
