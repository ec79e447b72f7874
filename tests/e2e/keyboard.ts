import { expect, type Locator, type Page } from '@playwright/test';

/** More than any page has. */
const TAB_STOPS_MAX = 120;

/** Returns the fault of the focused element, such as a missing ring, or an empty string. Runs in the page. */
function faultOfFocus(): string {
  const focused = document.activeElement;
  if (!focused || focused === document.body) return 'nothing has the focus';
  const name = focused.outerHTML.slice(0, 120);
  // A parent may have the ring: a card for its link, the card form for the provider's frame.
  let ringed: Element | null = focused;
  for (let up = 0; ringed && up < 6 && !hasRing(ringed); up += 1) ringed = ringed.parentElement;
  if (!ringed || !hasRing(ringed)) return `no ring around ${name}`;
  const box = ringed.getBoundingClientRect();
  const [left, right] = [Math.max(0, box.left), Math.min(innerWidth, box.right)];
  const [top, bottom] = [Math.max(0, box.top), Math.min(innerHeight, box.bottom)];
  if (right <= left || bottom <= top) return `out of sight: ${name}`;
  const onTop = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
  return onTop && (ringed.contains(onTop) || onTop.contains(ringed)) ? '' : `covered: ${name}`;

  function hasRing(element: Element): boolean {
    const { outlineStyle, outlineWidth } = getComputedStyle(element);
    return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2;
  }
}

/** Expects that the focused element is visible and has a ring (WCAG 2.4.7, 2.4.11). */
export async function expectFocusSeen(page: Page): Promise<void> {
  await expect.poll(() => page.evaluate(faultOfFocus)).toBe('');
}

/** Presses Tab until the target has the focus. Each stop must be visible. */
export async function tabTo(page: Page, target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  await expect(target).toBeVisible();
  for (let stop = 0; stop < TAB_STOPS_MAX; stop += 1) {
    await page.keyboard.press(key);
    await expectFocusSeen(page);
    if (await target.evaluate((element) => element === document.activeElement)) return;
  }
  throw new Error(`${key} never came to ${target}`);
}

/** Moves the focus to a control by Tab, and presses Enter. */
export async function press(page: Page, target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  await tabTo(page, target, key);
  await page.keyboard.press('Enter');
}

/** Moves the focus to a field by Tab, and types. */
export async function type(page: Page, name: string, text: string): Promise<void> {
  await tabTo(page, page.locator(`[name="${name}"]`));
  await page.keyboard.type(text);
}

/** Expects that Tab stays within a dialog, in both directions. */
export async function expectTrapped(page: Page, dialog: Locator): Promise<void> {
  for (const key of ['Tab', 'Tab', 'Tab', 'Tab', 'Shift+Tab', 'Shift+Tab', 'Shift+Tab', 'Shift+Tab']) {
    await page.keyboard.press(key);
    await expect.poll(() => dialog.evaluate((one) => one.contains(document.activeElement)), key).toBe(true);
    await expectFocusSeen(page);
  }
}
