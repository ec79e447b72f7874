import { expect, type Page } from '@playwright/test';
import { enter, register } from './people.ts';
import { openSellerFixture, type SellerFixture } from './seller-fixture.ts';
import { ready, test } from './visit.ts';

const PHONE = { width: 360, height: 740 };
const TABLET = { width: 800, height: 740 };

/** Whether Back stays in the store. The first page of a tab has nothing behind it. */
const canGoBack = (page: Page) =>
  page.evaluate(() => (window as unknown as { navigation: { canGoBack: boolean } }).navigation.canGoBack);

const button = (page: Page, name: RegExp | string) => page.getByRole('main').getByRole('button', { name }).first();

let fixture: SellerFixture;
let item: string;
test.beforeAll(async () => {
  fixture = await openSellerFixture('Feeding', 'Sadia Karim');
  item = await fixture.list(`Chair of the first page ${Date.now()}`);
});
test.afterAll(() => fixture.close());

const menu = (page: Page) => page.getByRole('banner').getByRole('button', { name: 'Menu', exact: true });
const drawer = (page: Page) => page.getByRole('button', { name: 'Dashboard menu' });

for (const [what, path, opener, overlay, size] of [
  ['the filter sheet', '/search', /^(All filters|Filters)/, '.drawer', PHONE],
  ['a dialog', 'item', /^Report/, '.dialog', PHONE],
  ['a dialog with an address', 'item', /^Book Now/, '.dialog', PHONE],
  ['the photo viewer', 'item', /^(Enlarge|Photo|See|Show|View)/, '.viewer', PHONE],
  ['a question', '/dashboard/myproduct', /^Delete/, '[role="alertdialog"]', PHONE],
  ['the drawer', '/dashboard/myorders', drawer, '.drawer', TABLET],
  ['the menu', '/dashboard/myorders', menu, '[aria-expanded="true"]', TABLET],
] as const)
  test(`${what} leaves nothing to go back to when it closes on the first page of a tab`, async ({ visit }) => {
    const { page: first } = await visit({ viewport: size, ownContext: true });
    if (what === 'a question') await enter(first, fixture.seller);
    else await register(first, 'First Farida', 'Buyer');
    const page = await first.context().newPage();
    await page.setViewportSize(size);
    const address = path === 'item' ? `/items/${item}` : path;
    await page.goto(address);
    await ready(page);
    expect(await canGoBack(page)).toBe(false);
    const open = async () => {
      await (typeof opener === 'function' ? opener(page) : button(page, opener)).click();
      await expect(page.locator(overlay)).toBeVisible();
      await expect.poll(() => canGoBack(page)).toBe(true);
    };
    const expectClosed = async () => {
      await expect(page.locator(overlay)).toHaveCount(0);
      await expect.poll(() => canGoBack(page)).toBe(false);
      await expect(page).toHaveURL(address);
    };

    for (const _ of ['once', 'again']) {
      await open();
      await page.keyboard.press('Escape');
      await expectClosed();
    }
    await open();
    await page.goBack();
    await expectClosed();
    await page.getByRole('banner').getByRole('link').first().click();
    await expect(page).toHaveURL('/');
    await page.goBack();
    await expectClosed();
  });

test('a slow browser leaves the entry of a closed overlay once, and stays in the store', async ({ visit }) => {
  const { page } = await visit({ viewport: PHONE, ownContext: true });
  const tab = await page.context().newPage();
  await tab.addInitScript(() => {
    const record = Object.assign(window, { moves: [] as number[], isMoved: false });
    const go = history.go.bind(history);
    history.go = (delta = 0) => {
      record.moves.push(delta);
      setTimeout(go, 700, delta);
    };
    const afterOthers = () => setTimeout(() => Object.assign(record, { isMoved: true }));
    addEventListener('popstate', afterOthers, { capture: true });
  });
  await tab.goto('/search');
  await ready(tab);
  await button(tab, /^(All filters|Filters)/).click();
  await expect(tab.locator('.drawer')).toBeVisible();
  await tab.keyboard.press('Escape');
  await tab.waitForFunction(() => 'isMoved' in window && window.isMoved);
  expect(await tab.evaluate(() => (window as unknown as { moves: number[] }).moves)).toEqual([-1]);
  await expect(tab).toHaveURL('/search');
});

test('a tap in the frame in which an overlay closes counts on the first page of a tab', async ({ visit }) => {
  const { page } = await visit({ viewport: PHONE, ownContext: true });
  for (const [what, leave, to] of [
    ['a link', () => document.querySelector<HTMLElement>('.bottom-bar a[href="/"]')?.click(), '/'],
    ['a new document', () => location.assign('/press'), '/press'],
  ] as const)
    await test.step(what, async () => {
      const tab = await page.context().newPage();
      await tab.goto('/search');
      await ready(tab);
      await button(tab, /^(All filters|Filters)/).click();
      await expect(tab.locator('.drawer')).toBeVisible();
      await tab.evaluate(`document.querySelector('.drawer-close').click(); (${leave})()`);
      await expect(tab).toHaveURL(to);
      await tab.goBack();
      await expect(tab).toHaveURL('/search');
      await expect(tab.locator('.drawer')).toHaveCount(0);
      await tab.close();
    });
});
