import AxeBuilder from '@axe-core/playwright';
import { type Browser, type BrowserContextOptions, test as base, expect, type Page } from '@playwright/test';

const WCAG_TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** A person with a browser of their own, whose console is watched. */
export interface Visitor {
  page: Page;
  /** What the console complained of. */
  complaints: string[];
}

/** A person who comes to the store. `refused` names the 4xx of which the browser itself may complain. */
export type Visit = (options?: BrowserContextOptions & { refused?: number[] }) => Promise<Visitor>;

/** Gives each test its visitors, and holds at its end that nobody's console complained. */
export const test = base.extend<{ visit: Visit }>({
  visit: async ({ browser }, use) => {
    const here: (Visitor & { refused: number[] })[] = [];
    await use(async ({ refused = [], ...options } = {}) => {
      const one = await visitor(browser, options);
      here.push({ ...one, refused });
      return one;
    });
    for (const { page, complaints, refused } of here) {
      await page.context().close();
      const lines = refused.map((status) => `the server responded with a status of ${status} `);
      expect(complaints.filter((text) => !lines.some((line) => text.includes(line)))).toEqual([]);
    }
  },
});

export async function visitor(browser: Browser, options: BrowserContextOptions = {}): Promise<Visitor> {
  const context = await browser.newContext({ reducedMotion: 'reduce', ...options });
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') complaints.push(`${page.url()}: ${message.text()}`);
  });
  page.on('pageerror', (error) => complaints.push(`${page.url()}: ${error.stack}`));
  return { page, complaints };
}

/** Expects that axe finds no violation of WCAG 2.2 A and AA. The sweep does so on every page; here only on states it misses. */
export async function expectAccessible(page: Page, message = page.url()): Promise<void> {
  expect.soft(await violationsOf(page), message).toEqual([]);
}

/** Axe does not look into frames: that takes most of its time, and the card provider's frame is not ours. */
async function violationsOf(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page })
    .setLegacyMode()
    .exclude('iframe')
    .options({ runOnly: { type: 'tag', values: WCAG_TAGS }, resultTypes: ['violations'], preload: false })
    .analyze();
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html.slice(0, 160)).join(' | ')}`);
}

/** Nothing sticks out sideways. The page gets its new size some frames after its window. */
export async function expectNoOverflow(page: Page): Promise<void> {
  const outside = () => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  await expect.poll(outside, { message: page.url() }).toBeLessThanOrEqual(0);
}

/** Waits until React answers: a form sent before would go the long way round. */
export async function ready(page: Page): Promise<void> {
  await page.waitForFunction(() => Object.keys(document.body).some((key) => key.startsWith('__react')));
}

export const storedToken = (page: Page) => page.evaluate(() => localStorage.getItem('accessToken'));

export async function signUp(page: Page, who: { name: string; email: string; category: 'Buyer' | 'Seller' }) {
  await ready(page);
  await page.locator('[name="name"]').fill(who.name);
  await page.locator(`label:has([name="userCategory"][value="${who.category}"])`).click();
  await page.locator('[name="email"]').fill(who.email);
  await page.locator('[name="password"]').fill('secret-1234');
  await page.getByRole('button', { name: 'Register' }).click();
  await expect(page.getByText('User created Successfully')).toBeVisible();
}

/** Types a card into the provider's frame. */
export async function typeCard(page: Page, number: string) {
  const card = page.frameLocator('iframe').first();
  await card.locator('[autocomplete="cc-number"]').fill(number);
  await card.locator('[autocomplete="cc-exp"]').fill('12/34');
  await card.locator('[autocomplete="cc-csc"]').fill('123');
}

/**
 * Presses a button on the bank's page. Chromium hands a press to a frame only once it has drawn it: one that comes
 * within the same moment goes astray, so it is repeated until the page is gone.
 */
export async function answerBank(page: Page, name: 'Complete' | 'Fail') {
  const dialog = page.getByRole('dialog', { name: 'Card authentication' });
  await expect(async () => {
    await dialog.frameLocator('iframe').getByRole('button', { name }).click({ timeout: 2000 });
    await expect(dialog).toHaveCount(0, { timeout: 2000 });
  }).toPass({ timeout: 15_000 });
}
