import { expect } from '@playwright/test';
import { ready, test, type Visit } from './support.ts';
import {
  book,
  categoryId,
  columnsOf,
  demoMember,
  list,
  type Member,
  newMember,
  registerMany,
  rowOf,
  signIn,
  unique,
} from './support-seller.ts';

const LISTS = { 'All Sellers': 'Sellers List', 'All Buyers': 'Buyers List', 'Reported Items': 'Reported Items' };
const INVALID = 'Invalid email or password';

/** Opens one of the two lists of people, with those whom a search finds. */
async function find(admin: Member, list: 'allsellers' | 'allbuyers', q: string): Promise<void> {
  const { page } = admin;
  await page.goto(`/dashboard/${list}`);
  await ready(page);
  await page.getByRole('searchbox', { name: 'Search by name or email' }).fill(q);
  await page.getByRole('main').getByRole('button', { name: 'Search' }).click();
  await expect(page).toHaveURL(/\?q=/);
}

/** Who was deleted has no session any more, and gets none. */
async function expectLockedOut(visit: Visit, gone: Member): Promise<void> {
  expect((await gone.api('GET', '/me')).status()).toBe(401);
  expect((await gone.page.request.get(`/api/jwt?email=${gone.email}`)).status()).toBe(401);
  await gone.page.goto('/dashboard');
  await expect(gone.page).toHaveURL(/\/login\?from=/);
  const { page } = await visit({ refused: [401] });
  await page.goto('/login');
  await signIn(page, gone);
  await expect(page.getByRole('alert')).toHaveText(INVALID);
}

test('an admin sees All Sellers, All Buyers and Reported Items [6.4]', async ({ visit }) => {
  const { page } = await demoMember(visit, 'admin');
  await page.goto('/dashboard');
  await expect(page).toHaveURL('/dashboard/allsellers');
  const menu = page.getByRole('navigation', { name: 'Dashboard' });
  for (const [name, heading] of Object.entries(LISTS)) {
    await menu.getByRole('link', { name }).click();
    await expect(page).toHaveTitle(`${name} · Dolna`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading);
  }
  for (const name of ['Add a Product', 'My product', 'My Buyers', 'My Orders', 'My Wishlist'])
    await expect(menu.getByRole('link', { name })).toHaveCount(0);
});

test('All Sellers, All Buyers and Reported Items send who is not signed in or not admin to /login [2.17 2.18 4.3 6.7]', async ({
  visit,
}) => {
  const [anybody, seller, buyer] = [await visit(), await demoMember(visit, 'seller'), await demoMember(visit, 'buyer')];
  for (const { page } of [anybody, seller, buyer]) {
    for (const path of ['allsellers', 'allbuyers', 'reporteditems']) {
      await page.goto(`/dashboard/${path}`);
      await expect(page).toHaveURL(/\/login(\?|$)/);
    }
  }
  for (const path of ['/users/user-type/Seller', '/users/user-type/Buyer', '/reports'])
    for (const { api } of [seller, buyer]) expect((await api('GET', path)).status(), path).toBe(403);
});

test('Verify becomes a check icon in the Sellers List, and the seller’s cards get their tick [2.32 4.7]', async ({
  visit,
}) => {
  const [admin, seller, buyer] = [
    await demoMember(visit, 'admin'),
    await newMember(visit, 'Seller', unique('Rumana')),
    await newMember(visit, 'Buyer', 'Ayesha Rahman'),
  ];
  const name = unique('Walker');
  await list(seller, name);
  const card = buyer.page.getByRole('article').filter({ hasText: name });
  await buyer.page.goto(`/products/${await categoryId(buyer.page)}`);
  await expect(card).toBeVisible();
  await expect(card.getByTitle('Verified seller')).toHaveCount(0);

  await find(admin, 'allsellers', seller.email);
  const { page } = admin;
  expect(await columnsOf(page)).toEqual(['No.', 'Name', 'Email', 'Action', 'Verify']);
  const row = rowOf(page, seller.email);
  await expect(row.getByRole('cell').first()).toHaveText('1');
  await expect(row.getByRole('rowheader')).toHaveText(seller.name);
  await row.getByRole('button', { name: `Verify: ${seller.name}` }).click();
  await expect(page.getByText(`${seller.name} is verified`)).toBeVisible();
  await expect(row.getByText('Verified').locator('svg')).toBeVisible();
  await expect(row.getByRole('button', { name: /^Verify/ })).toHaveCount(0);
  await buyer.page.reload();
  await expect(card.getByTitle('Verified seller').locator('svg')).toBeVisible();
});

test('a deleted buyer’s next request is refused, their bookings end, and they cannot sign in again [2.31 7.5]', async ({
  visit,
}) => {
  const [admin, seller, buyer] = [
    await demoMember(visit, 'admin'),
    await newMember(visit, 'Seller', 'Sadia Karim'),
    await newMember(visit, 'Buyer', unique('Ayesha')),
  ];
  await book(buyer, await list(seller, unique('Walker')));
  await find(admin, 'allbuyers', buyer.email);
  const { page } = admin;
  expect(await columnsOf(page)).toEqual(['No.', 'Name', 'Email', 'Action']);
  const row = rowOf(page, buyer.email);
  await row.getByRole('button', { name: `Delete: ${buyer.name}` }).click();
  const question = page.getByRole('alertdialog', { name: `Delete ${buyer.name}?` });
  await expect(question).toContainText(
    'They can no longer log in. Their unpaid bookings end and their wishlist goes. What was paid stays on record, without their name.',
  );
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(row).toBeVisible();
  await row.getByRole('button', { name: `Delete: ${buyer.name}` }).click();
  await question.getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('This buyer is deleted successfully')).toBeVisible();
  await expect(row).toHaveCount(0);
  await expectLockedOut(visit, buyer);
  const [left] = await (await seller.api('GET', `/my-buyers?email=${seller.email}`)).json();
  expect(left).toMatchObject({ state: 'cancelled', buyerName: '', location: '' });
});

