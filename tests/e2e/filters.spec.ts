import { expect } from '@playwright/test';
import { register } from './people.ts';
import {
  CATEGORY,
  cards,
  chip,
  heading,
  openList,
  openPlayground,
  SWINGS_COUNT,
  side,
  status,
} from './search-fixture.ts';
import { categoryId } from './seller-fixture.ts';
import { expectAccessible, expectNoOverflow, ready, test } from './visit.ts';

const WORD = `dolna${Date.now().toString(36)}`;

test.beforeAll(() => openPlayground(WORD));

test('a search lists five categories, those with items first, and the others behind a button', async ({ visit }) => {
  const { page } = await visit({ viewport: { width: 1280, height: 800 } });
  await openList(page, `/search?q=${WORD}`);
  const category = side(page).getByRole('group', { name: 'Category' });
  await expect(category.getByRole('radio')).toHaveCount(6);
  await expect(category.getByRole('radio').nth(1)).toHaveAccessibleName(new RegExp(CATEGORY));
  await expect(category.getByLabel(CATEGORY)).toBeEnabled();
  await category.getByRole('button', { name: /^\d+ more categories$/ }).click();
  await expect(category.getByLabel('Clothes'), 'a category without an item of these words').toBeDisabled();
  await category.getByRole('button', { name: 'Fewer categories' }).click();
  await expect(category.getByRole('radio')).toHaveCount(6);
});

test('filters change the list, its chips and its address at once, and Back undoes one after another', async ({
  visit,
}) => {
  const { page } = await visit({ viewport: { width: 1280, height: 800 } });
  await register(page, 'Fahmida Filter', 'Buyer');
  await openList(page, `/search?q=${WORD}`);
  await expect(status(page)).toHaveText(`24 of ${SWINGS_COUNT + 2} shown`);
  await expect(side(page).getByRole('checkbox', { name: 'Excellent 1 item', exact: true })).toBeVisible();

  const fair = side(page).getByLabel('Fair');
  await fair.focus();
  await page.keyboard.press('Space');
  await expect(page).toHaveURL(`/search?q=${WORD}&condition=Fair`);
  await expect(cards(page)).toHaveCount(1);
  await expect(fair).toBeFocused();
  await expect(status(page)).toHaveText('1 item shown');
  await side(page).getByLabel('Excellent').check();
  await expect(page).toHaveURL(`/search?q=${WORD}&condition=Excellent,Fair`);
  await expect(cards(page)).toHaveCount(2);
  await page.getByRole('button', { name: 'Verified sellers', exact: true }).click();
  await expect(page).toHaveURL(`/search?q=${WORD}&condition=Excellent,Fair&verified=true`);
  await expect(cards(page)).toHaveCount(1);
  await expect(cards(page)).toContainText(`Slide ${WORD}`);
  await expect(side(page).getByLabel('Up to 2 years'), 'an option that gives nothing').toBeDisabled();

  await page.goBack();
  await expect(page).toHaveURL(`/search?q=${WORD}&condition=Excellent,Fair`);
  await expect(cards(page)).toHaveCount(2);
  await expect(page.getByRole('button', { name: 'Verified sellers', exact: true })).toHaveAttribute(
    'aria-pressed',
    'false',
  );
  await page.reload();
  await expect(cards(page)).toHaveCount(2);
  await ready(page);
  await expect(side(page).getByLabel('Fair')).toBeChecked();
  await chip(page, 'Excellent').click();
  await expect(chip(page, 'Fair')).toBeFocused();
  await page.keyboard.press('Delete');
  await expect(page).toHaveURL(`/search?q=${WORD}`);
  await expect(heading(page)).toBeFocused();
  await expect(cards(page)).toHaveCount(24);
});

test('a price is typed in digits of either script, and applied by Enter or when its field is left', async ({
  visit,
}) => {
  const { page } = await visit({ viewport: { width: 1280, height: 800 } });
  await register(page, 'Dalia Dam', 'Buyer');
  await openList(page, `/search?q=${WORD}`);
  const from = side(page).getByRole('textbox', { name: 'From' });
  await from.fill('৮০০');
  await from.press('Enter');
  await expect(page).toHaveURL(`/search?q=${WORD}&min=800`);
  await expect(from).toBeFocused();
  await expect(from).toHaveValue('800');
  await side(page).getByRole('textbox', { name: 'To' }).fill('1,000');
  await from.focus();
  await expect(page).toHaveURL(`/search?q=${WORD}&min=800&max=1000`);
  await expect(chip(page, 'Tk 800 – Tk 1,000')).toBeVisible();
  await expect(cards(page)).toHaveCount(1);
  await from.fill('much');
  await from.press('Enter');
  await expect(side(page).getByText('Enter digits only.')).toBeVisible();
  await expect(page).toHaveURL(`/search?q=${WORD}&min=800&max=1000`);
  await page.getByRole('combobox', { name: 'Sort' }).selectOption('Price, low to high');
  await chip(page, 'Tk 800 – Tk 1,000').click();
  await expect(page).toHaveURL(`/search?q=${WORD}&sort=cheap`);
  await expect(cards(page).first()).toContainText(`Seesaw ${WORD}`);
  await expect(cards(page).nth(1)).toContainText(`Slide ${WORD}`);
});

