import { expect } from '@playwright/test';
import { openListener, openOwnStore } from './own-store.ts';
import { ready, signUp, storedToken, test } from './support.ts';

test('what the owner sets is what pages show, and who they tell of sign-ins [7.31]', async ({ visit }) => {
  test.setTimeout(150_000);
  const listener = await openListener();
  const store = await openOwnStore({
    TOKEN_SYNC_URL: `${listener.address}/tokens`,
    BADGE_TEXT: 'HALF PRICE',
    CURRENCY_LABEL: 'Taka',
    PASSWORD_MIN: '8',
  });
  const { page, complaints } = await visit({ ownContext: true, refused: ['net::ERR_CONNECTION_REFUSED'] });
  const email = `rahima${Date.now()}@example.com`;
  try {
    await test.step('badge and currency', async () => {
      await page.goto(store.address);
      await expect(page.locator('.deals')).toContainText('HALF PRICE');
      await expect(page.locator('.deals')).toContainText(/Taka [\d,]+/);
      await expect(page.locator('main')).not.toContainText('50% OFF');
    });

    await test.step('the shortest password', async () => {
      await page.goto(`${store.address}/signup`);
      await ready(page);
      await page.locator('[name="password"]').fill('seven77');
      await page.getByRole('button', { name: 'Register' }).click();
      await expect(page.getByText('Password must be 8 character or longer').first()).toBeVisible();
    });

    await test.step('a registration is told with its token', async () => {
      await page.goto(`${store.address}/signup`);
      await signUp(page, { name: 'Rahima Khatun', email, category: 'Buyer' });
      await expect(page).toHaveURL(`${store.address}/`);
      await expect.poll(() => listener.heard).toEqual([`POST /tokens Bearer ${await storedToken(page)}`]);
    });

    await test.step('a sign-out too, and signing in again', async () => {
      const token = await storedToken(page);
      await page.getByRole('button', { name: 'Sign Out' }).click();
      await expect(page).toHaveURL(`${store.address}/login`);
      await expect.poll(() => listener.heard.at(-1)).toBe(`DELETE /tokens Bearer ${token}`);
      await page.locator('[name="email"]').fill(email);
      await page.locator('[name="password"]').fill('secret-1234');
      await page.getByRole('button', { name: 'Login', exact: true }).last().click();
      await expect(page).toHaveURL(`${store.address}/`);
      await expect.poll(() => listener.heard).toHaveLength(3);
      expect(listener.heard[2]).toBe(`POST /tokens Bearer ${await storedToken(page)}`);
    });

    await test.step('and Google’s', async () => {
      await page.getByRole('button', { name: 'Sign Out' }).click();
      await expect(page).toHaveURL(`${store.address}/login`);
      const opened = page.waitForEvent('popup');
      await page.getByRole('button', { name: 'CONTINUE WITH GOOGLE' }).click();
      const popup = await opened;
      await popup.locator('[name="email"]').fill(`google${Date.now()}@example.com`);
      await popup.locator('[name="name"]').fill('Nasima');
      await popup.locator('button[type="submit"]').first().click();
      await expect(page).toHaveURL(`${store.address}/`);
      await expect.poll(() => listener.heard).toHaveLength(5);
      expect(listener.heard[4]).toBe(`POST /tokens Bearer ${await storedToken(page)}`);
    });

    await test.step('an address that does not answer is in nobody’s way', async () => {
      expect(complaints).toEqual([]);
      await listener.close();
      await page.getByRole('button', { name: 'Sign Out' }).click();
      await expect(page).toHaveURL(`${store.address}/login`);
      await expect(page.getByText('You are signed out.').first()).toBeVisible();
    });
  } finally {
    await store.close();
  }
});
