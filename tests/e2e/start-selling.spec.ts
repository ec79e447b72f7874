import { expect, type Page } from '@playwright/test';
import { book, fillProduct, list, newMember, rowOf, unique } from './members.ts';
import { expectAccessible, expectNoOverflow, ready, test } from './visit.ts';

const heading = (page: Page) => page.getByRole('heading', { level: 1 });
const menu = (page: Page) => page.getByRole('navigation', { name: 'Dashboard' });

test('a buyer starts selling in place, lists an item, and another buyer books it [1.1 6.12]', async ({ visit }) => {
  const buyer = await newMember(visit, 'Buyer', 'Bilkis Begum');
  const { page } = buyer;
  await page.goto('/dashboard');
  await ready(page);
  await menu(page).getByRole('link', { name: 'Start selling' }).click();
  await expect(heading(page)).toHaveText('Start selling');
  await expectAccessible(page);
  const start = page.getByRole('region', { name: 'Start selling' });
  await start.getByLabel('Phone number').fill('123');
  await page.getByRole('button', { name: 'Start selling' }).click();
  await expect(start.getByLabel('Phone number')).toHaveAttribute('aria-invalid', 'true');
  await start.getByLabel('Phone number').fill('01712345678');
  await start.getByLabel('Usual pick-up point').fill('Mirpur 10');
  await page.getByRole('button', { name: 'Start selling' }).click();
  await expect(page.getByText('You can sell now. Add an item.')).toBeVisible();
  await expect(heading(page)).toHaveText('Add a Product');
  await expect(menu(page).getByRole('link')).toHaveText([
    ...['My Orders', 'My Wishlist', 'Add a Product', 'My product', 'My Buyers', 'My earnings'],
    ...['My Reports', 'Disputes', 'My account'],
  ]);

  // The listing form begins with the phone of the panel.
  await expect(page.getByRole('main').getByLabel(/phone/i).first()).toHaveValue(/1712.?345678/);
  const name = unique('Wooden swing');
  await fillProduct(page, name);
  await page.getByRole('button', { name: 'List it' }).click();
  await expect(page).toHaveURL(/\/dashboard\/myproduct/);
  const link = await rowOf(page, name).getByRole('link').first().getAttribute('href');
  const itemId = /[\da-f-]{36}/.exec(link ?? '')?.[0] ?? '';

  await page.goto(`/items/${itemId}`);
  await expect(page.getByText('This is yours')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Book Now!' })).toHaveCount(0);
  await expect(page.getByRole('button', { name: `Save ${name} to wishlist` })).toHaveCount(0);

  const other = await newMember(visit, 'Buyer', 'Tania Haque');
  await book(other, itemId);
  await page.goto('/dashboard/mybuyers');
  await expect(rowOf(page, name)).toBeVisible();
});

test('a seller starts buying on My account, and books [6.12]', async ({ visit }) => {
  const seller = await newMember(visit, 'Seller', 'Sadia Karim', { viewport: { width: 360, height: 740 } });
  const { page } = seller;
  const itemId = await list(await newMember(visit, 'Seller', 'Rafiq Uddin'), unique('Story books'));
  await page.goto('/dashboard/account');
  await ready(page);
  await expectNoOverflow(page);
  await page.getByRole('button', { name: 'Start buying' }).click();
  await expect(page).toHaveURL('/#collections');
  await page.goto(`/items/${itemId}`);
  await expect(page.getByRole('button', { name: 'Book Now!' })).toBeEnabled();
  await page.goto('/dashboard/account');
  await expect(page.getByText('Buyer and seller').last()).toBeVisible();
  await expect(page.getByRole('button', { name: 'Start buying' })).toHaveCount(0);
});
