import { expect } from '@playwright/test';
import { book, categoryId, demoAdmin, list, type Member, newMember, rowOf, unique } from './members.ts';
import { ready, test } from './visit.ts';

const DELETED = {
  allbuyers: 'This buyer is deleted successfully',
  allsellers: 'This seller is deleted successfully',
};

/** Opens one of the two lists of people, and searches it. */
async function find(admin: Member, list: 'allsellers' | 'allbuyers', q: string): Promise<void> {
  const { page } = admin;
  await page.goto(`/dashboard/${list}`);
  await ready(page);
  await page.getByRole('searchbox', { name: 'Name or email' }).fill(q);
  await page.getByRole('main').getByRole('button', { name: 'Search' }).click();
  await expect(page).toHaveURL(/\?q=/);
}

test('Verify becomes a check icon in the Sellers List, and the seller’s cards get their tick [2.32 4.7]', async ({
  visit,
}) => {
  const admin = await demoAdmin(visit);
  const seller = await newMember(visit, 'Seller', unique('Rumana'));
  const name = unique('Walker');
  await list(seller, name);
  await find(admin, 'allsellers', seller.email);
  const { page } = admin;
  const row = rowOf(page, seller.email);
  await row.getByRole('button', { name: `Verify: ${seller.name}` }).click();
  await expect(page.getByText(`${seller.name} is verified`)).toBeVisible();
  await expect(row.getByText('Verified').locator('svg')).toBeVisible();
  await expect(row.getByRole('button', { name: /^Verify/ })).toHaveCount(0);
  await page.goto(`/products/${await categoryId(page)}`);
  const card = page.getByRole('article').filter({ hasText: name });
  await expect(card.getByTitle('Verified seller').locator('svg')).toBeVisible();
});

test('an admin deletes a buyer and a seller, after a confirmation that names the consequences [2.31 7.5]', async ({
  visit,
}) => {
  const admin = await demoAdmin(visit);
  const [seller, buyer] = [
    await newMember(visit, 'Seller', unique('Tanvir')),
    await newMember(visit, 'Buyer', unique('Ayesha')),
  ];
  await book(buyer, await list(seller, unique('Walker')));
  await list(seller, unique('Quilt'));
  const { page } = admin;
  for (const [address, person, consequences] of [
    ['allbuyers', buyer, 'Their login, unpaid bookings and wishlist end. Payment records stay, without their name.'],
    [
      'allsellers',
      seller,
      'Their login, 2 listings and wishlist end, and unpaid bookings on both sides. Payment records stay, without their name.',
    ],
  ] as const) {
    await find(admin, address, person.email);
    const row = rowOf(page, person.email);
    await row.getByRole('button', { name: `Delete: ${person.name}` }).click();
    const question = page.getByRole('alertdialog', { name: `Delete ${person.name}?` });
    await expect(question).toContainText(consequences);
    await question.getByRole('button', { name: 'Cancel' }).click();
    await expect(row).toBeVisible();
    await row.getByRole('button', { name: `Delete: ${person.name}` }).click();
    await question.getByRole('button', { name: 'Delete' }).click();
    await expect(page.getByText(DELETED[address])).toBeVisible();
    await expect(row).toHaveCount(0);
  }
});

test('an admin keeps or removes a reported item [1.6 2.18]', async ({ visit }) => {
  const [admin, seller, buyer] = [
    await demoAdmin(visit),
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
  await expect(page.getByText(`${kept} stays`)).toBeVisible();
  await expect(rowOf(page, kept)).toHaveCount(0);
  await page.getByRole('button', { name: `Remove listing: ${removed}` }).click();
  const question = page.getByRole('alertdialog', { name: `Remove ${removed}?` });
  await expect(question).toContainText(
    'It leaves the store permanently; an unpaid booking ends. We tell everyone who reported it.',
  );
  await question.getByRole('button', { name: 'Remove listing' }).click();
  await expect(page.getByText(`${removed} is removed`)).toBeVisible();
  await expect(rowOf(page, removed)).toHaveCount(0);
  await page.getByRole('button', { name: 'Done' }).click();
  await expect(rowOf(page, kept)).toContainText('Listing kept');
  await expect(rowOf(page, removed)).toContainText('Listing removed');
});
