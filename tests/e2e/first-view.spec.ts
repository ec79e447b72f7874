import { expect } from '@playwright/test';
import { register } from './people.ts';
import { book, categoryId, openSellerFixture } from './seller-fixture.ts';
import { ready, test } from './visit.ts';

const run = Date.now();

test('a page loads its styles and first pictures before its scripts, and no script blocks the first paint', async ({
  request,
}) => {
  const [shown] = await (await request.get('/api/products/advertise')).json();
  for (const path of ['/', '/?lang=bn', '/login', `/items/${shown._id}`, '/nowhere']) {
    const html = await (await request.get(path)).text();
    const head = html.slice(0, html.indexOf('</head>'));
    // The first paint waits for the styles only. A script among them would delay it.
    const links = [...head.matchAll(/<link[^>]* rel="(stylesheet|preload|modulepreload)"/g)].map(([, kind]) => kind);
    const styles = links.filter((kind) => kind === 'stylesheet').length;
    expect(styles, path).toBeGreaterThan(0);
    expect(links.slice(0, styles), path).toEqual(Array(styles).fill('stylesheet'));
    // Scripts are requested after all pictures of the document.
    expect(links, path).not.toContain('modulepreload');
    expect(html.indexOf('rel="modulepreload"'), path).toBeGreaterThan(html.lastIndexOf('<img'));
    expect(head.match(/<script[^>]* src=/g), path).toBeNull();
    expect(html.match(/<link (?!fetchpriority="low")[^>]*rel="modulepreload"/g), path).toBeNull();
    if (path !== '/login' && path !== '/nowhere')
      expect(head, path).toMatch(/<link rel="preload" as="image" [^>]*fetchPriority="high"/);
    expect(head.indexOf('<script'), path).toBeLessThan(head.indexOf('<link'));
    expect(head, path).toMatch(/^<!DOCTYPE html><html[^>]*><head><meta charSet="utf-8"\/>/);
  }
});

test('a visitor’s page has its styles in it and requests none, also when it leads on; a signed-in page requests files', async ({
  visit,
}) => {
  const { page } = await visit({ ownContext: true, viewport: { width: 360, height: 740 } });
  const requested: string[] = [];
  page.on('request', (request) => requested.push(new URL(request.url()).pathname));
  const styles = () => requested.splice(0).filter((path) => path.endsWith('.css'));
  for (const path of ['/', '/login']) {
    await page.goto(path);
    await ready(page);
    expect(styles(), path).toEqual([]);
  }
  // The next page requests only missing files.
  await page.locator('.bottom-bar a[href="/search"]').click();
  await expect(page.locator('.filter-chip').first()).toHaveCSS('cursor', 'pointer');
  expect(styles()).not.toContainEqual(expect.stringContaining('/shell-'));
  await register(page, 'Styled Sumi', 'Buyer');
  styles();
  await page.goto('/');
  await ready(page);
  expect(await page.locator('head style').count()).toBe(0);
  expect(styles()).toContainEqual(expect.stringContaining('/shell-'));
});

test('a price is visible without scrolling on home, category and search, on a phone and on a desktop', async ({
  visit,
}) => {
  const { page } = await visit();
  await register(page, 'Price Parul', 'Buyer');
  const category = await categoryId(page, 'Prams');
  for (const [viewport, lang] of [
    [{ width: 360, height: 740 }, 'en'],
    [{ width: 360, height: 740 }, 'bn'],
    [{ width: 1280, height: 800 }, 'bn'],
    [{ width: 1280, height: 800 }, 'en'],
  ] as const) {
    await page.setViewportSize(viewport);
    for (const path of ['/', `/products/${category}`, '/search?q=pram']) {
      const query = path.includes('?') ? '&' : '?';
      await page.goto(`${path}${query}lang=${lang}`);
      const price = (await page.locator('main .product-card .price').first().boundingBox()) ?? { y: 9999, height: 0 };
      const bar = await page.locator('.bottom-bar').boundingBox();
      expect(price.y + price.height, `${path} ${lang} ${viewport.width}`).toBeLessThanOrEqual(
        bar?.y ?? viewport.height,
      );
    }
  }
});

test('pages of a signed-in person contain their lists, and do not load them again', async ({ visit }) => {
  const fixture = await openSellerFixture('Feeding', 'Sadia Karim');
  const [chair, bib] = [`High chair ${run}`, `Bib ${run}`];
  const [chairId, bibId] = [await fixture.list(chair), await fixture.list(bib)];
  const { page } = await visit();
  const buyer = await register(page, 'Farida Early', 'Buyer');
  const booking = await book(page, buyer, chairId);
  const listed = (await (await page.request.get(`/api/items/${bibId}`)).json()).categoryId;
  const asked: string[] = [];
  page.on('request', (request) => asked.push(`${request.method()} ${new URL(request.url()).pathname}`));
  for (const [path, holds] of [
    [`/products/${listed}`, bib],
    [`/search?q=${encodeURIComponent(bib)}`, bib],
    [`/sellers/${fixture.seller.id}`, bib],
    ['/dashboard/myorders', chair],
    [`/dashboard/payment/${booking}`, chair],
    ['/dashboard/account', buyer.email],
  ] as const) {
    expect(await (await page.request.get(path)).text(), path).toContain(holds);
    asked.length = 0;
    await page.goto(path);
    await ready(page);
    await page.waitForLoadState('networkidle');
    await expect(page.getByRole('main')).toContainText(holds);
    const again = asked.filter((line) =>
      /\/api\/(products\/category|search$|sellers|bookings|account|categories)/.test(line),
    );
    expect(again, path).toEqual([]);
  }
  await fixture.close();
});
