import { expect, type Page } from '@playwright/test';
import { enter } from './people.ts';
import { ready, storedToken, test, type Visit } from './visit.ts';

async function logIn(page: Page, email: string) {
  await ready(page);
  await page.locator('[name="email"]').fill(email);
  await page.locator('[name="password"]').fill('demo1234');
  await page.locator('form').getByRole('button', { name: 'Login', exact: true }).click();
}

/** Opens the home page as a signed-in person of the demo. */
async function signedIn(visit: Visit, role: 'seller' | 'buyer', refused: string[] = []) {
  const person = await visit({ refused });
  await enter(person.page, { email: `${role}@example.com`, password: 'demo1234' });
  await person.page.goto('/');
  await ready(person.page);
  return person;
}

const header = (page: Page) => page.locator('.header');
const heading = (page: Page) => page.getByRole('heading', { level: 1 });

test('a buyer on a page of admins logs in with another account, and is sent to that page', async ({ visit }) => {
  const { page } = await signedIn(visit, 'buyer');
  await page.goto('/dashboard/reporteditems');
  await expect(heading(page)).toHaveText('For admins only');
  await expect(page).toHaveURL('/login?from=%2Fdashboard%2Freporteditems');
  await ready(page);
  await page.getByRole('button', { name: 'Use another account' }).click();
  await expect(page.locator('[name="password"]')).toBeVisible();
  await logIn(page, 'admin@example.com');
  await expect(page).toHaveURL('/dashboard/reporteditems');
  await expect(heading(page)).toHaveText('Reported Items');
});

test('a token of another account is dropped', async ({ visit }) => {
  const { page } = await signedIn(visit, 'buyer');
  await page.getByRole('link', { name: 'Dashboard' }).first().click();
  await expect(heading(page)).toHaveText('My Orders');
  await expect.poll(() => storedToken(page)).not.toBeNull();
  const before = await storedToken(page);
  await enter(page, { email: 'seller@example.com', password: 'demo1234' });
  await page.goto('/dashboard/addproduct');
  await ready(page);
  await expect.poll(() => storedToken(page)).not.toBe(before);
});

test('page and token follow the session cookie: without it the user is signed out, with it a token is fetched', async ({
  visit,
}) => {
  const { page } = await signedIn(visit, 'buyer');
  const context = page.context();
  const cookies = await context.cookies();
  // The request for the counts needs the cookie, too.
  const counted = page.waitForResponse((answer) => answer.url().includes('/search/summary'));
  await page.locator('.quilt').getByRole('link', { name: /Prams/ }).click();
  await expect(heading(page)).toHaveText('Prams');
  await counted;
  await expect.poll(() => storedToken(page)).not.toBeNull();

  await context.clearCookies();
  await header(page).getByRole('link', { name: 'Home' }).first().click();
  await expect(header(page).getByRole('link', { name: 'Login' })).toBeVisible();
  await expect.poll(() => storedToken(page)).toBeNull();

  await context.addCookies(cookies);
  await page.goto('/blog');
  await expect(header(page).getByRole('button', { name: 'Sign Out' }).first()).toBeVisible();
  await expect.poll(() => storedToken(page)).not.toBeNull();

  await header(page).getByRole('link', { name: 'Home' }).first().click();
  await expect(page).toHaveURL('/');
  await context.clearCookies();
  await page.locator('.quilt').getByRole('link', { name: /Books/ }).click();
  await expect(page).toHaveURL(/\/login\?from=%2Fproducts/);
  await expect(header(page).getByRole('link', { name: 'Login' })).toBeVisible();

  await context.addCookies(cookies);
  await page.goto('/blog');
  await ready(page);
  // Wait for the token: its request needs the cookie.
  await expect.poll(() => storedToken(page)).not.toBeNull();
  await context.clearCookies();
  await header(page).getByRole('link', { name: 'Dashboard' }).first().click();
  await expect(page).toHaveURL('/login?from=%2Fdashboard');
});

test('a sign-out that does not reach the server says so', async ({ visit }) => {
  const { page } = await signedIn(visit, 'buyer', ['net::ERR_FAILED', 'Sign-out failed']);
  await page.route('**/api/auth/sign-out', (route) => route.abort());
  await header(page).getByRole('button', { name: 'Sign Out' }).first().click();
  await expect(page.getByText(/You may still be logged in/)).toBeVisible();
  await expect(page.getByText('You signed out.')).toHaveCount(0);
});

