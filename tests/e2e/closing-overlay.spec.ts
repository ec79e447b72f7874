import { expect, type Page } from '@playwright/test';
import { register } from './people.ts';
import { openSellerFixture, type SellerFixture } from './seller-fixture.ts';
import { ready, test } from './visit.ts';

const PHONE = { width: 360, height: 740 };
/** Twenty times slower. */
const FADE_SPEED_FACTOR = 0.05;
const run = Date.now();

let fixture: SellerFixture;
test.beforeAll(async () => {
  fixture = await openSellerFixture('Feeding', 'Sadia Karim');
});
test.afterAll(() => fixture.close());

const openButton = (page: Page, name: RegExp) => page.getByRole('main').getByRole('button', { name }).first().click();

/** Closes the open dialog and taps the element behind it, in one frame. */
const closeAndTap = (page: Page, target: string) =>
  page.evaluate((selector) => {
    document.querySelector<HTMLElement>('[role$="dialog"] :is(.dialog-close, .drawer-close)')?.click();
    document.querySelector<HTMLElement>(selector)?.click();
  }, target);

for (const [what, path, opener] of [
  ['the filter sheet', '/search', /^(All filters|Filters)/],
  ['a report', undefined, /^Report/],
  ['the booking dialog', undefined, /^Book Now/],
] as const)
  test(`a tap in the frame in which ${what} closes counts, and leaves one page behind`, async ({ visit }) => {
    const { page } = await visit({ viewport: PHONE });
    await register(page, 'Taps Tania', 'Buyer');
    const at = path ?? `/items/${await fixture.list(`Chair of a tap ${run}`)}`;
    await page.goto('/about');
    await page.goto(at);
    await ready(page);
    const open = async () => {
      await openButton(page, opener);
      await expect(page.getByRole('dialog')).toBeVisible();
    };

    await test.step('a link', async () => {
      await open();
      await closeAndTap(page, '.bottom-bar a[href^="/dashboard/myorders"]');
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('My Orders');
      await expect(page).toHaveURL('/dashboard/myorders');
      await page.goBack();
      await expect(page).toHaveURL(at);
      await expect(page.getByRole('dialog')).toHaveCount(0);
      await page.goBack();
      await expect(page).toHaveURL('/about');
    });

    await test.step('a new document', async () => {
      // It cancels the change of the dialog's address, which the router makes: Back shows the dialog again.
      if (what === 'the booking dialog') return;
      await page.goForward();
      await expect(page).toHaveURL(at);
      await ready(page);
      await open();
      await page.evaluate(() => {
        document.querySelector<HTMLElement>('[role$="dialog"] :is(.dialog-close, .drawer-close)')?.click();
        location.assign('/press');
      });
      await expect(page).toHaveURL('/press');
      await page.goBack();
      await expect(page).toHaveURL(at);
      // The script of the page skips the entry of the closed overlay.
      await ready(page);
      await page.goBack();
      await expect(page).toHaveURL('/about');
    });

    await test.step('a form without a navigation', async () => {
      await page.goForward();
      await expect(page).toHaveURL(at);
      await ready(page);
      await open();
      const saved = page.waitForResponse(
        (answer) => answer.request().method() === 'POST' && answer.url().includes(new URL(page.url()).pathname),
      );
      await closeAndTap(page, 'main form button.heart, main .heart button');
      expect((await saved).ok()).toBe(true);
      await expect(page).toHaveURL(at);
      await expect(page.getByRole('dialog')).toHaveCount(0);
      await page.goBack();
      await expect(page).toHaveURL('/about');
    });
  });

test('a tap reaches the page behind a dialog that fades out', async ({ visit }) => {
  const { page } = await visit({ viewport: PHONE, reducedMotion: 'no-preference' });
  await page.goto('/search');
  await ready(page);
  await openButton(page, /^(All filters|Filters)/);
  const sheet = page.getByRole('dialog', { name: 'Filters' });
  await expect(sheet).toBeVisible();
  // A slow fade: the tap comes before its end on a loaded machine too.
  const devTools = await page.context().newCDPSession(page);
  await devTools.send('Animation.enable');
  await devTools.send('Animation.setPlaybackRate', { playbackRate: FADE_SPEED_FACTOR });
  await page.keyboard.press('Escape');
  await expect(sheet).toHaveAttribute('data-ending-style');
  const link = page.locator('.bottom-bar a').first();
  const { x, y } = (await link.boundingBox()) ?? { x: 0, y: 0 };
  await page.mouse.click(x + 20, y + 20);
  await expect(page).toHaveURL('/');
});

test('Back closes the suggestions of the search field first, and a search leaves nothing of them behind', async ({
  visit,
}) => {
  const { page } = await visit({ viewport: PHONE });
  const field = page.getByRole('combobox', { name: 'Search' });
  const suggestions = page.getByRole('listbox');
  const open = async (path: string) => {
    await page.goto('/about');
    await page.goto(path);
    await ready(page);
  };
  const suggest = async () => {
    await field.fill('');
    await field.pressSequentially('pra');
    await expect(suggestions).toBeVisible();
  };
  await open('/search');
  await suggest();
  await page.goBack();
  await expect(suggestions).toHaveCount(0);
  await expect(page).toHaveURL('/search');
  await expect(field).toHaveValue('pra');
  await suggest();
  await field.press('Enter');
  await expect(page).toHaveURL('/search?q=pra');
  await page.goBack();
  await expect(page).toHaveURL('/search');
  await page.goBack();
  await expect(page).toHaveURL('/about');

  await test.step('above the search panel of a tablet’s dashboard', async () => {
    await page.setViewportSize({ width: 800, height: 740 });
    await register(page, 'Back Beli', 'Buyer');
    await open('/dashboard/myorders');
    await page.getByRole('banner').getByRole('button', { name: 'Search' }).first().click();
    await suggest();
    await page.goBack();
    await expect(suggestions).toHaveCount(0);
    await expect(field).toBeVisible();
    await page.goBack();
    await expect(field).toBeHidden();
    await expect(page).toHaveURL('/dashboard/myorders');
    await page.goBack();
    await expect(page).toHaveURL('/about');
  });
});
