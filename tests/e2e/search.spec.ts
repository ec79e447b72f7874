import { expect, type Page } from '@playwright/test';
import { register } from './people.ts';
import { asAdmin, categoryId, openStall, type Stall } from './stall.ts';
import { expectAccessible, expectNoOverflow, ready, test } from './support.ts';
import { signIn } from './support-seller.ts';

const CATEGORY = 'Outdoor';
/** A word that nothing else in the store has. */
const WORD = `palki${Date.now().toString(36)}`;
/** More than one page of them. */
const MANY = 25;

let stall: Stall;
let corner: Stall;

test.beforeAll(async ({ browser }) => {
  stall = await openStall(browser, CATEGORY, 'Sadia Karim');
  corner = await openStall(browser, CATEGORY, 'Rafiq Unchecked', false);
  for (let count = 1; count <= MANY; count += 1)
    await stall.list(`Swing ${count} ${WORD}`, { quality: 'Good', resalePrice: 2000 + count });
  await stall.list(`Slide ${WORD}`, { quality: 'Excellent', resalePrice: 900, location: 'Banani, Dhaka', useYear: 4 });
  await corner.list(`Seesaw ${WORD}`, { quality: 'Fair', resalePrice: 700, location: 'Banani, Dhaka', useYear: 4 });
});

test.afterAll(async () => {
  await Promise.all([stall.close(), corner.close()]);
});

const cards = (page: Page) => page.getByRole('article');
const heading = (page: Page) => page.getByRole('heading', { level: 1 });
const side = (page: Page) => page.getByRole('form', { name: 'Filters' });
const chip = (page: Page, name: string) => page.getByRole('button', { name: `Remove filter: ${name}` });
const status = (page: Page) => page.getByRole('status').filter({ hasText: /shown$/ });

/** Opens a page of somebody who is signed in already, and waits until its list and its counts are here. */
async function open(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await ready(page);
  await expect(heading(page)).toBeVisible();
  await expect(page.locator('.facet-waiting')).toHaveCount(0);
}

/** Counts what is asked for suggestions. */
function suggestionsAsked(page: Page): string[] {
  const asked: string[] = [];
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url());
    if (pathname === '/api/search/suggestions') asked.push(searchParams.get('q') ?? '');
  });
  return asked;
}

test('a visitor who searches from the header is asked to log in, is told why, and comes back to the results', async ({
  visit,
}) => {
  const { page } = await visit({ refused: [404] });
  const who = await register(page, 'Bilkis Banu', 'Buyer');
  await page.context().clearCookies();
  const asked = suggestionsAsked(page);
  await page.goto('/');
  await ready(page);
  const field = page.getByRole('searchbox', { name: 'Search' });
  await field.pressSequentially(`slide ${WORD}`);
  await field.press('Enter');
  await expect(page).toHaveURL(`/login?from=${encodeURIComponent(`/search?q=slide+${WORD}`)}`);
  await expect(page.getByText('Log in to see what you looked for.')).toBeVisible();
  expect(asked, 'nothing is suggested to a visitor').toEqual([]);
  await signIn(page, who);
  await expect(page).toHaveURL(`/search?q=slide+${WORD}`);
  await expect(heading(page)).toHaveText(`Results for “slide ${WORD}”`);
  await expect(cards(page)).toHaveCount(1);
  await expect(page.getByRole('combobox', { name: 'Search' })).toHaveValue(`slide ${WORD}`);
});