test('a taken e-mail shows the provider’s message under the form, and a double click on Register sends one request', async ({
  visit,
}) => {
  const { page } = await visit({ refused: [422] });
  let tries = 0;
  page.on('request', (request) => {
    if (request.url().endsWith('/sign-up/email')) tries += 1;
  });
  await page.goto('/signup');
  await ready(page);
  await page.locator('[name="name"]').fill('Ayesha Rahman');
  await page.locator('[name="email"]').fill('buyer@example.com');
  await page.locator('[name="password"]').fill('secret-1234');
  await page.getByRole('button', { name: 'Register' }).dblclick();
  await expect(page.locator('.auth-form [role="alert"]')).toContainText('User already exists');
  expect(tries).toBe(1);
});

test('an account of an interrupted registration is asked for its category at sign-in', async ({ visit }) => {
  const { page } = await visit({ refused: ['net::ERR_FAILED', 'TypeError: Failed to fetch'] });
  const email = `halima${Date.now()}@example.com`;
  await page.goto('/signup');
  await ready(page);
  await page.route('**/api/users', (route) => route.abort());
  await page.locator('[name="name"]').fill('Halima Begum');
  await page.locator('[name="email"]').fill(email);
  await page.locator('[name="password"]').fill('secret-1234');
  await page.getByRole('button', { name: 'Register' }).click();
  await expect(heading(page)).toHaveText('Buyer or Seller?');
  await page.unroute('**/api/users');

  await header(page).getByRole('button', { name: 'Sign Out' }).first().click();
  await expect(page.locator('[name="password"]')).toBeVisible();
  await page.locator('[name="email"]').fill(email);
  await page.locator('[name="password"]').fill('secret-1234');
  await page.locator('form').getByRole('button', { name: 'Login', exact: true }).click();
  await expect(heading(page)).toHaveText('Buyer or Seller?');
  await page.locator('label:has([value="Seller"])').click();
  await page.getByRole('button', { name: 'Continue', exact: true }).click();
  await expect(page).toHaveURL('/');
  await header(page).getByRole('link', { name: 'Dashboard' }).first().click();
  await expect(page).toHaveURL('/dashboard/myproduct');
});

test('Back closes the booking dialog and the report dialog, and both keep their text', async ({ visit }) => {
  const { page } = await signedIn(visit, 'buyer');
  await page.locator('.quilt').getByRole('link', { name: /Books/ }).click();
  await expect(heading(page)).toHaveText('Books');
  const category = page.url();
  const book = page.getByRole('button', { name: 'Book Now!' }).and(page.locator(':enabled')).first();
  const dialog = page.getByRole('dialog').filter({ has: page.locator('[name="phone"]') });
  await book.click();
  await dialog.locator('[name="phone"]').fill('0181234');
  await dialog.locator('[name="location"]').fill('Uttara, sector 7');
  await page.goBack();
  await expect(dialog).toHaveCount(0);
  await expect(page).toHaveURL(category);
  await book.click();
  await expect(dialog.locator('[name="phone"]')).toHaveValue('0181234');
  await expect(dialog.locator('[name="location"]')).toHaveValue('Uttara, sector 7');
  await dialog.locator('[name="location"]').fill('Uttara');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Discard' }).click();
  await expect(dialog).toHaveCount(0);
  await book.click();
  await expect(dialog.locator('[name="location"]')).not.toHaveValue(/Uttara/);
  await dialog.getByRole('button', { name: 'Close' }).click();
  await expect(dialog).toHaveCount(0);

  const report = page.getByRole('dialog', { name: 'Report this item' });
  await page
    .getByRole('button', { name: /^Report:/ })
    .first()
    .click();
  await report.locator('textarea').fill('The picture is not of this pram.');
  await page.goBack();
  await expect(report).toHaveCount(0);
  await expect(page).toHaveURL(category);
  await page
    .getByRole('button', { name: /^Report:/ })
    .first()
    .click();
  await expect(report.locator('textarea')).toHaveValue('The picture is not of this pram.');
  await report.locator('textarea').fill('It is a cot.');
  await page.keyboard.press('Escape');
  const question = page.getByRole('alertdialog', { name: 'Discard your text?' });
  await page.goBack();
  await expect(question).toHaveCount(0);
  await expect(report.locator('textarea')).toHaveValue('It is a cot.');
  await page.keyboard.press('Escape');
  await question.getByRole('button', { name: 'Discard' }).click();
  await expect(report).toHaveCount(0);
  await page.goBack();
  await expect(page).toHaveURL('/');
});
