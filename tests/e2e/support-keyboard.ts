import { expect, type Locator, type Page } from '@playwright/test';

/** More steps than any of our pages has. */
const MOST = 120;

/** Presses Tab (or Shift+Tab) until something has the focus, and holds at each step that one can see where it is. */
export async function tabTo(page: Page, target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  for (let step = 0; step < MOST; step += 1) {
    await page.keyboard.press(key);
    await expectFocusSeen(page);
    if (await target.evaluate((element) => element === document.activeElement)) return;
  }
  throw new Error(`${MOST} presses of ${key} do not lead to ${target}`);
}

/** Goes to a control by Tab and presses Enter on it. */
export async function press(page: Page, target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  await tabTo(page, target, key);
  await page.keyboard.press('Enter');
}

/** Goes to a field by Tab and types into it. */
export async function type(page: Page, name: string, text: string): Promise<void> {
  await tabTo(page, page.locator(`[name="${name}"]`));
  await page.keyboard.type(text);
}

/** What has the focus is on the screen, and wears a ring (WCAG 2.4.7, 2.4.11): itself, or the card that it stands for. */
export async function expectFocusSeen(page: Page): Promise<void> {
  // Some things slide in when they get the focus.
  await expect.poll(() => page.evaluate(faultOfFocus)).toBe('');
}

function faultOfFocus(): string {
  const element = document.activeElement;
  if (!element || element === document.body) return 'nothing has the focus';
  const what = element.outerHTML.slice(0, 160);
  const { top, bottom, left, right } = element.getBoundingClientRect();
  if (bottom <= 0 || right <= 0 || top >= innerHeight || left >= innerWidth) return `off the screen: ${what}`;
  if (!element.matches(':focus-visible')) return `not shown: ${what}`;
  for (let level = 0, one: Element | null = element; one && level < 3; level += 1, one = one.parentElement) {
    const { outlineStyle, outlineWidth } = getComputedStyle(one);
    if (outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2) return '';
  }
  return `without a ring: ${what}`;
}

/** Tab goes round within a dialog and never leaves it, in either direction. */
export async function expectTrapped(page: Page, dialog: Locator): Promise<void> {
  for (const key of ['Tab', 'Tab', 'Tab', 'Tab', 'Shift+Tab', 'Shift+Tab', 'Shift+Tab', 'Shift+Tab']) {
    await page.keyboard.press(key);
    await expect.poll(() => dialog.evaluate((one) => one.contains(document.activeElement)), key).toBe(true);
    await expectFocusSeen(page);
  }
}
