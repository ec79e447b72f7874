import { expect, type Page } from '@playwright/test';
import { openSellerFixture, type SellerFixture } from './seller-fixture.ts';
import { ready, test } from './visit.ts';

const run = Date.now();
let fixture: SellerFixture;
let item = '';

test.beforeAll(async () => {
  fixture = await openSellerFixture('Feeding', 'Sadia Karim');
  item = await fixture.list(`Steriliser ${run}`);
});
test.afterAll(() => fixture.close());

interface Shared {
  title?: string;
  url?: string;
}

/** Adds or removes the Web Share API. The added one records its arguments. */
const withSheet = (page: Page, present: boolean) =>
  page.addInitScript((has) => {
    const shared: Shared[] = [];
    const share = has ? { value: async (given: Shared) => void shared.push(given), configurable: true } : undefined;
    Object.assign(window, { shared });
    if (share) Object.defineProperty(navigator, 'share', share);
    else Reflect.deleteProperty(Navigator.prototype, 'share');
  }, present);

const main = (page: Page) => page.getByRole('main');

test('a visitor shares an item and its seller by the sheet of the phone', async ({ visit }) => {
  const { page } = await visit({ viewport: { width: 360, height: 740 }, ownContext: true });
  await withSheet(page, true);
  const share = async () => {
    await ready(page);
    await main(page).getByRole('button', { name: 'Share', exact: true }).click();
    return page.evaluate(() => (window as unknown as { shared: Shared[] }).shared);
  };
  await page.goto(`/items/${item}?book=${item}`);
  const { origin } = new URL(page.url());
  expect(await share()).toEqual([
    { title: expect.stringMatching(/^Steriliser \d+ · Tk\s6,500$/), url: `${origin}/items/${item}` },
  ]);
  await page.goto(`/sellers/${fixture.seller.id}`);
  expect(await share()).toEqual([
    { title: expect.stringContaining('Sadia'), url: `${origin}/sellers/${fixture.seller.id}` },
  ]);
  expect(JSON.stringify(await share()), 'no surname').not.toContain('Karim');
});

test('without a sheet of the device there are WhatsApp, Facebook and a link to copy, also without a script', async ({
  visit,
}) => {
  const { page } = await visit({ ownContext: true, permissions: ['clipboard-read', 'clipboard-write'] });
  await withSheet(page, false);
  await page.goto(`/items/${item}`);
  await ready(page);
  const address = page.url();
  const sent = (name: string, field: string) =>
    main(page)
      .getByRole('link', { name, exact: true })
      .getAttribute('href')
      .then((href) => new URL(href ?? '').searchParams.get(field));
  expect(await sent('WhatsApp', 'text')).toMatch(/^Steriliser \d+ · Tk\s6,500 http/);
  expect(await sent('WhatsApp', 'text')).toContain(address);
  expect(await sent('Facebook', 'u')).toBe(address);
  await main(page).getByRole('button', { name: 'Copy link' }).click();
  await expect(page.getByText('Link copied.')).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(address);

  const { page: plain } = await visit({ javaScriptEnabled: false });
  await plain.goto(`/items/${item}`);
  await expect(main(plain).getByRole('link', { name: 'WhatsApp' })).toHaveAttribute('href', /^https:\/\/wa\.me\/\?/);
});