test('a category has the same filters, and Back from a product restores filters and scroll position', async ({
  visit,
}) => {
  const { page } = await visit({ viewport: { width: 1280, height: 800 } });
  await register(page, 'Bithi Back', 'Buyer');
  const address = `/products/${await categoryId(page, CATEGORY)}`;
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await page.goto('/');
  await ready(page);
  await page.locator(`main a[href="${address}"]`).first().click();
  await expect(page.getByRole('heading', { level: 1, name: CATEGORY })).toBeVisible();
  await expect(page.locator('.facet-waiting')).toHaveCount(0);
  expect(asked).toContain(`${address}.data`);
  await side(page).getByLabel('Dhanmondi').check();
  await expect(page).toHaveURL(`${address}?area=dhanmondi`);
  await expect(page.getByText(/^\d+ of \d+ items match$/)).toBeVisible();
  await page.getByRole('link', { name: 'Show more' }).click();
  await expect(page).toHaveURL(`${address}?area=dhanmondi&pages=2`);
  const thing = cards(page).nth(24);
  await expect(thing).toBeVisible();
  const count = await cards(page).count();
  await thing.scrollIntoViewIfNeeded();
  const place = await page.evaluate(() => scrollY);
  expect(place).toBeGreaterThan(2000);
  await thing.getByRole('heading').getByRole('link').click();
  await expect(page).toHaveURL(/\/items\/[\w-]+$/);
  await page.goBack();
  await expect(page).toHaveURL(`${address}?area=dhanmondi&pages=2`);
  await expect(cards(page)).toHaveCount(count);
  await expect.poll(() => page.evaluate((from) => Math.abs(scrollY - from), place)).toBeLessThan(10);
  await expect(chip(page, 'Dhanmondi')).toBeAttached();

  await page.reload();
  await expect(cards(page)).toHaveCount(count);
  await expect.poll(() => page.evaluate((from) => Math.abs(scrollY - from), place)).toBeLessThan(10);
});

test('on a phone the filters open in a sheet, and apply with its button', async ({ visit }) => {
  const { page } = await visit({ viewport: { width: 360, height: 740 } });
  await register(page, 'Poly Phone', 'Buyer');
  await openList(page, `/search?q=${WORD}`);
  await expect(side(page)).toBeHidden();
  await page.getByRole('button', { name: 'Filters', exact: true }).click();
  const sheet = page.getByRole('dialog', { name: 'Filters' });
  await expect(sheet.getByRole('button', { name: `Show ${SWINGS_COUNT + 2} items` })).toBeVisible();
  await sheet.getByLabel('Banani').check();
  await expect(sheet.getByRole('button', { name: 'Show 2 items' })).toBeInViewport();
  await sheet.getByRole('textbox', { name: 'To' }).fill('800');
  await expect(sheet.getByRole('button', { name: 'Show 1 item' }), 'the field has the focus').toBeVisible();
  await sheet.getByRole('textbox', { name: 'To' }).fill('');
  await expect(sheet.getByRole('button', { name: 'Show 2 items' })).toBeVisible();
  await sheet.getByLabel('Fair').check();
  await expect(page, 'nothing has changed yet').toHaveURL(`/search?q=${WORD}`);
  await expectAccessible(page);
  await expectNoOverflow(page);
  await sheet.getByRole('button', { name: 'Show 1 item' }).click();
  await expect(sheet).toBeHidden();
  await expect(page).toHaveURL(`/search?q=${WORD}&condition=Fair&area=banani`);
  await expect(cards(page)).toHaveCount(1);
  await expect(page.getByRole('button', { name: 'Filters (2)' })).toBeFocused();
  await page.goBack();
  await expect(page).toHaveURL(`/search?q=${WORD}`);
  await expect(cards(page)).toHaveCount(24);

  await page.setViewportSize({ width: 800, height: 740 });
  await page.getByRole('button', { name: 'Search', exact: true }).last().click();
  const field = page.getByRole('combobox', { name: 'Search' });
  await expect(field).toBeFocused();
  await expect(field).toHaveValue(WORD);
  await page.keyboard.type('s');
  await expect(field, 'new words take the place of the old ones').toHaveValue('s');
  await page.keyboard.press('Escape');
  await expect(field).toBeHidden();
  await page.keyboard.press('Enter');
  await field.fill(`seesaw ${WORD}`);
  await field.press('Enter');
  await expect(page).toHaveURL(`/search?q=seesaw+${WORD}`);
  await expect(cards(page)).toHaveCount(1);
  await expect(field).toBeHidden();
});
