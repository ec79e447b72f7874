import { expect, type Page } from '@playwright/test';
import { asAdmin, call, openCaller, type Person, register } from './people.ts';
import { book, openSellerFixture, type SellerFixture } from './seller-fixture.ts';
import { expectAccessible, expectNoOverflow, ready, test, type Visit } from './visit.ts';

const PAID = 'congrats! Your payment completed';
const PHONE = { viewport: { width: 360, height: 740 } };
/** The truth is on the screen within this time. */
const WITHIN = { timeout: 5000 };

let fixture: SellerFixture;
test.beforeAll(async () => {
  fixture = await openSellerFixture('Prams', 'Nadia Karim');
});
test.afterAll(() => fixture.close());

/** Opens the payment page of a new booking. */
async function openPayment(visit: Visit, name: string, options: Parameters<Visit>[0] = {}) {
  const { page } = await visit(options);
  const buyer = await register(page, 'Tahmina Akter', 'Buyer');
  const id = await book(page, buyer, await fixture.list(name));
  await page.goto(`/dashboard/payment/${id}`);
  return { page, buyer, id };
}

const method = (page: Page, name: string) =>
  page.locator('.methods label').filter({ has: page.getByText(name, { exact: true }) });

async function leaveFor(page: Page, name: 'bKash' | 'SSLCommerz') {
  await ready(page);
  await method(page, name === 'bKash' ? 'From your bKash account' : 'Card or mobile banking').click();
  await page.getByRole('button', { name: `Pay with ${name}` }).click();
  await expect(page.getByText(`This is a stand-in for ${name}`)).toBeVisible();
}

async function payFrom(page: Page, wallet: string) {
  await page.getByLabel('Wallet number').fill(wallet);
  await page.getByRole('button', { name: 'Proceed' }).click();
  await page.getByLabel('Code from the message').fill('123456');
  await page.getByRole('button', { name: 'Proceed' }).click();
  await page.getByLabel('PIN of the wallet').fill('12121');
  await page.getByRole('button', { name: 'Confirm' }).click();
}

const expectPaid = (page: Page) => expect(page.getByRole('heading', { name: PAID })).toBeVisible(WITHIN);

test('a buyer pays with bKash on a phone: number, code and PIN there, and the fixed text here', async ({ visit }) => {
  const { page } = await openPayment(visit, 'Pram for bKash', PHONE);
  await expectNoOverflow(page);
  await expectAccessible(page);
  await leaveFor(page, 'bKash');
  await expectNoOverflow(page);
  await expectAccessible(page);
  await payFrom(page, '01929918378');
  await expectPaid(page);
  await expectNoOverflow(page);
  await ready(page);
  await page.getByRole('link', { name: 'See your pick-up code' }).click();
  await expect(page.locator('.order-sums')).toContainText('bKash');
});

test('a payment that is cancelled, has too little money or is refused charges nothing, and bKash can be chosen again', async ({
  visit,
}) => {
  const { page } = await openPayment(visit, 'Pram with too little');
  await leaveFor(page, 'bKash');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByText('You came back from bKash without paying. Nothing was charged.')).toBeVisible(WITHIN);
  await leaveFor(page, 'bKash');
  await payFrom(page, '01823074817');
  await expect(page.getByText('Not enough money in bKash. Nothing was charged.')).toBeVisible(WITHIN);
  // The refusal stands right above the button of its method.
  await expect(page.locator('p:text("not enough money") + button')).toContainText('Pay with bKash');
  await page.setViewportSize(PHONE.viewport);
  await expectNoOverflow(page);
  await expectAccessible(page);
  await leaveFor(page, 'bKash');
  await payFrom(page, '01823074818');
  // On a phone it is below the first screen.
  await expect(page.getByText('bKash payment failed.')).toBeInViewport(WITHIN);
  await expect(page.getByRole('button', { name: 'Pay with bKash' })).toBeInViewport({ ratio: 1 });
  await leaveFor(page, 'bKash');
  await payFrom(page, '01770618575');
  await expectPaid(page);
});

test('the back key and a closed tab at bKash lead to the page as it was, and another method can be chosen', async ({
  visit,
}) => {
  const { page, id } = await openPayment(visit, 'Pram and the back key');
  await leaveFor(page, 'bKash');
  await page.goBack();
  await expect(page.getByRole('button', { name: 'Pay with bKash' })).toBeVisible();
  await page.goto(`/dashboard/payment/${id}`);
  // Also after an earlier return from there.
  await leaveFor(page, 'SSLCommerz');
  await page.getByRole('button', { name: 'Let it fail' }).click();
  await expect(page.getByText('SSLCommerz payment failed.')).toBeVisible(WITHIN);
  await leaveFor(page, 'SSLCommerz');
  await page.goBack();
  await expect(page.getByRole('button', { name: 'Pay with SSLCommerz' })).toBeVisible();
  await leaveFor(page, 'SSLCommerz');
  await page.getByRole('button', { name: 'Pay', exact: true }).click();
  await expectPaid(page);
  // A second return shows the same.
  await page.goto(`/dashboard/payment/${id}?back=sslcommerz`);
  await expectPaid(page);
});

