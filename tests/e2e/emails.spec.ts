import { expect, type Page } from '@playwright/test';
import { call, freshEmail, linkInEmail, PASSWORD, register } from './people.ts';
import { expectAccessible, ready, storedToken, test } from './visit.ts';

async function choosePassword(page: Page, password: string): Promise<void> {
  await ready(page);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Save password' }).click();
}

test("'Forget Password?' sends a link by mail, with which a new password is chosen, once [2.21 8.12]", async ({
  visit,
}) => {
  const { page } = await visit({ refused: [400, 401] });
  const { email } = await register(page, 'Dipa Forgot', 'Buyer');
  await page.context().clearCookies();
  await page.goto('/login');
  await ready(page);
  await page.getByLabel('Email').fill(email);
  await page.getByRole('link', { name: 'Forget Password?' }).click();
  await expect(page).toHaveURL('/forgot');
  await expect(page.getByLabel('Email'), 'the address is carried along').toHaveValue(email);
  await page.getByRole('button', { name: 'Send link' }).click();
  await expect(page.getByText(`If ${email} has an account, a link is coming.`)).toBeVisible();
  await expectAccessible(page);

  const link = await linkInEmail(page, email, 'Reset your password for Dolna');
  await page.goto(link);
  await choosePassword(page, 'new-secret-1');
  await expect(page).toHaveURL('/dashboard/myorders');
  await expect(page.getByText('Password saved. You are logged in.')).toBeVisible();
  await page.getByRole('banner').getByRole('button', { name: 'Sign Out' }).click();
  await expect(page).toHaveURL(/\/login/);
  await ready(page);
  const login = async (password: string) => {
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByRole('main').getByRole('button', { name: 'Login', exact: true }).click();
  };
  await login(PASSWORD);
  await expect(page.getByText('Invalid email or password')).toBeVisible();
  await login('new-secret-1');
  await expect(page).toHaveURL('/');

  await page.goto(link);
  await expect(
    page.getByLabel('Password', { exact: true }),
    'a used link says so before anything is typed',
  ).toHaveCount(0);
  await expect(page.getByText('Link used or expired.')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Send new link' })).toHaveAttribute('href', '/forgot');
});

test('the forgotten password page answers the same for an unknown e-mail', async ({ visit }) => {
  const { page } = await visit();
  await page.goto('/forgot');
  await ready(page);
  const stranger = freshEmail('nobody');
  await page.getByLabel('Email').fill(stranger);
  await page.getByRole('button', { name: 'Send link' }).click();
  await expect(page.getByText(`If ${stranger} has an account, a link is coming.`)).toBeVisible();
});

test('a banner asks to confirm the e-mail, and the link of the mail confirms it', async ({ visit }) => {
  const { page } = await visit();
  const { email } = await register(page, 'Shapla Mail', 'Buyer');
  await page.goto('/dashboard/myorders');
  await ready(page);
  const asked = page.getByText(`Confirm your email: ${email}`);
  await expect(asked).toBeVisible();
  await expect(page.getByRole('heading', { name: 'My Orders' })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Send again' }).click();
  await expect(page.getByText(`A new link is on its way to ${email}.`)).toBeVisible();

  const link = await linkInEmail(page, email, 'Confirm your email');
  await page.goto(link.replace(/token=[^&]+/, 'token=made-up'));
  await expect(page.getByRole('heading', { name: 'Email not confirmed' })).toBeVisible();
  await page.goto(link);
  await expect(page.getByRole('heading', { name: 'Email confirmed' })).toBeVisible();
  await page.getByRole('main').getByRole('link', { name: 'Dashboard' }).click();
  await expect(page.getByRole('heading', { name: 'My Orders' })).toBeVisible();
  await expect(asked).toHaveCount(0);
});

test('a dismissed request to confirm the e-mail stays away until the sign-out, but not from My account', async ({
  visit,
}) => {
  const { page } = await visit();
  await register(page, 'Shapla Later', 'Buyer');
  await page.goto('/dashboard/myorders');
  await ready(page);
  const banner = page.locator('.verify-banner');
  await banner.getByRole('button', { name: 'Close' }).click();
  await expect(banner).toHaveCount(0);
  await page.reload();
  await expect(banner).toHaveCount(0);
  expect(await (await page.request.get('/dashboard/myorders')).text()).not.toContain('class="verify-banner"');
  // The page of a link that failed leads here.
  await page.goto('/verified');
  await page.getByRole('main').getByRole('link', { name: 'My account' }).click();
  await expect(banner.getByRole('button', { name: 'Send again' })).toBeVisible();
  await expect(banner.getByRole('button', { name: 'Close' })).toHaveCount(0);
  await page.getByRole('banner').getByRole('button', { name: 'Sign Out' }).click();
  await expect(page).toHaveURL('/login');
  expect(await page.evaluate(() => document.cookie)).not.toContain('verify-banner-dismissed');
});

test("'CONTINUE WITH GOOGLE' signs in by a popup, and asks the first time for the category [2.13 2.21 4.1 6.1 6.5 7.30]", async ({
  visit,
}) => {
  const { page } = await visit();
  const email = freshEmail('Gita');
  const popupOf = async () => {
    const opened = page.waitForEvent('popup');
    await page.getByRole('button', { name: 'CONTINUE WITH GOOGLE' }).click();
    return opened;
  };
  await page.goto('/login?from=%2Fdashboard');
  await ready(page);

  await test.step('a cancelled popup leaves the login page without a message [8.3]', async () => {
    const popup = await popupOf();
    await popup.getByRole('button', { name: 'Cancel' }).click();
    await expect(page.getByRole('button', { name: 'CONTINUE WITH GOOGLE' })).not.toHaveAttribute('aria-busy');
    await expect(page.getByRole('main').getByRole('alert')).toHaveCount(0);
  });

  for (const time of ['first', 'second']) {
    await test.step(`the ${time} time`, async () => {
      const popup = await popupOf();
      await expect(popup.getByText('This is a stand-in for Google, for the demo only.')).toBeVisible();
      await popup.getByLabel('Email').fill(email);
      await popup.getByLabel('Name').fill('Gita Popup');
      await popup.getByRole('button', { name: 'Continue' }).click();
      if (time === 'first') {
        await expect(page.getByRole('heading', { level: 1 })).toHaveText('Buyer or Seller?');
        await page.getByRole('button', { name: 'Continue', exact: true }).click();
      }
      await expect(page).toHaveURL('/dashboard/myorders');
      await expect(page.getByRole('navigation', { name: 'Dashboard' }).getByRole('link')).toHaveText([
        'My Orders',
        'My Wishlist',
        'Start selling',
        'My Reports',
        'Disputes',
        'My account',
      ]);
      const me = await call(page, (await storedToken(page)) ?? '', 'GET', '/me');
      expect(me).toMatchObject({ name: 'Gita Popup', email, roles: ['buyer'] });
      await page.getByRole('button', { name: 'Sign Out' }).click();
      await expect(page).toHaveURL('/login');
      await page.goto('/login?from=%2Fdashboard');
      await ready(page);
    });
  }
});
