import { expect } from '@playwright/test';
import { expectAccessible, ready, test } from './visit.ts';

test('the store asks on the second visit whether it goes on the home screen, not over a task, and once in 90 days', async ({
  visit,
}) => {
  const { page } = await visit({ ownContext: true, viewport: { width: 360, height: 740 } });
  const sheet = page.getByRole('dialog', { name: 'Add Dolna to your home screen' });
  /** Opens a page as in a new session, in which the browser offers to install the store. */
  async function come(path: string) {
    await page.goto(path);
    await ready(page);
    const loaded = page.waitForFunction(() => sessionStorage.getItem('installVisits') !== null);
    await page.evaluate(() => {
      const prompt = async () => Object.assign(window, { isInstalling: true });
      dispatchEvent(Object.assign(new Event('beforeinstallprompt', { cancelable: true }), { prompt }));
    });
    await loaded;
  }
  const leave = () => page.evaluate(() => sessionStorage.clear());

  await come('/');
  await expect(sheet).toHaveCount(0);
  await leave();
  for (const path of ['/search?book=1', '/login']) {
    await come(path);
    await expect(sheet).toHaveCount(0);
  }
  await page.getByRole('navigation', { name: 'Main tabs' }).getByRole('link', { name: 'Search' }).click();
  await expect(sheet).toBeVisible();
  await expectAccessible(page);
  await sheet.getByRole('button', { name: 'Install' }).click();
  await expect(sheet).toHaveCount(0);
  expect(await page.evaluate(() => 'isInstalling' in window)).toBe(true);
  await leave();
  await come('/');
  await expect(sheet).toHaveCount(0);
});
