import { expect, type Locator, type Page } from '@playwright/test';

/** What is wrong with where the focus is, for somebody who only sees; empty when all is well. */
function lookAtFocus(): string {
  const focused = document.activeElement;
  if (!focused || focused === document.body) return 'nothing has the focus';
  const name = focused.outerHTML.slice(0, 120);
  // The ring may be drawn around what holds it: a card around its link, the card form around the provider's frame.
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

/** What has the focus shows it, and lies free. */
export async function expectFocusSeen(page: Page): Promise<void> {
  await expect.poll(() => page.evaluate(lookAtFocus)).toBe('');
}

/** Presses Tab until this has the focus. Each stop on the way must be seen. */
export async function tabTo(page: Page, target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  await expect(target).toBeVisible();
  for (let stop = 0; stop < 60; stop += 1) {
    await page.keyboard.press(key);
    await expectFocusSeen(page);
    if (await target.evaluate((element) => element === document.activeElement)) return;
  }
  throw new Error(`${key} never came to ${target}`);
}
