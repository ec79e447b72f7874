import { expect, type Page } from '@playwright/test';
import { openStall } from './seller-fixture.ts';
import { ready } from './support.ts';

export const CATEGORY = 'Outdoor';
/** More than one page of them. */
export const MANY = 25;

/** Things on offer that all have a word which nothing else in the store has: many good swings, a slide, a seesaw. */
export async function openPlayground(word: string): Promise<void> {
  const stall = await openStall(CATEGORY, 'Sadia Karim');
  const corner = await openStall(CATEGORY, 'Rafiq Unchecked', false);
  const near = { location: 'Banani, Dhaka', useYear: 4 };
  for (let count = 1; count <= MANY; count += 1)
    await stall.list(`Swing ${count} ${word}`, { quality: 'Good', resalePrice: 2000 + count });
  await stall.list(`Slide ${word}`, { quality: 'Excellent', resalePrice: 900, ...near });
  await corner.list(`Seesaw ${word}`, { quality: 'Fair', resalePrice: 700, ...near });
  await Promise.all([stall.close(), corner.close()]);
}

export const cards = (page: Page) => page.getByRole('article');
export const heading = (page: Page) => page.getByRole('heading', { level: 1 });
/** The filters beside the list. */
export const side = (page: Page) => page.getByRole('form', { name: 'Filters' });
/** What takes a filter off that is on. */
export const chip = (page: Page, name: string) => page.getByRole('button', { name: `Remove filter: ${name}` });
/** What is said of the list. */
export const status = (page: Page) => page.getByRole('status').filter({ hasText: /shown$/ });

/** Opens a list for somebody who is signed in already, and waits until its counts are here, too. */
export async function openList(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await ready(page);
  await expect(heading(page)).toBeVisible();
  await expect(page.locator('.facet-waiting')).toHaveCount(0);
}
