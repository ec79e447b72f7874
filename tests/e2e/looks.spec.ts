import { expect, type Page } from '@playwright/test';
import { enter } from './people.ts';
import { expectNoOverflow, ready, test } from './visit.ts';

/** The files of Bangla letters. The tiny one has the letters of the language switch. */
const BANGLA = /baloo-bangla|noto-sans-bengali|bangla-names/;

/** Returns the Bangla fonts that a page requests, at most before its load event. */
async function banglaFonts(page: Page, path: string, { early = false } = {}): Promise<string[]> {
  await page.goto(path);
  await ready(page);
  await page.evaluate(() => document.fonts.ready);
  const files = await page.evaluate((early) => {
    const [{ loadEventStart = 0 } = {}] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
    const all = performance.getEntriesByType('resource');
    return all.filter(({ startTime }) => !early || startTime < loadEventStart).map(({ name }) => name);
  }, early);
  return files.filter((file) => BANGLA.test(file));
}

test('an English page downloads no Bangla font, the home page none before it has loaded, and a Bangla page does', async ({
  visit,
}) => {
  // A cache without fonts for each page: a cached one is used early.
  const fontsOf = async (path: string, options = {}) =>
    banglaFonts((await visit({ ownContext: true })).page, path, options);
  for (const path of ['/login', '/blog']) expect(await fontsOf(path), path).toEqual([]);
  expect(await fontsOf('/', { early: true })).toEqual([]);
  expect(await fontsOf('/?lang=bn', { early: true })).not.toEqual([]);
});

test('home has a row of six new products, and one of six that cost at most Tk 1,000, all free [1.11]', async ({
  visit,
}) => {
  const { page } = await visit();
  await page.goto('/');
  const pricesIn = (name: RegExp) => page.getByRole('region', { name }).locator('.price b').allTextContents();
  expect(await pricesIn(/^Just listed$/)).toHaveLength(6);
  const cheap = await pricesIn(/^Up to Tk/);
  expect(cheap).toHaveLength(6);
  for (const price of cheap) expect(Number(price.replaceAll(/\D/g, '')), price).toBeLessThanOrEqual(1000);
  await expect(page.locator('.item-row .product-ribbon')).toHaveCount(0);
});

test('deals are dark in the dark theme', async ({ visit }) => {
  const { page } = await visit();
  await page.context().addCookies([{ name: 'theme', value: 'dark', url: test.info().project.use.baseURL ?? '' }]);
  await page.goto('/');
  await ready(page);
  const colours = await page
    .locator('.deal')
    .first()
    .evaluate((deal) => getComputedStyle(deal).backgroundColor);
  expect(colours).toBe('rgb(44, 33, 51)');
});

test('on a phone a toast does not cover the head of a dialog', async ({ visit }) => {
  const { page } = await visit({
    viewport: { width: 360, height: 640 },
    refused: ['net::ERR_FAILED', 'TypeError: Failed to fetch'],
  });
  await enter(page, { email: 'buyer@example.com', password: 'demo1234' });
  await page.goto('/');
  await ready(page);
  await page
    .locator('.quilt')
    .getByRole('link', { name: /School/ })
    .click();
  await page.getByRole('button', { name: 'Book Now!' }).and(page.locator(':enabled')).first().click();
  const dialog = page.getByRole('dialog').filter({ has: page.locator('[name="phone"]') });
  await dialog.locator('[name="phone"]').fill('01812345678');
  await dialog.locator('[name="location"]').fill('Uttara, sector 7');
  await page.route('**/products/*.data*', (route) => route.abort());
  await dialog.getByRole('button', { name: 'Confirm booking' }).click();
  const toast = page.locator('.toast-error');
  await expect(toast).toBeVisible();
  await expect(async () => {
    const [message, sheet] = [await toast.boundingBox(), await dialog.boundingBox()];
    expect((message?.y ?? 0) + (message?.height ?? 0)).toBeLessThanOrEqual(sheet?.y ?? 0);
  }).toPass({ timeout: 5000 });
  await expectNoOverflow(page);
});

/** Returns the headings of the slides whose letters the count covers. Runs in the page. */
function headingsUnderCount(hero: Element): string[] {
  const count = hero.querySelector('.carousel-count')?.getBoundingClientRect();
  return [...hero.querySelectorAll('.hero-slide')].flatMap((slide) => {
    const heading = slide.querySelector('.hero-text > :first-child');
    const from = slide.getBoundingClientRect().left - hero.getBoundingClientRect().left;
    const letters = document.createRange();
    if (!heading || !count) return ['nothing to compare'];
    letters.selectNodeContents(heading);
    const isUnder = ({ left, right, top, bottom }: DOMRect) =>
      left - from < count.right && right - from > count.left && top < count.bottom && bottom > count.top;
    return [...letters.getClientRects()].some(isUnder) ? [heading.textContent] : [];
  });
}

test('on a phone the hero says which slide it shows, beside its heading', async ({ visit }) => {
  const { page } = await visit({ viewport: { width: 360, height: 740 } });
  for (const [language, label, first, second] of [
    ['en', 'Welcome', '1 of 3', '2 of 3'],
    ['bn', 'স্বাগতম', '১/৩', '২/৩'],
  ] as const)
    for (const width of [320, 360]) {
      await page.setViewportSize({ width, height: 740 });
      await page.goto(`/?lang=${language}`);
      await ready(page);
      const hero = page.getByRole('region', { name: label });
      const count = hero.locator('.carousel-count');
      await expect(count).toHaveText(first);
      await expect(count).toBeVisible();
      expect(await hero.evaluate(headingsUnderCount), `${language}, ${width} px`).toEqual([]);
      await hero.locator('.carousel-count + .icon-button').click();
      await expect(count).toHaveText(second);
    }
});
