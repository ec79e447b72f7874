import { expect } from '@playwright/test';
import { fillProduct, newMember, rowOf, unique } from './members.ts';
import { ready, test } from './visit.ts';

const UNREACHABLE = 'Our database is unavailable. Try again in a few seconds.';

test('each missing field of a product has its message, and so has each number out of range [5.7]', async ({
  visit,
}) => {
  const { page } = await newMember(visit, 'Seller', 'Sadia Karim');
  await page.goto('/dashboard/addproduct');
  await ready(page);
  await page.getByRole('button', { name: 'List it' }).click();
  const summary = page.getByRole('region', { name: 'There is a problem' });
  await expect(summary).toBeFocused();
  const words = {
    productName: 'Enter the item’s name.',
    categoryId: 'Choose a category.',
    originalPrice: 'Enter the original price.',
    resalePrice: 'Enter your price.',
    location: 'Enter a pick-up point.',
    phone: 'Enter a phone number.',
  };
  for (const [name, text] of Object.entries(words)) {
    await expect(page.locator(`[name="${name}"]`), name).toHaveAccessibleDescription(new RegExp(text));
    await expect(summary.getByRole('link', { name: text })).toBeVisible();
  }
  await expect(summary.getByRole('link', { name: 'Add a picture.' })).toBeVisible();

  for (const [name, value, text] of [
    ['originalPrice', '0', 'The price must be above 0.'],
    ['resalePrice', '10.555', 'A price has at most two decimals.'],
    ['resalePrice', '১০০০০০০১', 'The price can be at most Tk 1,00,00,000.'],
    ['resalePrice', 'cheap', 'Enter digits only.'],
    ['useYear', '31', 'Enter between 0 and 30 years.'],
    ['phone', '০১৭১২ ৩৪৫৬', 'The phone number has 9 digits. It needs 11.'],
  ] as const) {
    await page.locator(`[name="${name}"]`).fill(value);
    await page.getByRole('button', { name: 'List it' }).click();
    await expect(page.locator(`[name="${name}"]`), value).toHaveAccessibleDescription(new RegExp(text));
  }
  await expect(page).toHaveURL('/dashboard/addproduct');
});

test('Add a Product has its ten fields, takes Bangla digits, warns of a price above the original, and leads to My product [2.14 2.28 2.29 7.12 9.2 11.7]', async ({
  visit,
}) => {
  const { page, api, email } = await newMember(visit, 'Seller', 'Sadia Karim');
  const name = unique('Cot');
  await page.goto('/dashboard/addproduct');
  await fillProduct(page, name, {
    originalPrice: '১২,০০০',
    resalePrice: '৬৫০০.৫০',
    useYear: '১.৫',
    phone: '+৮৮০১৭১২-৩৪৫৬৭৮',
  });
  for (const field of ['productName', 'originalPrice', 'resalePrice', 'location', 'useYear', 'phone', 'description'])
    await expect(page.locator(`[name="${field}"]`), field).toBeVisible();
  await expect(page.locator('select[name="categoryId"]')).toBeVisible();
  const qualities = page.locator('[name="quality"]');
  expect(await qualities.evaluateAll((all) => all.map((one) => (one as HTMLInputElement).value))).toEqual([
    'Excellent',
    'Good',
    'Fair',
  ]);
  await expect(page.getByRole('radio', { name: 'Excellent' })).toBeChecked();
  await expect(page.getByText('Buyers save Tk 5,499.50.')).toBeVisible();
  await page.locator('[name="resalePrice"]').fill('১৩০০০');
  await expect(page.getByText('Above the original price. Is that right?')).toBeVisible();
  await page.getByRole('button', { name: 'List it' }).click();
  await expect(page).toHaveURL(/\/dashboard\/myproduct/);
  await expect(page.getByText(`${name} is live.`)).toBeVisible();
  await expect(rowOf(page, name)).toContainText('Tk 13,000');
  const [product] = await (await api('GET', `/my-products?email=${email}`)).json();
  expect(product).toMatchObject({
    productName: name,
    originalPrice: 12_000,
    resalePrice: 13_000,
    useYear: 1.5,
    phone: '01712345678',
    quality: 'Excellent',
    createdBy: email,
  });
});

test('the text of a product is kept after a reload and after a server error [8.8]', async ({ visit }) => {
  const { page } = await newMember(visit, 'Seller', 'Sadia Karim', { refused: [503, UNREACHABLE] });
  const name = unique('Cot');
  await page.goto('/dashboard/addproduct');
  await fillProduct(page, name);
  await page.locator('label:has([name="quality"][value="Fair"])').click();
  await expect(page.getByText(/^Draft saved \d\d:\d\d$/)).toBeVisible();
  await page.reload();
  await expect(page.getByText('Draft restored.')).toBeVisible();
  await expect(page.locator('[name="productName"]')).toHaveValue(name);
  await expect(page.getByRole('radio', { name: 'Fair' })).toBeChecked();

  const message = UNREACHABLE;
  await page.route('**/dashboard/addproduct.data*', (route) => route.fulfill({ status: 503 }));
  await ready(page);
  await page.getByRole('button', { name: 'List it' }).click();
  await expect(page.getByRole('alert').filter({ hasText: message })).toBeFocused();
  await expect(page.locator('[name="productName"]')).toHaveValue(name);
  await expect(page.locator('[name="resalePrice"]')).toHaveValue('6500');
  await page.unroute('**/dashboard/addproduct.data*');
  await page.getByRole('button', { name: 'List it' }).click();
  await expect(page).toHaveURL(/\/dashboard\/myproduct/);
  await expect(rowOf(page, name)).toHaveCount(1);
  await page.goto('/dashboard/addproduct');
  await expect(page.locator('[name="productName"]')).toHaveValue('');
});
