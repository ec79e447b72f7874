import { expect } from '@playwright/test';
import { ready, test } from './visit.ts';

test('the deals move only while they are on screen [9.7]', async ({ visit }) => {
  const { page } = await visit({ reducedMotion: 'no-preference', viewport: { width: 412, height: 823 } });
  await page.clock.install();
  await page.goto('/');
  await ready(page);
  const deals = page.getByRole('region', { name: 'Deals of the Week', exact: true });
  const middle = () =>
    deals
      .locator('[aria-roledescription="slide"]')
      .evaluateAll((all) => all.findIndex((slide) => (slide as HTMLElement).style.getPropertyValue('--at') === '0'));
  await page.clock.runFor(10_000);
  expect(await middle()).toBe(0);
  await deals.scrollIntoViewIfNeeded();
  await expect(async () => {
    await page.clock.runFor(600 + 2500);
    expect(await middle()).toBeGreaterThan(0);
  }).toPass();
});
