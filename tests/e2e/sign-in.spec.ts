import { expect, type Page } from '@playwright/test';
import { call, enter, freshEmail, PASSWORD, provider, register } from './people.ts';
import { expectAccessible, ready, signUp, storedToken, test } from './visit.ts';

const field = (page: Page, name: string) => page.locator('.field', { has: page.locator(`[name="${name}"]`) });
const loginButton = (page: Page) => page.getByRole('main').getByRole('button', { name: 'Login', exact: true });

async function logIn(page: Page, who: { email: string; password: string }): Promise<void> {
  await ready(page);
  await page.getByLabel('Email').fill(who.email);
  await page.getByLabel('Password', { exact: true }).fill(who.password);
  await loginButton(page).click();
}

/** Expects a message under its field. */
async function expectFault(page: Page, name: string, message: string): Promise<void> {
  const fault = field(page, name).locator('.field-error');
  await expect(fault).toHaveText(message);
  const [input, line] = [await page.locator(`[name="${name}"]`).boundingBox(), await fault.boundingBox()];
  expect(line?.y).toBeGreaterThan((input?.y ?? 0) + (input?.height ?? 0) - 1);
}

async function aCategory(page: Page): Promise<string> {
  return (await (await page.request.get('/api/categories')).json())[0]._id;
}

test('login and register forms are checked on submit, with errors under the field [1.2 2.8 2.21 5.1 5.2 5.3 5.4 5.5 9.4]', async ({
  visit,
}) => {
  const { page } = await visit();
  await page.goto('/login');
  await ready(page);
  await page.getByLabel('Password', { exact: true }).fill('short');
  await page.getByLabel('Email').focus();
  await expect(page.locator('.field-error'), 'no error before the submit').toHaveCount(0);
  await loginButton(page).click();
  await expectFault(page, 'email', 'Email is required');
  await expectFault(page, 'password', 'Password must be 6 character or longer');
  await page.getByLabel('Password', { exact: true }).clear();
  await expectFault(page, 'password', 'Password is required');

  await page.getByRole('link', { name: 'New? Create an account' }).click();
  await expect(page).toHaveURL('/signup');
  await page.getByRole('button', { name: 'Register' }).click();
  await expectFault(page, 'name', 'Name is required');
  await expectFault(page, 'email', 'Email is required');
  await expectFault(page, 'password', 'Password is required');
  await page.getByLabel('Password', { exact: true }).fill('12345');
  await expectFault(page, 'password', 'Password must be 6 character or longer');
  await page.getByLabel('Password', { exact: true }).fill('123456');
  await expect(field(page, 'password').locator('.field-error')).toHaveCount(0);
});

test('Register: Name, Category (Buyer default, or Seller), Email, Password and a link to login; then User created Successfully, and on to / [2.23 4.1 4.4]', async ({
  visit,
}) => {
  const { page } = await visit();
  await page.goto('/blog');
  await page.goto('/signup');
  await ready(page);
  await expect(page.getByRole('radio', { name: /^Buyer/ })).toBeChecked();
  await expect(page.getByRole('radio', { name: /^Seller/ })).not.toBeChecked();
  for (const label of ['Name', 'Email', 'Password'])
    await expect(page.getByLabel(label, { exact: true })).toBeEditable();
  await expect(page.getByRole('link', { name: 'Have an account? Login' })).toHaveAttribute('href', '/login');
  const email = freshEmail('Rima');
  await signUp(page, { name: 'Rima Akter', email, category: 'Seller' });
  await expect(page).toHaveURL('/');
  const me = await call(page, (await storedToken(page)) ?? '', 'GET', '/me');
  expect(me).toMatchObject({ name: 'Rima Akter', email, roles: ['seller'] });
  await page.goBack();
  await expect(page, 'history was replaced').toHaveURL('/blog');
});