test('a deleted seller’s listings leave the store, their next request is refused, and they cannot sign in again [7.5]', async ({
  visit,
}) => {
  const [admin, seller, buyer] = [
    await demoMember(visit, 'admin'),
    await newMember(visit, 'Seller', unique('Tanvir')),
    await newMember(visit, 'Buyer', 'Ayesha Rahman'),
  ];
  const [one, other] = [unique('Walker'), unique('Quilt')];
  await book(buyer, await list(seller, one));
  await list(seller, other);
  await find(admin, 'allsellers', seller.email);
  const { page } = admin;
  await page.getByRole('button', { name: `Delete: ${seller.name}` }).click();
  const question = page.getByRole('alertdialog', { name: `Delete ${seller.name}?` });
  await expect(question).toContainText(
    'They can no longer log in. Their 2 listings leave the store, and unpaid bookings of them end. What was paid stays on record, without their name.',
  );
  await question.getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('This seller is deleted successfully')).toBeVisible();
  await expect(rowOf(page, seller.email)).toHaveCount(0);
  await expectLockedOut(visit, seller);
  await buyer.page.goto(`/products/${await categoryId(buyer.page)}`);
  await expect(buyer.page.getByRole('heading', { level: 1, name: 'Prams' })).toBeVisible();
  for (const name of [one, other]) await expect(buyer.page.getByText(name)).toHaveCount(0);
  await buyer.page.goto('/dashboard/myorders');
  await expect(rowOf(buyer.page, one)).toContainText('Cancelled');
});

test('people are found by the first letters of a name or an e-mail, and shown 24 at a time', async ({ visit }) => {
  const [admin, buyer] = [await demoMember(visit, 'admin'), await newMember(visit, 'Buyer', unique('Paginata'))];
  await find(admin, 'allbuyers', buyer.name.slice(0, -1));
  const { page } = admin;
  await expect(rowOf(page, buyer.email)).toBeVisible();
  await find(admin, 'allbuyers', buyer.email.split('@')[0] ?? '');
  await expect(rowOf(page, buyer.name)).toBeVisible();
  await find(admin, 'allbuyers', 'nobody-is-called-so');
  await expect(page.getByText('Nobody found for “nobody-is-called-so”')).toBeVisible();

  const known = (await (await admin.api('GET', '/users/user-type/Buyer')).json()).length;
  await registerMany(page, 25 - known);
  await page.getByRole('link', { name: 'Show everybody' }).click();
  const indexes = page.getByRole('row').getByRole('cell').filter({ hasText: /^\d+$/ });
  await expect(indexes.last()).toHaveText('24');
  await expect(page.getByText('24 shown', { exact: true })).toBeVisible();
  await page.getByRole('link', { name: 'Show more' }).click();
  await expect(indexes.nth(24)).toHaveText('25');
});

test('a reported item is kept or removed, and whoever reported it is told [1.6 2.18]', async ({ visit }) => {
  const [admin, seller, buyer] = [
    await demoMember(visit, 'admin'),
    await newMember(visit, 'Seller', 'Sadia Karim'),
    await newMember(visit, 'Buyer', 'Ayesha Rahman'),
  ];
  const [kept, removed] = [unique('Walker'), unique('Quilt')];
  for (const name of [kept, removed]) {
    const reason = `The picture of ${name} shows something else.`;
    await buyer.api('POST', '/reports', { productId: await list(seller, name), reason });
  }
  const { page } = admin;
  await page.goto('/dashboard/reporteditems');
  await ready(page);
  await expect(rowOf(page, kept)).toContainText(`The picture of ${kept} shows something else.`);
  await expect(rowOf(page, kept)).toContainText('Ayesha');
  await page.getByRole('button', { name: `Keep listing: ${kept}` }).click();
  await expect(page.getByText(`${kept} stays on the store`)).toBeVisible();
  await expect(rowOf(page, kept)).toHaveCount(0);
  await page.getByRole('button', { name: `Remove listing: ${removed}` }).click();
  const question = page.getByRole('alertdialog', { name: `Remove ${removed}?` });
  await expect(question).toContainText(
    'It leaves the store for good, and an unpaid booking of it ends. Whoever reported it is told.',
  );
  await question.getByRole('button', { name: 'Remove listing' }).click();
  await expect(page.getByText(`${removed} is off the store`)).toBeVisible();
  await expect(rowOf(page, removed)).toHaveCount(0);
  await page.getByRole('button', { name: 'Done' }).click();
  await expect(rowOf(page, kept)).toContainText('Listing kept');
  await expect(rowOf(page, removed)).toContainText('Listing removed');

  await buyer.page.goto('/dashboard/myreports');
  await expect(rowOf(buyer.page, kept)).toContainText('We looked at it. The listing stays.');
  await expect(rowOf(buyer.page, removed)).toContainText('The listing is off the store.');
  await buyer.page.goto(`/products/${await categoryId(buyer.page)}`);
  await expect(buyer.page.getByRole('article').filter({ hasText: kept })).toBeVisible();
  await expect(buyer.page.getByText(removed)).toHaveCount(0);
});
