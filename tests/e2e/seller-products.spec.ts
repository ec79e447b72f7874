import { readFile } from 'node:fs/promises';
import { expect } from '@playwright/test';
import { book, columnsOf, list, newMember, PICTURE, rowOf, unique } from './members.ts';
import { payByCard } from './seller-fixture.ts';
import { ready, test } from './visit.ts';

/** Returns the names of buttons that are narrower than their words. Runs in the page. */
function narrowerThanWords(buttons: Element[]): (string | null)[] {
  const widthOf = (button: Element) => {
    const words = document.createRange();
    words.selectNodeContents(button);
    return words.getBoundingClientRect().width;
  };
  return buttons
    .filter((button) => widthOf(button) > button.getBoundingClientRect().width)
    .map((button) => button.textContent);
}

test('Added Products has Avatar, Name, Price, Status, Action and Advertise; unsold becomes SOLD, and unsold again [2.15 2.30 4.5 9.3 11.8]', async ({
  visit,
}) => {
  const seller = await newMember(visit, 'Seller', 'Sadia Karim');
  const { page } = seller;
  const name = unique('Rocking horse');
  await list(seller, name);
  await page.goto('/dashboard/myproduct');
  await expect(page.getByRole('heading', { level: 1, name: 'Added Products' })).toBeVisible();
  const row = rowOf(page, name);
  await expect(row).toContainText('Tk 6,500');
  expect(await columnsOf(page)).toEqual(['Avatar', 'Name', 'Price', 'Status', 'Action', 'Advertise']);

  await ready(page);
  expect(await row.locator('.button').evaluateAll(narrowerThanWords), 'at 1280 px').toEqual([]);
  await row.getByRole('button', { name: `UNSOLD. Mark ${name} as sold` }).click();
  const question = page.getByRole('alertdialog', { name: `Mark ${name} sold?` });
  await expect(question).toContainText('No more bookings. You can undo this.');
  await question.getByRole('button', { name: 'Mark as sold' }).click();
  await expect(page.getByText(`${name} marked sold`)).toBeVisible();
  await expect(row).toContainText('SOLD');
  await expect(row).toContainText('Not for sold items');
  await row.getByRole('button', { name: `Mark as unsold: ${name}` }).click();
  await expect(page.getByText(`${name} is for sale again`)).toBeVisible();
  await expect(row).toContainText('UNSOLD');
});

