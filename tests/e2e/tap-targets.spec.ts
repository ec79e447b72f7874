import { expect } from '@playwright/test';
import { ready, test } from './support.ts';

const TAP_PX = 44;

test('on a phone the links of footer, logo and breadcrumb have targets of 44 px', async ({ visit, request }) => {
  const { page } = await visit({ viewport: { width: 360, height: 740 } });
  const [shown] = await (await request.get('/api/products/advertise')).json();
  for (const path of ['/', `/items/${shown._id}`]) {
    await page.goto(path);
    await ready(page);
    const links = await page.getByRole('contentinfo').getByRole('listitem').getByRole('link').all();
    expect(links.length, path).toBeGreaterThan(5);
    for (const link of links) expect((await link.boundingBox())?.height, path).toBeGreaterThanOrEqual(TAP_PX);
    const crumbs = await page.locator('.breadcrumb a').all();
    if (path !== '/') expect(crumbs.length).toBeGreaterThan(1);
    for (const crumb of crumbs) {
      await crumb.evaluate((link) => link.scrollIntoView({ block: 'center', behavior: 'instant' }));
      expect(await crumb.evaluate(heightOfTarget), path).toBeGreaterThanOrEqual(TAP_PX);
    }
    await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }));
    const logo = page.getByRole('banner').getByRole('link', { name: 'Dolna' });
    for (const width of [320, 360]) {
      await page.setViewportSize({ width, height: 740 });
      await expect.poll(() => logo.evaluate(heightOfTarget), path).toBeGreaterThanOrEqual(TAP_PX);
    }
  }
});

/** Returns the pixels above and below the middle of an element where a tap reaches it. Runs in the page. */
function heightOfTarget(element: Element): number {
  const { left, top, width, height } = element.getBoundingClientRect();
  const middle = top + height / 2;
  const isReached = (y: number) => element.contains(document.elementFromPoint(left + width / 2, y));
  const rows = Array.from({ length: 80 }, (_, row) => middle - 40 + row);
  return rows.filter(isReached).length;
}
