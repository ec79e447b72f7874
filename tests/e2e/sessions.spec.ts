import { expect, type Page } from '@playwright/test';
import { expectFocusSeen, tabTo } from './keyboard.ts';
import { enter, freshEmail, linkInEmail, PASSWORD, register } from './people.ts';
import { expectAccessible, expectNoOverflow, ready, storedToken, test } from './visit.ts';

const NEW_PASSWORD = 'brand-new-88';
const WIDTHS = [360, 768, 1280];

async function openAccount(page: Page): Promise<void> {
  await page.goto('/dashboard/account');
  await expect(page.getByRole('heading', { name: 'Where you are logged in' })).toBeVisible();
  await ready(page);
}

const sessionsOf = (page: Page) => page.getByRole('region', { name: 'Where you are logged in' }).getByRole('listitem');

test('a buyer changes the password by keyboard, which signs out other browsers [13.8]', async ({ visit }) => {
  const { page } = await visit({ refused: [400, 403] });
  const person = await register(page, 'Parveen Sultana', 'Buyer');
  const { page: other } = await visit({ refused: [401] });
  await enter(other, person);
  await openAccount(other);
  await openAccount(page);

  const panel = page.getByRole('region', { name: 'Password' });
  await tabTo(page, panel.getByLabel('Current password', { exact: true }));
  await page.keyboard.type('not-my-password');
  await tabTo(page, panel.getByLabel('New password', { exact: true }));
  await page.keyboard.type(NEW_PASSWORD);
  await page.keyboard.press('Enter');
  await expect(panel.getByLabel('Current password', { exact: true })).toHaveAccessibleDescription(/Wrong password\./);
  await expectFocusSeen(page);
  await expectAccessible(page);

  await panel.getByLabel('Current password', { exact: true }).fill(PASSWORD);
  await panel.getByLabel('New password', { exact: true }).fill('password123');
  await panel.getByRole('button', { name: 'Save' }).click();
  await expect(panel.getByLabel('New password', { exact: true })).toHaveAccessibleDescription(
    /This password is easy to guess/,
  );
  await panel.getByLabel('Current password', { exact: true }).fill(PASSWORD);
  await panel.getByLabel('New password', { exact: true }).fill(NEW_PASSWORD);
  await panel.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Password changed. All other devices are signed out.')).toBeVisible();
  await expect(panel.getByLabel('New password', { exact: true })).toHaveValue('');
  await expect(sessionsOf(page)).toHaveCount(1);
  expect(await linkInEmail(page, person.email, 'was changed')).toMatch(/\/forgot$/);

  await other.goto('/dashboard/account');
  await expect(other).toHaveURL('/login?from=%2Fdashboard%2Faccount');
  await enter(other, { email: person.email, password: NEW_PASSWORD });
});

test('a seller sees their sessions, and ends one, the others and all [13.9]', async ({ visit }) => {
  const { page } = await visit();
  const person = await register(page, 'Mina Das', 'Seller');
  const others = [await visit({ refused: [401] }), await visit({ refused: [401] }), await visit({ refused: [401] })];
  for (const { page: other } of others) await enter(other, person);
  await openAccount(page);
  await expect(sessionsOf(page)).toHaveCount(4);
  const here = sessionsOf(page).filter({ hasText: 'This device' });
  await expect(here).toHaveCount(1);
  await expect(here.getByRole('button')).toHaveCount(0);
  await expectAccessible(page);
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 800 });
    await expectNoOverflow(page);
  }

  await sessionsOf(page).first().getByRole('button', { name: 'Sign out' }).click();
  await expect(page.getByText('Device signed out')).toBeVisible();
  await expect(sessionsOf(page)).toHaveCount(3);
  await expect(page.getByRole('heading', { name: 'Where you are logged in' })).toBeFocused();

  await page.getByRole('button', { name: 'Sign out everywhere else' }).click();
  await expect(page.getByText('All other devices signed out')).toBeVisible();
  await expect(sessionsOf(page)).toHaveCount(1);
  await expect(page.getByRole('button', { name: 'Sign out everywhere else' })).toHaveCount(0);
  for (const { page: other } of others) {
    await other.goto('/dashboard/account');
    await expect(other).toHaveURL('/login?from=%2Fdashboard%2Faccount');
  }

  await page.getByRole('button', { name: 'Sign out everywhere', exact: true }).click();
  await expect(page).toHaveURL('/login');
  await expect(page.getByText('All devices signed out')).toBeVisible();
  expect(await storedToken(page)).toBeNull();
  expect((await page.context().cookies()).filter(({ name }) => /session/.test(name))).toEqual([]);
});

test('an account with Google only gets a link to set a password, in both languages at every width [13.8]', async ({
  visit,
}) => {
  const { page } = await visit();
  await page.goto('/login');
  await ready(page);
  const popup = page.waitForEvent('popup');
  await page.getByRole('button', { name: 'CONTINUE WITH GOOGLE' }).click();
  const google = await popup;
  const email = freshEmail('Shirin');
  await google.getByLabel('Email').fill(email);
  await google.getByLabel('Name').fill('Shirin Akhter');
  await google.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('button', { name: 'Continue', exact: true }).click();
  await expect(page).toHaveURL('/');
  await openAccount(page);
  const panel = page.getByRole('region', { name: 'Password' });
  await expect(panel).toContainText('You log in with Google.');
  // The button's script loads after the page's.
  await expect(async () => {
    await panel.getByRole('button', { name: 'Send the link' }).click({ timeout: 1000 });
    await expect(panel).toContainText(`A link is on its way to ${email}.`, { timeout: 2000 });
  }).toPass();
  expect(await linkInEmail(page, email, 'Reset your password')).toContain('/reset?token=');

  for (const language of ['en', 'bn']) {
    await page.goto(`/dashboard/account?lang=${language}`);
    await expectAccessible(page);
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 800 });
      await expectNoOverflow(page);
    }
  }
});
