import { expect, type Page } from '@playwright/test';
import { openSellerFixture } from './seller-fixture.ts';
import { ready } from './visit.ts';

export const CATEGORY = 'Outdoor';
/** More than one page of products. */
export const SWINGS_COUNT = 25;

/** Lists swings, a slide and a seesaw, whose names share a word that no other product has. */
export async function openPlayground(word: string): Promise<void> {
  const fixture = await openSellerFixture(CATEGORY, 'Sadia Karim');
  const corner = await openSellerFixture(CATEGORY, 'Rafiq Unchecked', false);
  const near = { location: 'Banani, Dhaka', useYear: 4 };
  for (let count = 1; count <= SWINGS_COUNT; count += 1)
    await fixture.list(`Swing ${count} ${word}`, { quality: 'Good', resalePrice: 2000 + count });
  await fixture.list(`Slide ${word}`, { quality: 'Excellent', resalePrice: 900, ...near });
  await corner.list(`Seesaw ${word}`, { quality: 'Fair', resalePrice: 700, ...near });
  await Promise.all([fixture.close(), corner.close()]);
}

/** Returns the cards of the listed products. */
export const cards = (page: Page) => page.getByRole('article');
/** Returns the heading of the page. */
export const heading = (page: Page) => page.getByRole('heading', { level: 1 });
/** Returns the filters beside the list. */
export const side = (page: Page) => page.getByRole('form', { name: 'Filters' });
/** Returns the button that removes a filter. */
export const chip = (page: Page, name: string) => page.getByRole('button', { name: `Remove filter: ${name}` });
/** Returns the line that counts the shown products. */
export const status = (page: Page) => page.getByRole('status').filter({ hasText: /shown$/ });

/** Opens a list of a signed-in person, and waits for its counts. */
export async function openList(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await ready(page);
  await expect(heading(page)).toBeVisible();
  await expect(page.locator('.facet-waiting')).toHaveCount(0);
}
