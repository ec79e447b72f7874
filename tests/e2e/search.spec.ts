import { expect, type Page } from '@playwright/test';
import { signIn } from './members.ts';
import { asAdmin, register } from './people.ts';
import { cards, heading, openList, openPlayground } from './search-fixture.ts';
import { expectAccessible, expectNoOverflow, ready, test } from './visit.ts';

/** Far shorter than a pause in typing. */
const PAUSE_STEP_MS = 50;
const WORD = `palki${Date.now().toString(36)}`;

test.beforeAll(() => openPlayground(WORD));

/** Collects the requests for suggestions. */
function suggestionsAsked(page: Page): string[] {
  const asked: string[] = [];
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url());
    if (pathname === '/api/search/suggestions') asked.push(searchParams.get('q') ?? '');
  });
  return asked;
}

test('a visitor searches from the header, opens a product, signs in and lands in the open booking dialog', async ({
  visit,
}) => {
  const { page } = await visit();
  const who = await register(page, 'Bilkis Banu', 'Buyer');
  await page.context().clearCookies();
  const asked = suggestionsAsked(page);
  await page.goto('/');
  await ready(page);
  const field = page.getByRole('combobox', { name: 'Search' });
  await field.pressSequentially(`slide ${WORD}`);
  await expect.poll(() => asked).toContain(`slide ${WORD}`);
  await field.press('Enter');
  await expect(page).toHaveURL(`/search?q=slide+${WORD}`);
  // On a phone the keyboard would cover the results.
  await expect(field).not.toBeFocused();
  await expect(cards(page)).toHaveCount(1);
  await expect(page.getByRole('main')).not.toContainText('01712345678');
  await expectAccessible(page);
  await cards(page).getByRole('heading').getByRole('link').click();
  await expect(heading(page)).toHaveText(`Slide ${WORD}`);
  await page.getByRole('link', { name: 'Log in to book' }).click();
  await expect(page.getByText(`Log in to book Slide ${WORD}.`)).toBeVisible();
  await signIn(page, who);
  await expect(page).toHaveURL(/\/items\/([\w-]+)\?book=\1$/);
  await expect(page.getByRole('dialog', { name: `Slide ${WORD}` }).getByLabel('Phone number')).toBeVisible();
});

test('the login page of a category links a visitor to the same products in search', async ({ visit }) => {
  const { page } = await visit();
  await page.goto('/');
  await ready(page);
  await page
    .locator('.quilt')
    .getByRole('link', { name: /Outdoor/ })
    .click();
  await expect(page.getByText('Log in to open Outdoor')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Look around first' }).click();
  await expect(page).toHaveURL(/\/search\?category=[\w-]+$/);
  await expect(cards(page).first()).toBeVisible();
});

test('suggestions are loaded once in a pause of typing, and the keyboard chooses one of them [14.5]', async ({
  visit,
}) => {
  const { page } = await visit({ viewport: { width: 1280, height: 800 }, ownContext: true });
  await register(page, 'Kaniz Keys', 'Buyer');
  const asked = suggestionsAsked(page);
  await page.clock.install();
  await page.goto('/about');
  await ready(page);
  // The test moves the clock from here on.
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 60_000);
  const field = page.getByRole('combobox', { name: 'Search' });
  await page.keyboard.press('/');
  await expect(field).toBeFocused();
  const pause = async (times: number) => {
    for (let time = 0; time < times; time += 1) await page.clock.runFor(PAUSE_STEP_MS);
  };
  // The code for suggestions loads once, after the first letter.
  const loaded = page.waitForResponse(/\/assets\/suggest-/);
  for (const [index, letter] of [...WORD.slice(0, 8)].entries()) {
    await page.keyboard.type(letter);
    await pause(4);
    if (index === 0) await (await loaded).finished();
  }
  expect(asked, 'a letter in every 200 ms makes no pause').toEqual([]);
  await expect(async () => {
    await pause(1);
    expect(asked).toEqual([WORD.slice(0, 8)]);
  }).toPass({ intervals: [20] });
  await pause(20);
  await page.clock.resume();
  const list = page.getByRole('listbox', { name: 'Suggestions' });
  const options = list.getByRole('group', { name: 'Items' }).getByRole('option');
  await expect(options).toHaveCount(4);
  await expect(options.first()).toContainText(/Tk\s[\d,]+$/);
  await expect(options.first().getByRole('presentation')).toBeVisible();
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
  await page.keyboard.press('ArrowUp');
  const last = options.last();
  const name = await last.locator('.suggestion-label').innerText();
  while ((await last.getAttribute('aria-selected')) !== 'true') await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/items\//);
  await expect(heading(page)).toHaveText(name);
  expect(asked, 'the arrow keys send no request').toHaveLength(1);

  await field.fill('p');
  await field.press('Enter');
  await expect(page).toHaveURL('/search?q=p');
  expect(asked, 'one letter sends no request').toHaveLength(1);
});

