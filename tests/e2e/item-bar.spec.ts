import { expect, type Page } from '@playwright/test';
import { asAdmin, enter, register } from './people.ts';
import { openSellerFixture } from './seller-fixture.ts';
import { expectNoOverflow, ready, test } from './visit.ts';

const PHONE = { width: 360, height: 740 };
/** A toast waits longer for its end. */
const TOAST_WAIT_MIN_MS = 3000;
const run = Date.now();

test('a toast never lies over the bar of an item, nor over the page behind Pay, which shows price and deadline', async ({
  visit,
}) => {
  const fixture = await openSellerFixture('Feeding', 'Sadia Karim');
  const item = await fixture.list(`Bottle warmer ${run}`);
  const { page } = await visit({ viewport: PHONE, ownContext: true });
  // No toast ends by its time.
  await page.addInitScript((least) => {
    const wait = window.setTimeout.bind(window);
    const waitShort = (run: () => void, ms = 0) => (ms < least ? wait(run, ms) : 0);
    Object.assign(window, { setTimeout: waitShort });
  }, TOAST_WAIT_MIN_MS);
  await register(page, 'Abdullah Al Mahmudur Rahman Chowdhury Bahadur', 'Buyer');
  await page.goto(`/items/${item}?book=${item}`);
  await ready(page);
  const fields = page.locator('.dialog-body');
  expect(await fields.evaluate((body) => body.scrollWidth - body.clientWidth), 'a long name is cut').toBe(0);
  await expect(fields.getByText('until the handover you see each other’s phone number')).toBeVisible();
  await expect(page.locator('.booking-head')).toHaveText(/^Bottle warmer \d+Tk\s6,500Tk\s12,000$/);
  await page.locator('[name="phone"]').fill('01812345678');
  await page.getByRole('dialog').getByRole('button', { name: 'Confirm booking' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Booking Confirmed' })).toBeVisible();
  const pay = page.locator('.item-bar').getByRole('link');
  await expect(pay).toHaveText('Pay');
  await expect(page.locator('.item-bar')).toContainText(/Pay by \d+ \w+ \d{4} at \d\d:\d\dTk\s6,500/);
  // A toast rises from below.
  await expect(async () => {
    const [toast, below] = [await page.locator('.toast').boundingBox(), await page.locator('.item-bar').boundingBox()];
    expect((toast?.y ?? 0) + (toast?.height ?? 0)).toBeLessThanOrEqual(below?.y ?? 0);
  }).toPass({ timeout: 5000 });
  expect(await pay.evaluate(isOnTop)).toBe(true);
  await expectNoOverflow(page);
  await pay.click();
  await expect(page.getByText('How will you pay?')).toBeVisible();
  await expect(page.locator('.toast')).toHaveCount(0);
  await fixture.close();
});

test('the page of an item leaves space for its bar, for every role', async ({ visit }) => {
  const fixture = await openSellerFixture('Feeding', 'Sadia Karim');
  const item = await fixture.list(`Bib ${run}`);
  for (const [who, enterAs] of [
    ['a visitor', async () => undefined],
    ['a buyer', (page: Page) => register(page, 'Bela Buyer', 'Buyer')],
    ['another seller', (page: Page) => register(page, 'Sumi Seller', 'Seller')],
    ['its seller', (page: Page) => enter(page, fixture.seller)],
    ['an admin', asAdmin],
  ] as const)
    await test.step(who, async () => {
      const { page } = await visit({ viewport: PHONE, ownContext: true });
      await enterAs(page);
      await page.goto(`/items/${item}`);
      await ready(page);
      await expect(page.locator('.item-bar :is(a, button)').first()).toBeVisible();
      if (who === 'another seller') await expect(page.getByRole('button', { name: 'Start buying' })).toBeVisible();
      const free = await page.locator('.item-bar').evaluate((itemBar) => {
        const room = Number.parseFloat(getComputedStyle(document.body).paddingBottom);
        return room - (innerHeight - itemBar.getBoundingClientRect().top);
      });
      expect(free).toBeGreaterThanOrEqual(0);
      expect(free).toBeLessThan(32);
    });
  await fixture.close();
});

/** Whether a tap in the middle of an element reaches it. */
function isOnTop(element: Element): boolean {
  const { left, top, width, height } = element.getBoundingClientRect();
  return element.contains(document.elementFromPoint(left + width / 2, top + height / 2));
}