test('suggestions are asked for once in a pause of typing, and by keyboard alone one of them is searched for', async ({
  visit,
}) => {
  const { page } = await visit({ refused: [404], viewport: { width: 1280, height: 800 } });
  await register(page, 'Kaniz Keys', 'Buyer');
  const asked = suggestionsAsked(page);
  await page.goto('/about');
  await ready(page);
  const field = page.getByRole('combobox', { name: 'Search' });
  await page.keyboard.press('/');
  await expect(field).toBeFocused();
  await page.keyboard.type(WORD.slice(0, 1));
  await page.keyboard.type(WORD.slice(1, 8), { delay: 20 });
  const list = page.getByRole('listbox', { name: 'Suggestions' });
  const option = list.getByRole('option', { name: WORD });
  await expect(option).toBeVisible();
  await expect(field).toHaveAttribute('aria-expanded', 'true');
  expect(asked).toEqual([WORD.slice(0, 8)]);
  await expectAccessible(page);

  await page.keyboard.press('ArrowDown');
  const first = list.getByRole('option').first();
  await expect(first).toHaveAttribute('aria-selected', 'true');
  await expect(field).toHaveAttribute('aria-activedescendant', (await first.getAttribute('id')) ?? '');
  await page.keyboard.press('Escape');
  await expect(list).toBeHidden();
  await expect(field).toHaveValue(WORD.slice(0, 8));
  await page.keyboard.press('ArrowUp');
  await expect(list).toBeVisible();
  while ((await option.getAttribute('aria-selected')) !== 'true') await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`/search?q=${WORD}`);
  await expect(heading(page)).toBeFocused();
  await expect(cards(page)).toHaveCount(24);
  expect(asked, 'the arrows ask for nothing').toHaveLength(1);

  await field.fill('p');
  await field.press('Enter');
  await expect(page).toHaveURL('/search?q=p');
  expect(asked, 'one letter says too little').toHaveLength(1);
});

test('filters change the list, its chips and its address at once, and Back undoes one after another', async ({
  visit,
}) => {
  const { page } = await visit({ refused: [404], viewport: { width: 1280, height: 800 } });
  await register(page, 'Fahmida Filter', 'Buyer');
  await open(page, `/search?q=${WORD}`);
  await expect(status(page)).toHaveText(`24 of ${MANY + 2} shown`);
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
  const { page } = await visit({ refused: [404], viewport: { width: 1280, height: 800 } });
  await register(page, 'Dalia Dam', 'Buyer');
  await open(page, `/search?q=${WORD}`);
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
  await expect(side(page).getByText('Write a number, with digits only.')).toBeVisible();
  await expect(page).toHaveURL(`/search?q=${WORD}&min=800&max=1000`);
  await page.getByRole('combobox', { name: 'Sort' }).selectOption('Price, low to high');
  await chip(page, 'Tk 800 – Tk 1,000').click();
  await expect(page).toHaveURL(`/search?q=${WORD}&sort=cheap`);
  await expect(cards(page).first()).toContainText(`Seesaw ${WORD}`);
  await expect(cards(page).nth(1)).toContainText(`Slide ${WORD}`);
});

