import { readFile } from 'node:fs/promises';
import { type Download, expect, type Page } from '@playwright/test';
import { expectFocusSeen, tabTo } from './keyboard.ts';
import { asAdmin, call, PASSWORD, register } from './people.ts';
import { book, openSellerFixture } from './seller-fixture.ts';
import { expectAccessible, expectNoOverflow, ready, storedToken, test } from './visit.ts';

async function textOf(download: Download): Promise<string> {
  return readFile(await download.path(), 'utf8');
}

/** Clicks a button that downloads a file. Returns the download. */
async function press(page: Page, name: string): Promise<Download> {
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name, exact: true }).click();
  return download;
}

async function openAccount(page: Page): Promise<void> {
  await page.goto('/dashboard/account');
  await expect(page.getByRole('heading', { name: 'Profile' })).toBeVisible();
  await ready(page);
}

test('My account is last in the menu, shows the data of the account, and downloads it as a file [13.1]', async ({
  visit,
}) => {
  const fixture = await openSellerFixture('Prams', 'Shapla Sultana');
  const item = await fixture.list('Account pram');
  const { page } = await visit();
  const buyer = await register(page, 'Ruma Akter', 'Buyer');
  await book(page, buyer, item);
  await page.goto('/dashboard/myorders');
  await ready(page);
  const menu = page.getByRole('navigation', { name: 'Dashboard' });
  await expect(menu.getByRole('link').last()).toHaveText('My account');
  await menu.getByRole('link', { name: 'My account' }).click();
  await expect(page).toHaveURL('/dashboard/account');
  const profile = page.getByRole('region', { name: 'Profile' });
  await expect(profile.getByLabel('Name')).toHaveValue('Ruma Akter');
  await expect(profile).toContainText('Buyer');
  await expect(profile).toContainText('Member since');
  const email = page.getByRole('region', { name: 'Email', exact: true });
  await expect(email).toContainText(buyer.email);
  await expect(email).toContainText('Not yet');
  await expectNoOverflow(page);
  const download = await press(page, 'Download');
  expect(download.suggestedFilename()).toBe('my-data.json');
  const data = JSON.parse(await textOf(download));
  expect(data).toMatchObject({
    person: { name: 'Ruma Akter', email: buyer.email, roles: [{ role: 'buyer' }] },
    bookings: [{ itemName: 'Account pram', pickupPoint: 'Road 27, Dhanmondi', phone: '01812345678', state: 'held' }],
  });
  await expect(page.getByText('Saved to your downloads')).toBeVisible();
  await fixture.close();
});

test('a buyer deletes their own account by keyboard [13.3]', async ({ visit }) => {
  const fixture = await openSellerFixture('Prams', 'Jui Khatun');
  const item = await fixture.list('Farewell pram');
  const { page } = await visit({ refused: [401, 403] });
  const buyer = await register(page, 'Mitu Begum', 'Buyer');
  await book(page, buyer, item);
  await openAccount(page);
  await page.evaluate((id) => localStorage.setItem(`booking:${id}`, '{"phone":"01812345678"}'), buyer.id);
  await tabTo(page, page.getByRole('button', { name: 'Delete my account' }));
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Delete your account?' });
  await expect(dialog).toContainText('Payment records stay, without your name.');
  await expectAccessible(page);

  await tabTo(page, dialog.getByLabel('Your password', { exact: true }));
  await page.keyboard.type('not-my-password');
  await page.keyboard.press('Enter');
  await expect(dialog.getByLabel('Your password', { exact: true })).toHaveAccessibleDescription(/Wrong password\./);
  await expectFocusSeen(page);
  await dialog.getByLabel('Your password', { exact: true }).focus();
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.type(PASSWORD);
  await tabTo(page, dialog.getByRole('button', { name: 'Delete permanently' }));
  await page.keyboard.press('Enter');

  await expect(page).toHaveURL('/');
  await expect(page.getByText('Account deleted.')).toBeVisible();
  await expect(page.getByRole('banner').getByRole('link', { name: 'Login' })).toBeVisible();
  expect(await storedToken(page)).toBeNull();
  expect(await page.evaluate((id) => Object.keys(localStorage).filter((key) => key.includes(id)), buyer.id)).toEqual(
    [],
  );
  expect((await page.context().cookies()).filter(({ name }) => /session/.test(name))).toEqual([]);

  await page.goto('/login');
  await ready(page);
  await page.locator('[name="email"]').fill(buyer.email);
  await page.locator('[name="password"]').fill(PASSWORD);
  await page.getByRole('main').getByRole('button', { name: 'Login', exact: true }).click();
  await expect(page.getByRole('main').locator('form').getByRole('alert')).toHaveText('Invalid email or password');

  const next = await register(page, 'Next Buyer', 'Buyer');
  await book(page, next, item);
  await fixture.close();
});

test('the / shortcut of the search can be turned off on a device', async ({ visit }) => {
  const { page } = await visit({ viewport: { width: 1280, height: 800 } });
  await register(page, 'Kamrun Keys', 'Buyer');
  await openAccount(page);
  const field = page.getByRole('combobox', { name: 'Search' });
  const choice = page.getByRole('checkbox', { name: 'Press / to search' });
  const pressed = async () => {
    await page.getByRole('heading', { level: 1 }).focus();
    await page.keyboard.press('/');
    return field.evaluate((input) => input === document.activeElement);
  };
  await expect(choice).toBeChecked();
  expect(await pressed()).toBe(true);
  await choice.uncheck();
  expect(await pressed()).toBe(false);
  await page.reload();
  await ready(page);
  await expect(choice).not.toBeChecked();
  expect(await pressed()).toBe(false);
  await choice.check();
  expect(await pressed()).toBe(true);
});

test('an admin reads the admin log, and downloads sellers, buyers and orders [13.6]', async ({ visit }) => {
  const fixture = await openSellerFixture('Prams', '+Rahman Ali', false);
  const item = await fixture.list('Export pram');
  const { page: buyerPage } = await visit();
  const buyer = await register(buyerPage, 'Lota Das', 'Buyer');
  const bookingId = await book(buyerPage, buyer, item);
  const { page } = await visit();
  const token = await asAdmin(page);
  await call(page, token, 'PATCH', `/users/${fixture.seller.id}`, { verify: 'Verified' });

  await page.goto('/dashboard/allsellers');
  await ready(page);
  const sellers = await press(page, 'Download CSV');
  expect(sellers.suggestedFilename()).toMatch(/^sellers-\d{4}-\d\d-\d\d\.csv$/);
  expect(await textOf(sellers)).toContain(`"${fixture.seller.id}","'+Rahman Ali","'${fixture.seller.email}"`);
  await expect(page.getByText('Saved to your downloads')).toBeVisible();

  await page.goto('/dashboard/allbuyers');
  await ready(page);
  expect(await textOf(await press(page, 'Download CSV'))).toContain(`"Lota Das","${buyer.email}"`);
  expect(await textOf(await press(page, 'Download orders'))).toContain(`"${bookingId}"`);

  await page.getByRole('navigation', { name: 'Dashboard' }).getByRole('link', { name: 'Admin log' }).click();
  const rows = page.getByRole('table', { name: 'Admin log' }).locator('tbody').getByRole('row');
  await expect(rows.nth(0)).toContainText('Downloaded a list');
  await expect(rows.nth(0)).toContainText('Orders');
  await expect(rows.nth(3)).toContainText('Verified a seller');
  await expect(rows.nth(3)).toContainText('+Rahman Ali');
  await expectNoOverflow(page);
  await page.setViewportSize({ width: 360, height: 740 });
  await expectNoOverflow(page);
  await fixture.close();
});
