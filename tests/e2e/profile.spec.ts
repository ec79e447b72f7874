import { expect, type Page } from '@playwright/test';
import { enter, freshEmail, linkInEmail, PASSWORD, register } from './people.ts';
import { openSellerFixture } from './seller-fixture.ts';
import { expectAccessible, expectNoOverflow, ready, test } from './visit.ts';

const WIDTHS = [320, 360, 768, 1280];

async function openAccount(page: Page): Promise<void> {
  await page.goto('/dashboard/account');
  await expect(page.getByRole('heading', { name: 'Profile' })).toBeVisible();
  await ready(page);
}

const panelOf = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const save = (page: Page, name: string) => panelOf(page, name).getByRole('button', { name: 'Save' }).click();

test('a buyer changes name, phone and pick-up point, and the booking dialog begins with them [13.11]', async ({
  visit,
}) => {
  const fixture = await openSellerFixture('Prams', 'Sadia Karim');
  const item = await fixture.list(`Profile pram ${Date.now()}`);
  const { page } = await visit();
  await register(page, 'Ruma Akter', 'Buyer');
  await openAccount(page);
  await panelOf(page, 'Profile').getByLabel('Name').fill('Ruma Sultana');
  await save(page, 'Profile');
  await expect(page.getByText('Your name is now Ruma Sultana.')).toBeVisible();
  await expect(page.getByRole('navigation', { name: 'Dashboard' }).locator('..')).toContainText('Ruma Sultana');

  const contact = panelOf(page, 'Phone and pick-up');
  await contact.getByLabel('Phone number').fill('12345');
  await save(page, 'Phone and pick-up');
  await expect(contact.getByText('5 digits. It needs 11.').first()).toBeVisible();
  await contact.getByLabel('Phone number').fill('০১৮১২-৩৪৫৬৭৮');
  await contact.getByLabel('Usual pick-up point').fill('Road 27, Dhanmondi');
  await save(page, 'Phone and pick-up');
  await expect(page.getByText('Phone and pick-up point saved.')).toBeVisible();

  await page.goto(`/items/${item}`);
  await ready(page);
  await page.getByRole('button', { name: 'Book Now!' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByLabel('Phone number')).toHaveValue('01812345678');
  await expect(dialog.getByLabel('Pickup Point')).toHaveValue('Road 27, Dhanmondi');
  await expect(dialog.getByLabel('The seller’s point')).toBeChecked();
  await expect(dialog.getByLabel('Name')).toHaveValue('Ruma Sultana');
  await fixture.close();
});

test('the old e-mail counts until the link at the new one is opened, and is told [13.12]', async ({ visit }) => {
  const { page } = await visit({ refused: [403] });
  const person = await register(page, 'Moyna Das', 'Seller');
  const to = freshEmail('Moyna');
  await openAccount(page);
  const panel = panelOf(page, 'Email');
  await panel.getByLabel('New email').fill(to);
  await panel.getByLabel('Your password', { exact: true }).fill('not-my-password');
  await save(page, 'Email');
  await expect(panel.getByLabel('Your password', { exact: true })).toHaveAccessibleDescription(/Wrong password\./);
  await panel.getByLabel('Your password', { exact: true }).fill(PASSWORD);
  await save(page, 'Email');
  await expect(panel).toContainText(`Open the link sent to ${to} within a day.`);
  await expect(panel.getByLabel('New email')).toHaveValue('');
  await expect(panel).toContainText(person.email);
  await expectAccessible(page);
  expect(await linkInEmail(page, person.email, 'New email requested')).toMatch(/\/forgot$/);

  await page.goto(await linkInEmail(page, to, 'Confirm your new email'));
  await expect(page.getByRole('heading', { level: 1, name: 'Email changed' })).toBeVisible();
  await expect(page.getByRole('main')).toContainText(to);
  await page.getByRole('link', { name: 'My account' }).last().click();
  await expect(panelOf(page, 'Email')).toContainText(to);
  await expect(panelOf(page, 'Email')).toContainText('Yes');
  await page.goto('/dashboard/myproduct');
  await expect(page.getByRole('heading', { level: 1, name: 'Added Products' })).toBeVisible();
  const { page: other } = await visit();
  await enter(other, { email: to, password: PASSWORD });

  await page.goto(await linkInEmail(page, to, 'Confirm your new email'));
  await expect(page.getByRole('main').getByRole('alert')).toContainText('Link used or expired');
});

test('the language of pages and e-mails changes in My account, at every width', async ({ visit }) => {
  const { page } = await visit();
  await register(page, 'Tuli Begum', 'Buyer');
  await openAccount(page);
  const look = panelOf(page, 'Language and theme');
  await look.getByRole('button', { name: 'Dark' }).click();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await look.getByRole('radio', { name: 'বাংলা' }).check();
  await save(page, 'Language and theme');
  await expect(page.locator('html')).toHaveAttribute('lang', 'bn');
  await expect(page.getByRole('heading', { level: 1, name: 'আমার অ্যাকাউন্ট' })).toBeVisible();
  await ready(page);
  await expectAccessible(page);
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 800 });
    await expectNoOverflow(page);
  }
});