test('a category has the same filters, and from a thing that was opened Back leads to the same filters and place', async ({
  visit,
}) => {
  const { page } = await visit({ refused: [404], viewport: { width: 1280, height: 800 } });
  await register(page, 'Bithi Back', 'Buyer');
  const address = `/products/${await categoryId(page, CATEGORY)}`;
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await open(page, address);
  expect(asked).toContain(`/api/products/category/${address.split('/').at(-1)}`);
  expect(asked).not.toContain('/api/search');
  await side(page).getByLabel('Dhanmondi').check();
  await expect(page).toHaveURL(`${address}?area=dhanmondi`);
  await expect(page.getByText(/^\d+ of \d+ items match your filters$/)).toBeVisible();
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

test('on a phone the filters are a sheet, and change the list once one shows what they give', async ({ visit }) => {
  const { page } = await visit({ refused: [404], viewport: { width: 360, height: 740 } });
  await register(page, 'Poly Phone', 'Buyer');
  await open(page, `/search?q=${WORD}`);
  await expect(side(page)).toBeHidden();
  await page.getByRole('button', { name: 'Filters (0)' }).click();
  const sheet = page.getByRole('dialog', { name: 'Filters' });
  await expect(sheet.getByRole('button', { name: `Show ${MANY + 2} items` })).toBeVisible();
  await sheet.getByLabel('Banani').check();
  await expect(sheet.getByRole('button', { name: 'Show 2 items' })).toBeInViewport();
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

  await page.getByRole('button', { name: 'Search', exact: true }).first().click();
  const field = page.getByRole('combobox', { name: 'Search' });
  await expect(field).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(field).toBeHidden();
  await page.keyboard.press('Enter');
  await field.fill(`seesaw ${WORD}`);
  await field.press('Enter');
  await expect(page).toHaveURL(`/search?q=seesaw+${WORD}`);
  await expect(cards(page)).toHaveCount(1);
  await expect(field).toBeHidden();
});

test('a link that somebody shared leads a visitor over the login to the same view; what makes no sense in it is passed over', async ({
  visit,
}) => {
  const { page } = await visit({ refused: [404] });
  const who = await register(page, 'Shila Shared', 'Buyer');
  await page.context().clearCookies();
  const view = `/search?q=${WORD}&condition=Fair,Broken&min=500&years=3&category=prams&sort=sideways&area=banani`;
  await page.goto(view);
  await expect(page.getByText('Log in to see what you looked for.')).toBeVisible();
  await signIn(page, who);
  await expect(page).toHaveURL((url) => decodeURIComponent(url.pathname + url.search) === view);
  await expect(cards(page)).toHaveCount(1);
  await expect(cards(page)).toContainText(`Seesaw ${WORD}`);
  await expect(page.getByRole('button', { name: /^Remove filter/ })).toHaveText(['Fair', 'From Tk 500', /^banani$/i]);
});

test('where nothing fits, it is said which filter to drop and what that gives; where nothing is called so, where to look', async ({
  visit,
}) => {
  const { page } = await visit({ refused: [404], viewport: { width: 1280, height: 800 } });
  await register(page, 'Nadia Nothing', 'Buyer');
  await open(page, `/search?q=${WORD}&condition=Fair&verified=true`);
  await expect(page.getByRole('heading', { name: 'No match. Remove “Fair” to see 26 items.' })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Remove “Verified sellers” (1)' }).click();
  await expect(page).toHaveURL(`/search?q=${WORD}&condition=Fair`);
  await expect(cards(page)).toHaveCount(1);
  await expect(heading(page)).toBeFocused();

  await open(page, '/search?q=%E0%A6%99%E0%A6%99%E0%A6%99+qxzqxz');
  await expect(page.getByRole('heading', { name: 'Nothing for “ঙঙঙ qxzqxz” yet' })).toBeVisible();
  const nearest = page.getByRole('navigation', { name: 'Look in a category' });
  await nearest.getByRole('link').first().click();
  await expect(page).toHaveURL(/\/products\//);
});

test('the results can be used by everybody in both themes', async ({ visit }) => {
  const { page } = await visit({ refused: [404], viewport: { width: 1280, height: 800 } });
  await register(page, 'Theme Tania', 'Buyer');
  for (const theme of ['light', 'dark']) {
    await page.context().addCookies([{ name: 'theme', value: theme, url: test.info().project.use.baseURL ?? '' }]);
    await open(page, `/search?q=${WORD}&condition=Fair&max=800`);
    await expect(page.locator('html')).toHaveAttribute('data-theme', theme);
    await expect(cards(page)).toHaveCount(1);
    await expectAccessible(page);
    await expectNoOverflow(page);
  }
});

test('an admin keeps the words that mean the same: adds, changes and deletes them', async ({ visit }) => {
  const { page } = await visit({ refused: [404] });
  await asAdmin(page);
  await page.goto('/dashboard/words');
  await ready(page);
  await page.getByRole('button', { name: 'Add words' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add words that mean the same' });
  await dialog.getByLabel('Words').fill(WORD);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByText('Give two words or more that mean the same.')).toBeVisible();
  await dialog.getByLabel('Words').fill(`${WORD}\nদোলা ${WORD}`);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toBeHidden();
  const group = `${WORD}, দোলা ${WORD}`;
  await expect(page.getByText(`Added: ${group}`)).toBeVisible();
  await page.getByRole('button', { name: `Change: ${group}` }).click();
  const change = page.getByRole('dialog', { name: 'Change words that mean the same' });
  await expect(change.getByLabel('Words')).toHaveValue(`${WORD}\nদোলা ${WORD}`);
  await change.getByLabel('Words').fill(`${WORD}, dola ${WORD}`);
  await change.getByRole('button', { name: 'Save' }).click();
  const changed = `${WORD}, dola ${WORD}`;
  await expect(page.getByText(`Changed: ${changed}`)).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: `Delete: ${changed}` }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText(`Deleted: ${changed}`)).toBeVisible();
  await expect(page.getByRole('row').filter({ hasText: `dola ${WORD}` })).toHaveCount(0);
  await expect(heading(page)).toBeFocused();
});