test('at SSLCommerz a payment fails, then is paid by a form of another origin', async ({ visit }) => {
  const { page } = await openPayment(visit, 'Pram for SSLCommerz', PHONE);
  await leaveFor(page, 'SSLCommerz');
  await expectNoOverflow(page);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Let it fail' }).click();
  await expect(page.getByText('SSLCommerz payment failed.')).toBeVisible(WITHIN);
  await leaveFor(page, 'SSLCommerz');
  await page.getByRole('button', { name: 'Pay', exact: true }).click();
  await expectPaid(page);
});

test('a slow payment says that the provider is being asked, and turns into the paid page by itself', async ({
  visit,
}) => {
  const { page } = await openPayment(visit, 'Pram with patience');
  await leaveFor(page, 'SSLCommerz');
  await page.getByRole('button', { name: 'Pay slowly (8 seconds)' }).click();
  await expect(page.getByRole('heading', { name: 'Asking SSLCommerz' })).toBeVisible(WITHIN);
  await expectAccessible(page);
  await expect(page.getByRole('heading', { name: PAID })).toBeVisible({ timeout: 15_000 });
});

test('a risky payment waits for an admin: the buyer is told, and a release makes the sale', async ({ visit }) => {
  const { page, id } = await openPayment(visit, 'Pram with a risk');
  await leaveFor(page, 'SSLCommerz');
  await page.getByRole('button', { name: 'Pay, but marked as risky' }).click();
  const told = page.getByRole('heading', { name: 'Paid. We check this payment before the handover.' });
  await expect(told).toBeVisible(WITHIN);
  await expectAccessible(page);
  await page.goto('/dashboard/myorders');
  await expect(page.getByRole('row').filter({ hasText: 'Pram with a risk' })).toContainText('Paid, under review');
  await expect(page.getByRole('link', { name: /^Pay/ })).toHaveCount(0);
  await page.goto(`/dashboard/myorders/${id}`);
  await expect(told).toBeVisible();
  await page.goto(`/dashboard/payment/${id}`);
  await expect(told).toBeVisible();

  const { page: adminPage } = await visit();
  await asAdmin(adminPage);
  await adminPage.goto('/dashboard/payments');
  await ready(adminPage);
  await adminPage.getByRole('button', { name: 'Decide about the payment: Pram with a risk' }).click();
  const dialog = adminPage.getByRole('dialog');
  await dialog.locator('label:has([value="release"])').click();
  await dialog.getByLabel('Reason').fill('The buyer called us');
  await expectAccessible(adminPage);
  await dialog.getByRole('button', { name: 'Decide' }).click();
  await expect(adminPage.getByText('Released: Pram with a risk.')).toBeVisible();

  await page.goto(`/dashboard/payment/${id}`);
  await expectPaid(page);
});

test('after a refund by an admin the buyer is told, and pays for the item by another method', async ({ visit }) => {
  const { page, id } = await openPayment(visit, 'Pram with a refund');
  await leaveFor(page, 'SSLCommerz');
  await page.getByRole('button', { name: 'Pay, but marked as risky' }).click();
  await expect(page.getByRole('heading', { name: /^Paid\. We check this payment/ })).toBeVisible(WITHIN);
  const caller = await openCaller();
  const admin = await asAdmin(caller);
  const payments: { _id: string; itemName: string }[] = await call(caller, admin, 'GET', '/admin/payments');
  const _id = payments.find(({ itemName }) => itemName === 'Pram with a refund')?._id;
  await call(caller, admin, 'POST', `/payments/${_id}/review`, { decision: 'refund', reason: 'Another name' });
  await caller.close();
  await page.goto(`/dashboard/payment/${id}`);
  await expect(page.getByText('Your earlier payment goes back.')).toBeVisible();
  await leaveFor(page, 'bKash');
  await payFrom(page, '01929918378');
  await expectPaid(page);
});

test('without scripts bKash is chosen, paid and recorded, too', async ({ visit }) => {
  const caller = await openCaller();
  const buyer: Person = await register(caller, 'Selina Hossain', 'Buyer');
  const id = await book(caller, buyer, await fixture.list('Pram without scripts'));
  const { page } = await visit({ javaScriptEnabled: false });
  await page.context().addCookies((await caller.request.storageState()).cookies);
  await page.goto(`/dashboard/payment/${id}`);
  await method(page, 'From your bKash account').click();
  await page.getByRole('button', { name: 'Pay with bKash' }).click();
  await page.getByRole('link', { name: 'Pay Tk 6,500' }).click();
  await payFrom(page, '01929918378');
  await expectPaid(page);
  await caller.close();
});
