import { expect, type Locator } from '@playwright/test';
import { register } from './people.ts';
import { categoryId } from './seller-fixture.ts';
import { expectNoOverflow, ready, test } from './visit.ts';

const HEIGHT_PX = 800;

/** Returns how many cards stand in the first row. */
const firstRow = (cards: Locator) =>
  cards.evaluateAll((all) => {
    const tops = all.map((card) => card.getBoundingClientRect().top);
    return tops.filter((top) => top === tops[0]).length;
  });

test('search shows two compact cards in a row at 360 px, three at 768 and four at 1280', async ({ visit }) => {
  const { page } = await visit();
  await register(page, 'Columns Keya', 'Buyer');
  await page.goto('/search');
  await ready(page);
  const cards = page.getByRole('main').getByRole('article');
  for (const [width, columns] of [
    [360, 2],
    [768, 3],
    [1280, 4],
  ] as const) {
    await page.setViewportSize({ width, height: HEIGHT_PX });
    await expectNoOverflow(page);
    expect(await firstRow(cards), `${width} px`).toBe(columns);
  }
  const card = cards.first();
  await expect(card.locator('img')).toBeVisible();
  await expect(card.getByRole('button'), 'the heart').toHaveCount(1);
  const lines = await card.locator('.product-card-body > *').evaluateAll((all) => all.map((line) => line.className));
  expect(lines, 'price, title, condition and area').toHaveLength(3);
  const name = card.locator('.product-name');
  const twoLines = await name.evaluate((title) => Number.parseFloat(getComputedStyle(title).lineHeight) * 2);
  expect((await name.boundingBox())?.height).toBeLessThanOrEqual(twoLines + 1);
});

test('a category shows three cards in a row on a large screen, and two on a phone with the other fields under More', async ({
  visit,
}) => {
  const { page } = await visit({ viewport: { width: 1280, height: HEIGHT_PX } });
  await register(page, 'More Mitu', 'Buyer');
  await page.goto(`/products/${await categoryId(page, 'Prams')}`);
  await ready(page);
  const cards = page.getByRole('main').getByRole('article');
  const card = cards.first();
  const fields = [card.locator('.seller-line'), card.locator('.offer-more dl, .offer-more ul').first()];
  expect(await firstRow(cards)).toBe(3);
  await expect(card.getByRole('button', { name: /^More about/ })).toBeHidden();
  for (const field of fields) await expect(field).toBeVisible();

  await page.setViewportSize({ width: 360, height: 740 });
  expect(await firstRow(cards)).toBe(2);
  for (const field of fields) await expect(field).toBeHidden();
  await card.getByRole('button', { name: /^More about/ }).click();
  for (const field of fields) await expect(field).toBeVisible();
  await expectNoOverflow(page);
  await card.getByRole('button', { name: /^Less about/ }).click();
  for (const field of fields) await expect(field).toBeHidden();
});