test('Advertise shows a check icon and puts the product among the Deals of the Week with its 50% OFF, until it is sold [4.6]', async ({
  visit,
}) => {
  const seller = await newMember(visit, 'Seller', 'Sadia Karim');
  const { page } = seller;
  const name = unique('Balance bike');
  await list(seller, name);
  await page.goto('/dashboard/myproduct');
  await ready(page);
  const row = rowOf(page, name);
  await row.getByRole('button', { name: `Advertise: ${name}` }).click();
  await expect(row).toContainText('Advertised');
  await expect(row.locator('.mine-tick')).toBeVisible();

  const deal = page.getByRole('region', { name: 'Deals of the Week' }).getByRole('article').filter({ hasText: name });
  await page.goto('/');
  await expect(deal).toContainText('50% OFF');
  await expect(deal).toContainText('Good');
  await expect(deal).toContainText('Tk 6,500');

  await page.goto('/dashboard/myproduct');
  await ready(page);
  await row.getByRole('button', { name: `Stop advertising: ${name}` }).click();
  await expect(page.getByText(`${name}: advertising stopped`)).toBeVisible();
  await row.getByRole('button', { name: `Advertise: ${name}` }).click();
  await expect(row).toContainText('Advertised');
  await row.getByRole('button', { name: `UNSOLD. Mark ${name} as sold` }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Mark as sold' }).click();
  await expect(row).toContainText('Not for sold items');
  await page.goto('/');
  await expect(page.getByRole('region', { name: 'Deals of the Week' })).toBeVisible();
  await expect(deal).toHaveCount(0);
});

test('a search among the own products keeps the focus in its field; the last page of a list leaves it in the list', async ({
  visit,
}) => {
  const seller = await newMember(visit, 'Seller', 'Sadia Karim');
  const { page } = seller;
  for (const name of ['Yellow cup', 'Green cup', ...Array<string>(23).fill('Plate')]) await list(seller, name);
  await page.goto('/dashboard/myproduct');
  await ready(page);
  const field = page.getByRole('searchbox', { name: 'Search your items' });
  await field.fill('cup');
  await field.press('Enter');
  await expect(page.getByRole('status').filter({ hasText: '2 shown' })).toBeAttached();
  await expect(field).toBeFocused();
  await page.getByRole('navigation', { name: 'Dashboard' }).getByRole('link', { name: 'My product' }).click();
  await expect(rowOf(page, 'Plate').first()).toBeVisible();
  await expect(field).toHaveValue('');
  const rows = page.locator('tbody').getByRole('row');
  await expect(rows).toHaveCount(24);
  await page.getByRole('link', { name: 'Show more' }).click();
  await expect(rows).toHaveCount(25);
  await expect(rows.nth(23), 'the focus of the link that is gone').toBeFocused();
  await page.goto(`/sellers/${(await (await seller.api('GET', '/me')).json()).id}`);
  await ready(page);
  await page.getByRole('link', { name: 'Show more' }).click();
  const cards = page.getByRole('main').locator('.card-grid > li');
  await expect(cards).toHaveCount(25);
  await expect(cards.nth(23), 'the focus of the link that is gone').toBeFocused();
});

test('a form to list a product asks before it discards typed text', async ({ visit }) => {
  const { page } = await newMember(visit, 'Seller', 'Sadia Karim');
  await page.goto('/dashboard/addproduct');
  await ready(page);
  const field = page.locator('[name="description"]');
  await field.fill('A long story');
  const startOver = page.getByRole('button', { name: 'Start over' });
  await startOver.click();
  await page.getByRole('button', { name: 'Keep editing' }).click();
  await expect(field).toHaveValue('A long story');
  await startOver.click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Discard' }).click();
  await expect(field).toHaveValue('');
});

test('changes of a product stay when the session has ended before they are saved', async ({ visit }) => {
  const seller = await newMember(visit, 'Seller', 'Sadia Karim', { refused: [401] });
  const { page } = seller;
  const edit = `/dashboard/myproduct/${await list(seller, unique('Bib'))}/edit`;
  await page.goto(edit);
  await ready(page);
  await page.locator('[name="description"]').fill('A longer story');
  await page.getByRole('tab', { name: 'Upload' }).click();
  await page
    .locator('.photos-drop input[type="file"]')
    .first()
    .setInputFiles({ name: 'bib.webp', mimeType: 'image/webp', buffer: await readFile(`public${PICTURE}`) });
  const photo = page.locator('input[name="photos"]');
  await expect(photo).toHaveCount(1);
  const id = await photo.inputValue();
  await page.getByRole('banner').getByRole('link', { name: 'বাংলা' }).click();
  await expect(page.locator('html')).toHaveAttribute('lang', 'bn');
  await expect(photo, 'in another language').toHaveValue(id);
  await page.getByRole('banner').getByRole('link', { name: 'EN' }).click();
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');
  await expect(photo).toHaveValue(id);
  await page.context().clearCookies();
  await page.getByRole('button', { name: 'Save changes' }).click();
  await page.locator('[name="email"]').fill(seller.email);
  await page.locator('[name="password"]').fill(seller.password);
  await page.getByRole('main').getByRole('button', { name: 'Login', exact: true }).click();
  await expect(page).toHaveURL(`${edit}?lang=en`);
  await expect(page.locator('[name="description"]')).toHaveValue('A longer story');
  await expect(photo).toHaveValue(id);
  await expect(photo).toBeEnabled();
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page).toHaveURL(/\/dashboard\/myproduct\?new=/);
});