test('the language switch keeps the typed text of a form', async ({ visit }) => {
  const { page } = await visit();
  await page.goto('/contact?lang=en');
  await ready(page);
  await page.locator('[name="name"]').fill('Ayesha Rahman');
  await page.locator('[name="message"]').fill('Do you deliver to Sylhet?');
  await page.locator('[name="subject"]').selectOption({ index: 2 });
  const subject = await page.locator('[name="subject"]').inputValue();
  await page.getByRole('banner').getByRole('link', { name: 'বাংলা' }).click();
  await expect(page.locator('html')).toHaveAttribute('lang', 'bn');
  await expect(page.locator('[name="message"]')).toHaveValue('Do you deliver to Sylhet?');
  await expect(page.locator('[name="name"]')).toHaveValue('Ayesha Rahman');
  await expect(page.locator('[name="subject"]')).toHaveValue(subject);

  await page.goto('/signup?lang=en');
  await ready(page);
  await page.locator('[name="name"]').fill('Rumana');
  await page.getByRole('radio', { name: 'Seller' }).check();
  await page.locator('[name="password"]').fill(PASSWORD);
  await page.getByRole('banner').getByRole('link', { name: 'বাংলা' }).click();
  await expect(page.locator('html')).toHaveAttribute('lang', 'bn');
  await expect(page.locator('[name="name"]')).toHaveValue('Rumana');
  await expect(page.locator('[name="userCategory"][value="Seller"]')).toBeChecked();
  await expect(page.locator('[name="password"]'), 'a password is not kept').toHaveValue('');
});

test('the language switch keeps the form of Add a Product, tapped right after the last input', async ({ visit }) => {
  const { page } = await visit({ viewport: { width: 360, height: 740 } });
  await register(page, 'Tuli Begum', 'Seller');
  await page.goto('/dashboard/addproduct?lang=en');
  await ready(page);
  const field = (name: string) => page.locator(`[name="${name}"]`);
  const filled = {
    productName: 'Cane cradle',
    description: 'Two summers.',
    originalPrice: '9000',
    phone: '01712345678',
  };
  await field('categoryId').selectOption({ index: 2 });
  const category = await field('categoryId').inputValue();
  await page.locator('label:has([name="quality"][value="Fair"])').click();
  for (const [name, value] of Object.entries(filled)) await field(name).fill(value);
  await page.getByRole('banner').getByRole('link', { name: 'বাংলা' }).click();
  await expect(page.locator('html')).toHaveAttribute('lang', 'bn');
  const expectFilled = async () => {
    await ready(page);
    for (const [name, value] of Object.entries(filled)) await expect(field(name)).toHaveValue(value);
    await expect(field('categoryId')).toHaveValue(category);
    await expect(page.locator('[name="quality"][value="Fair"]')).toBeChecked();
  };
  await expectFilled();
  await test.step('the draft was saved when the page was left', async () => {
    await page.reload();
    await expectFilled();
  });
});
