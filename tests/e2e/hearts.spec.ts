import { expect, type Page } from '@playwright/test';
import { call, enter, openCaller, PASSWORD, type Person, register } from './people.ts';
import { openSellerFixture, type SellerFixture } from './seller-fixture.ts';
import { ready, test } from './visit.ts';

const NAME = `Doll pram ${Date.now()}`;

let fixture: SellerFixture;
let pram: string;

test.beforeAll(async () => {
  fixture = await openSellerFixture('Prams', 'Sadia Karim');
  pram = await fixture.list(NAME);
});
test.afterAll(() => fixture.close());

const heart = (page: Page) =>
  page
    .getByRole('main')
    .getByRole('button', { name: `Save ${NAME} to wishlist` })
    .first();

async function newBuyer(): Promise<Person> {
  const caller = await openCaller();
  const person = await register(caller, 'Hena Heart', 'Buyer');
  await caller.close();
  return person;
}

async function logIn(page: Page, { email }: Person): Promise<void> {
  await expect(page.getByText(`Log in to save ${NAME}.`)).toBeVisible();
  await page.locator('[name="email"]').fill(email);
  await page.locator('[name="password"]').fill(PASSWORD);
  await page.getByRole('main').getByRole('button', { name: 'Login', exact: true }).click();
}

test('a visitor’s heart is saved after the login, from a search, a product’s page and the home page', async ({
  visit,
}) => {
  const search = `/search?q=${NAME.replaceAll(' ', '+')}`;
  for (const [from, back] of [
    [search, search],
    [`/items/${pram}`, `/items/${pram}`],
    ['/', `/items/${pram}`],
  ] as const) {
    const buyer = await newBuyer();
    const { page } = await visit({ ownContext: true });
    await page.goto(from);
    await ready(page);
    await heart(page).click();
    await expect(page).toHaveURL(`/login?from=${encodeURIComponent(back)}`);
    await logIn(page, buyer);
    await expect(page).toHaveURL(back);
    await expect(page.getByRole('status').filter({ hasText: 'Added to your wishlist!' })).toBeVisible();
    await expect(heart(page)).toHaveAttribute('aria-pressed', 'true');
  }
});

test('taps during another request are not lost: on a heart, and on two rows of the wishlist', async ({ visit }) => {
  const { page } = await visit({ ownContext: true });
  const buyer = await register(page, 'Hena Heart', 'Buyer');
  let answer: () => void = () => undefined;
  const hold = () => new Promise<void>((resolve) => (answer = resolve));
  let held = hold();
  let first = true;
  await page.route('**/*.data*', async (route) => {
    if (route.request().method() === 'POST' && first) {
      first = false;
      await held;
    }
    await route.continue();
  });
  const posts: string[] = [];
  page.on('response', (response) => response.request().method() === 'POST' && posts.push(response.url()));

  await page.goto(`/items/${pram}`);
  await ready(page);
  await heart(page).click();
  await heart(page).click();
  await expect(heart(page)).toHaveAttribute('aria-pressed', 'false');
  answer();
  await expect.poll(() => posts.length).toBe(2);
  await page.reload();
  await expect(heart(page)).toHaveAttribute('aria-pressed', 'false');

  for (const name of ['Cot', 'Bib'])
    await call(page, buyer.token, 'POST', '/wishlist', { itemId: await fixture.list(`${name} ${NAME}`) });
  await page.goto('/dashboard/mywishlist');
  await ready(page);
  first = true;
  held = hold();
  for (const name of ['Cot', 'Bib']) await page.getByRole('button', { name: `Remove ${name} ${NAME}` }).click();
  answer();
  await expect.poll(() => posts.length).toBe(4);
  await page.reload();
  await expect(page.getByText('Nothing saved yet')).toBeVisible();
});

test('taps whose answers are late are not lost on leaving the page: on a heart, and on two rows of the wishlist', async ({
  visit,
}) => {
  const { page } = await visit({ ownContext: true });
  const buyer = await register(page, 'Hena Heart', 'Buyer');
  let answer: () => void = () => undefined;
  let held = new Promise<void>((resolve) => (answer = resolve));
  const posts: string[] = [];
  page.on('response', (response) => response.request().method() === 'POST' && posts.push(response.url()));
  await page.route('**/*.data*', async (route) => {
    if (route.request().method() === 'POST') await held;
    await route.continue();
  });
  const leave = async () => {
    await page.getByRole('link', { name: 'About' }).first().click();
    await expect(page).toHaveURL('/about');
    answer();
  };

  await page.goto(`/items/${pram}`);
  await ready(page);
  await heart(page).click();
  await heart(page).click();
  await leave();
  await expect.poll(() => posts.length).toBe(2);
  await page.goto(`/items/${pram}`);
  await expect(heart(page)).toHaveAttribute('aria-pressed', 'false');

  for (const name of ['Crib', 'Rug'])
    await call(page, buyer.token, 'POST', '/wishlist', { itemId: await fixture.list(`${name} ${NAME}`) });
  await page.goto('/dashboard/mywishlist');
  await ready(page);
  held = new Promise<void>((resolve) => (answer = resolve));
  for (const name of ['Crib', 'Rug']) await page.getByRole('button', { name: `Remove ${name} ${NAME}` }).click();
  await leave();
  await expect.poll(() => posts.length).toBe(4);
  await page.goto('/dashboard/mywishlist');
  await expect(page.getByText('Nothing saved yet')).toBeVisible();
});

test('the last tap on a heart is not lost when the page is closed before the answer to the first', async ({
  visit,
}) => {
  const { page } = await visit({ ownContext: true });
  await register(page, 'Hena Heart', 'Buyer');
  let posts = 0;
  await page.route('**/*.data*', async (route) => {
    if (route.request().method() !== 'POST') return route.continue();
    await route.fetch();
    // The page never gets the answer.
    posts += 1;
  });
  await page.goto(`/items/${pram}`);
  await ready(page);
  await heart(page).click();
  await expect.poll(() => posts).toBe(1);
  await heart(page).click();
  await expect(heart(page)).toHaveAttribute('aria-pressed', 'false');
  await page.goto('/favicon.svg');
  await expect
    .poll(async () => (await (await page.request.get('/dashboard/mywishlist')).text()).includes(NAME))
    .toBe(false);
});

test('on the home page a buyer saves a product with the first tap, and sees and removes it later', async ({
  visit,
}) => {
  const buyer = await newBuyer();
  const { page } = await visit({ ownContext: true });
  await enter(page, buyer);
  await page.goto('/');
  await ready(page);
  await heart(page).click();
  await expect(page.getByText('Added to your wishlist!')).toBeVisible();
  await expect(heart(page)).toHaveAttribute('aria-pressed', 'true');
  await page.reload();
  await ready(page);
  await page.getByRole('heading', { name: 'Just listed' }).click();
  await expect(heart(page)).toHaveAttribute('aria-pressed', 'true');
  await heart(page).click();
  await expect(page.getByText('Removed from wishlist.')).toBeVisible();
  await expect(page).toHaveURL('/');
  await expect(heart(page)).toHaveAttribute('aria-pressed', 'false');
});