test('a product is deleted after a confirmation; a paid product is not deleted and stays SOLD', async ({ visit }) => {
  const [seller, buyer] = [
    await newMember(visit, 'Seller', 'Sadia Karim', { refused: [409] }),
    await newMember(visit, 'Buyer', 'Ayesha Rahman'),
  ];
  const [gone, paid] = [unique('Story books'), unique('Play mat')];
  const itemId = await list(seller, paid);
  await list(seller, gone);
  await payByCard(buyer.page, buyer.token, await book(buyer, itemId));

  const { page } = seller;
  await page.goto('/dashboard/myproduct');
  await ready(page);
  await page.getByRole('button', { name: `Delete: ${gone}` }).click();
  await page.getByRole('button', { name: 'Keep it' }).click();
  await expect(rowOf(page, gone)).toBeVisible();
  await page.getByRole('button', { name: `Delete: ${gone}` }).click();
  const question = page.getByRole('alertdialog', { name: `Delete ${gone}?` });
  await expect(question).toContainText('This cannot be undone.');
  await question.getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText(`${gone} deleted`)).toBeVisible();
  await expect(rowOf(page, gone)).toHaveCount(0);

  const row = rowOf(page, paid);
  await expect(row).toContainText('SOLD');
  await expect(row.getByRole('button', { name: `Mark as unsold: ${paid}` })).toHaveCount(0);
  await row.getByRole('button', { name: `Delete: ${paid}` }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'Paid items cannot be deleted.' })).toBeVisible();
  await expect(row).toBeVisible();
});

test('a seller edits a product; its price is locked while it is booked', async ({ visit }) => {
  const [seller, buyer] = [
    await newMember(visit, 'Seller', 'Sadia Karim'),
    await newMember(visit, 'Buyer', 'Ayesha Rahman'),
  ];
  const { page } = seller;
  const name = unique('High chair');
  const itemId = await list(seller, name);
  await page.goto('/dashboard/myproduct');
  await ready(page);
  await page.getByRole('link', { name: `Edit: ${name}` }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Edit an item' })).toBeVisible();
  await expect(page.locator('[name="productName"]')).toHaveValue(name);
  await page.locator('[name="resalePrice"]').fill('৫৫০০');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByText(`${name} is updated`)).toBeVisible();
  await expect(rowOf(page, name)).toContainText('Tk 5,500');

  await book(buyer, itemId);
  await page.goto(`/dashboard/myproduct/${itemId}/edit`);
  await expect(page.getByRole('textbox', { name: 'Your price' })).toBeDisabled();
  await expect(page.getByText('Booked at this price. Change it when the booking ends.')).toBeVisible();
  await ready(page);
  await page.locator('[name="location"]').fill('Uttara Sector 7');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByText(`${name} is updated`)).toBeVisible();
  const edited = await (await seller.api('GET', `/my-products/${itemId}`)).json();
  expect(edited).toMatchObject({ resalePrice: 5_500, location: 'Uttara Sector 7', booked: true });
});

/** The request for the filtered list, beside those of the layouts. */
const OF_SOLD = /state=sold.*my-products/;

test('a filter that did not load says so in place of the old list, and loads it after Try again', async ({ visit }) => {
  const seller = await newMember(visit, 'Seller', 'Sadia Karim', { refused: [/net::ERR_FAILED|Failed to fetch/] });
  const { page } = seller;
  const [free, sold] = [unique('Cradle'), unique('Bouncer')];
  await list(seller, free);
  await seller.api('PUT', `/my-products/${await list(seller, sold)}?status=SOLD`);
  // A live event would load the list again.
  await page.route('**/api/live?*', () => undefined);
  await page.goto('/dashboard/myproduct');
  await ready(page);
  await expect(rowOf(page, free)).toBeVisible();
  const failed = page.waitForEvent('requestfailed', (request) => OF_SOLD.test(request.url()));
  await page.route(OF_SOLD, (route) => route.abort(), { times: 1 });
  await page.getByRole('link', { name: 'Sold', exact: true }).click();
  await failed;
  await expect(page.getByRole('alert').filter({ hasText: 'Your listings did not load.' })).toBeVisible();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(rowOf(page, sold)).toBeVisible();
  await expect(rowOf(page, free)).toHaveCount(0);
});