for (const width of [360, 1280])
  test(`at ${width} px the mouse chooses a category with its count, and recent searches stay on the device until they are cleared [14.5]`, async ({
    visit,
  }) => {
    const { page } = await visit({ viewport: { width, height: 740 }, ownContext: true });
    await page.goto('/');
    await ready(page);
    const field = page.getByRole('combobox', { name: 'Search' });
    await field.click();
    await field.pressSequentially('pram');
    const list = page.getByRole('listbox', { name: 'Suggestions' });
    const category = list
      .getByRole('group', { name: 'Categories' })
      .getByRole('option', { name: /^Prams Items: \d+$/ });
    await expect(category).toBeVisible();
    await expect(list.getByRole('group', { name: 'Items' }).getByRole('option').first()).toContainText('Tk');
    await expect(list.getByRole('group', { name: 'Recent searches' })).toBeHidden();
    await expectNoOverflow(page);
    await expectAccessible(page);
    await category.click();
    await expect(page).toHaveURL(/category=|products\//);

    await field.click();
    await field.fill('coach pram');
    await field.press('Enter');
    await expect(page).toHaveURL('/search?q=coach+pram');
    await page.goto('/');
    await ready(page);
    await field.click();
    const recent = list.getByRole('group', { name: 'Recent searches' });
    await expect(recent.getByRole('option')).toHaveText(['coach pram']);
    await recent.getByRole('option').click();
    await expect(page).toHaveURL('/search?q=coach+pram');
    await page.goto('/');
    await ready(page);
    await field.click();
    await page.getByRole('button', { name: 'Clear recent searches' }).click();
    await expect(list).toBeHidden();
    await page.reload();
    await ready(page);
    await field.click();
    await field.pressSequentially('pra');
    await expect(category).toBeVisible();
    await expect(recent).toBeHidden();
  });

test('a shared link leads a visitor to the same results, without its invalid parts', async ({ visit }) => {
  const { page } = await visit();
  const view = `/search?q=${WORD}&condition=Fair,Broken&min=500&years=3&category=prams&sort=sideways&area=banani`;
  await page.goto(view);
  await expect(page).toHaveURL((url) => decodeURIComponent(url.pathname + url.search) === view);
  await expect(cards(page)).toHaveCount(1);
  await expect(cards(page)).toContainText(`Seesaw ${WORD}`);
  await expect(page.getByRole('button', { name: /^Remove filter/ })).toHaveText(['Fair', 'From Tk 500', /^banani$/i]);
});

test('an empty result suggests a filter to remove with its number of results, or other categories for an unknown word', async ({
  visit,
}) => {
  const { page } = await visit({ viewport: { width: 1280, height: 800 } });
  await register(page, 'Nadia Nothing', 'Buyer');
  await openList(page, `/search?q=${WORD}&condition=Fair&verified=true`);
  await expect(page.getByRole('heading', { name: 'No match. Remove “Fair” to see 26 items.' })).toBeVisible();
  await page.getByRole('button', { name: 'Remove “Verified sellers” (1)' }).click();
  await expect(page).toHaveURL(`/search?q=${WORD}&condition=Fair`);
  await expect(cards(page)).toHaveCount(1);
  await expect(heading(page)).toBeFocused();

  await openList(page, '/search?q=%E0%A6%99%E0%A6%99%E0%A6%99+qxzqxz');
  await expect(page.getByRole('heading', { name: 'Nothing for “ঙঙঙ qxzqxz” yet' })).toBeVisible();
  const nearest = page.getByRole('navigation', { name: 'Browse a category' });
  await nearest.getByRole('link').first().click();
  await expect(page).toHaveURL(/\/products\//);
});

test('a corrected search shows the corrected word', async ({ visit }) => {
  const { page } = await visit();
  await register(page, 'Tahmina Typo', 'Buyer');
  await openList(page, '/search?q=tedy');
  await expect(heading(page)).toHaveText('“tedy”');
  await expect(page.getByText('Results for “teddy”')).toBeVisible();
  await expect(cards(page).first()).toContainText(/teddy|টেডি/i);
});

test('an admin adds, changes and deletes synonyms', async ({ visit }) => {
  const { page } = await visit();
  await asAdmin(page);
  await page.goto('/dashboard/words');
  await ready(page);
  await page.getByRole('button', { name: 'Add words' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add words' });
  await dialog.getByLabel('Words').fill(WORD);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByText('Enter at least two words.')).toBeVisible();
  await dialog.getByLabel('Words').fill(`${WORD}\nদোলা ${WORD}`);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toBeHidden();
  const group = `${WORD}, দোলা ${WORD}`;
  await expect(page.getByText(`Added: ${group}`)).toBeVisible();
  await page.getByRole('button', { name: `Change: ${group}` }).click();
  const change = page.getByRole('dialog', { name: 'Change words' });
  await expect(change.getByLabel('Words')).toHaveValue(`${WORD}\nদোলা ${WORD}`);
  await change.getByLabel('Words').fill(`${WORD}, dola ${WORD}`);
  await change.getByRole('button', { name: 'Save' }).click();
  const changed = `${WORD}, dola ${WORD}`;
  await expect(page.getByText(`Changed: ${changed}`)).toBeVisible();
  await expect(change, 'the dialog has left before axe runs').toBeHidden();
  await expectAccessible(page);
  await page.getByRole('button', { name: `Delete: ${changed}` }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText(`Deleted: ${changed}`)).toBeVisible();
  await expect(page.getByRole('row').filter({ hasText: `dola ${WORD}` })).toHaveCount(0);
  await expect(heading(page)).toBeFocused();
});

test('a search whose words no item has together finds items with fewer words, and says which were left out', async ({
  visit,
}) => {
  const { page } = await visit();
  await page.goto('/search?q=pram+98765');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('“pram 98765”');
  const panel = page.getByRole('region', { name: 'Nothing matches all words' });
  await expect(panel.getByText('pram', { exact: true })).toBeVisible();
  await expect(panel.locator('s')).toHaveText('98765');
  await expect(page.locator('.product-card').first()).toBeVisible();
  await expectAccessible(page);
  await ready(page);
  await page.getByRole('button', { name: 'Not booked' }).click();
  await expect(page).toHaveURL(/[?&]q=pram(&|$)/);
  await expect(panel).toHaveCount(0);
  await expect(page.locator('.product-card').first()).toBeVisible();

  await page.goto('/search?q=pram+98765&lang=bn');
  await expect(page.getByRole('heading', { level: 2 }).first()).toHaveText('সব শব্দে কিছু মেলেনি');
});