test("the authentication provider's message shows under the login form and under the register form [8.1 8.2]", async ({
  visit,
}) => {
  const { page } = await visit({ refused: [401, 422] });
  const { email } = await register(page, 'Mitu Bar', 'Buyer');
  await page.context().clearCookies();
  await page.goto('/login');
  await logIn(page, { email, password: 'not-the-password' });
  const form = page.getByRole('main').locator('form');
  await expect(form.getByRole('alert')).toHaveText('Invalid email or password');
  await expect(page).toHaveURL('/login');
  await expect(page.getByLabel('Email'), 'the typed e-mail stays').toHaveValue(email);

  await page.goto('/signup');
  await ready(page);
  await page.getByLabel('Name').fill('Mitu Bar');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Register' }).click();
  await expect(form.getByRole('alert')).toHaveText('User already exists. Use another email.');
  await expectAccessible(page);
});

test('/products/{categoryId}: signed-in users only, otherwise to /login remembering the page; after success back there, replacing history [2.11 2.22 6.7]', async ({
  visit,
}) => {
  const { page } = await visit();
  const { email } = await register(page, 'Polash Ghosh', 'Buyer');
  await page.context().clearCookies();
  const wanted = `/products/${await aCategory(page)}?pages=2`;
  await page.goto('/about');
  await page.goto(wanted);
  await expect(page).toHaveURL(`/login?from=${encodeURIComponent(wanted)}`);
  await logIn(page, { email, password: PASSWORD });
  await expect(page).toHaveURL(wanted);
  await expect(page.getByText('Welcome back, Polash Ghosh')).toBeVisible();
  await page.goBack();
  await expect(page, 'the login page is not among the pages behind').toHaveURL('/about');
});

test('Sign Out logs the user out and goes to /login; the old token is refused from then on [2.4 4.1 8.7]', async ({
  visit,
}) => {
  const { page } = await visit();
  await register(page, 'Sharmin Out', 'Buyer');
  await page.goto('/dashboard/mywishlist');
  await ready(page);
  await expect(page.getByRole('heading', { name: 'Nothing saved yet' })).toBeVisible();
  await expect.poll(() => storedToken(page)).not.toBeNull();
  const token = await storedToken(page);
  const headers = { authorization: `Bearer ${token}` };
  expect((await page.request.get('/api/me', { headers })).status()).toBe(200);
  await page.getByRole('button', { name: 'Sign Out' }).click();
  await expect(page).toHaveURL('/login');
  await expect(page.getByText('You signed out.')).toBeVisible();
  expect(await storedToken(page)).toBeNull();
  expect((await page.request.get('/api/me', { headers })).status()).toBe(401);
  await page.goBack();
  await expect(page, 'Back leads to the login page').toHaveURL('/login?from=%2Fdashboard%2Fmywishlist');
});

test('a session that ended elsewhere leads to /login at the next action, and the login completes it', async ({
  visit,
}) => {
  const { page } = await visit({ refused: [401] });
  const who = await register(page, 'Habib Elsewhere', 'Buyer');
  const category = `/products/${await aCategory(page)}`;
  await page.goto(category);
  const heart = page.getByRole('button', { name: /^Save .+ to wishlist$/ }).first();
  await expect(heart).toBeVisible();
  await ready(page);
  // A page that finds the session ended while it asks for a token leaves by itself.
  await expect.poll(() => storedToken(page)).not.toBeNull();
  await provider(page.request, '/sign-out', {});
  await heart.click();
  await expect(page).toHaveURL(`/login?from=${encodeURIComponent(category)}`);
  await logIn(page, who);
  await expect(page).toHaveURL(category);
  await expect(heart).toHaveAttribute('aria-pressed', 'true');
});

test('a deleted user is signed out at once and cannot sign in again [10.6]', async ({ visit }) => {
  const { page } = await visit({ refused: [401] });
  const who = await register(page, 'Ghost Rahman', 'Buyer');
  await page.goto('/dashboard/myorders');
  await expect(page.getByRole('heading', { name: 'No bookings yet' })).toBeVisible();
  await ready(page);
  const { page: adminPage } = await visit();
  const admin = await enter(adminPage, { email: 'admin@example.com', password: 'demo1234' });
  await call(adminPage, admin, 'DELETE', `/users/${who.id}`);
  await page.getByRole('link', { name: 'My Wishlist' }).click();
  await expect(page).toHaveURL('/login?from=%2Fdashboard%2Fmywishlist');
  await logIn(page, who);
  await expect(page.getByRole('main').locator('form').getByRole('alert')).toHaveText('Invalid email or password');
});
