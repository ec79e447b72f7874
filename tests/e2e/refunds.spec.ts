import { expect, type Page } from '@playwright/test';
import { asAdmin, enter, type Person, register } from './people.ts';
import { book, openSellerFixture, payByCard, type SellerFixture } from './seller-fixture.ts';
import { expectAccessible, expectNoOverflow, ready, test } from './visit.ts';

const run = Date.now();
const [DISPUTED, SOLD] = [`Sledge ${run}`, `Scooter ${run}`];
const PHONE = { width: 360, height: 740 };
const LARGE = { width: 1280, height: 800 };
let fixture: SellerFixture;

test.beforeAll(async () => {
  fixture = await openSellerFixture('Outdoor', 'Sadia Karim');
});

test.afterAll(() => fixture.close());

const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name });

/** Books and pays a new product through the API. */
async function buy(page: Page, buyer: Person, name: string, card: string) {
  const bookingId = await book(page, buyer, await fixture.list(name));
  return { bookingId, transactionId: await payByCard(page, buyer.token, bookingId, card) };
}

/** Checks the open page on a large screen in English, and on a phone in Bangla. */
async function look(page: Page): Promise<void> {
  const address = page.url();
  await expectNoOverflow(page);
  await expectAccessible(page);
  await page.context().addCookies([{ name: 'lang', value: 'bn', url: address }]);
  // A page that is loaded at one size and shown at another fetches a picture that it does not use.
  await page.goto('about:blank');
  await page.setViewportSize(PHONE);
  await page.goto(address);
  await expect(page.locator('h1')).toBeVisible();
  await ready(page);
  await expectNoOverflow(page);
  await expectAccessible(page);
  await page.context().addCookies([{ name: 'lang', value: 'en', url: address }]);
  await page.goto('about:blank');
  await page.setViewportSize(LARGE);
}

test('buyer, seller and admin see a disputed payment and a refund made by hand', async ({ visit }) => {
  test.setTimeout(180_000);
  const { page: buyerPage } = await visit({ viewport: LARGE });
  const buyer = await register(buyerPage, 'Omar Money', 'Buyer');
  const disputed = await buy(buyerPage, buyer, DISPUTED, '4000000000000259');
  const sold = await buy(buyerPage, buyer, SOLD, '4242424242424242');

  await buyerPage.goto('/dashboard/myorders');
  await expect(row(buyerPage, DISPUTED)).toContainText('Disputed by your bank');
  await expect(row(buyerPage, SOLD)).toContainText('Paid');
  await look(buyerPage);
  await buyerPage.goto(`/dashboard/payment/${disputed.bookingId}`);
  await expect(buyerPage.getByRole('heading', { level: 1, name: 'Your bank disputes this payment' })).toBeVisible();
  await look(buyerPage);

  const { page: adminPage } = await visit({ viewport: LARGE });
  await asAdmin(adminPage);
  await adminPage.goto('/dashboard/payments');
  await expect(row(adminPage, DISPUTED)).toContainText('Disputed by the bank');
  await expect(row(adminPage, DISPUTED).getByRole('button')).toHaveCount(0);
  await look(adminPage);
  await adminPage.goto('/dashboard/payments');
  await ready(adminPage);
  await adminPage.getByLabel('Transaction number').fill(sold.transactionId);
  await adminPage.locator('main').getByRole('button', { name: 'Search' }).click();
  await row(adminPage, SOLD)
    .getByRole('button', { name: `Record a refund made by hand: ${SOLD}` })
    .click();
  const dialog = adminPage.getByRole('dialog');
  await expect(dialog.getByLabel('Amount returned')).toHaveValue('6500');
  await dialog.getByRole('button', { name: 'Record a refund' }).click();
  await expect(dialog.getByText('Enter the transfer or receipt number.').first()).toBeVisible();
  await dialog.getByLabel('Transfer or receipt number').fill('Cash receipt 17');
  await expectNoOverflow(adminPage);
  await expectAccessible(adminPage);
  await dialog.getByRole('button', { name: 'Record a refund' }).click();
  await expect(adminPage.getByText(`Refund recorded: ${SOLD}.`)).toBeVisible();
  await expect(row(adminPage, SOLD)).toContainText('Refunded');
  await expect(dialog).toHaveCount(0);
  await adminPage.goto('/dashboard/audit');
  await expect(adminPage.getByText('Recorded a refund by hand').first()).toBeVisible();

  await buyerPage.goto('/dashboard/myorders');
  await expect(row(buyerPage, SOLD)).toContainText('Refunded');
  const { page: sellerPage } = await visit({ viewport: LARGE });
  await enter(sellerPage, fixture.seller);
  await sellerPage.goto('/dashboard/mybuyers');
  await expect(row(sellerPage, DISPUTED)).toContainText('Disputed by buyer’s bank');
  await expect(row(sellerPage, SOLD)).toContainText('Refunded');
  await look(sellerPage);
});
