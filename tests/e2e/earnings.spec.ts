import { expect, type Page } from '@playwright/test';
import { monthOf } from '../../src/modules/earnings/rules.ts';
import { openOwnStore } from './own-store.ts';
import { expectAccessible, expectNoOverflow, ready, test } from './visit.ts';

const SMALL = { width: 320, height: 640 };
const PHONE = { width: 360, height: 740 };
const LARGE = { width: 1280, height: 800 };
const PART_TK = 500;
let store: Awaited<ReturnType<typeof openOwnStore>>;

test.beforeAll(async () => {
  test.setTimeout(120_000);
  store = await openOwnStore({
    PAYOUT_REST_MINUTES: '0',
    PAYOUT_WEEKLY: 'on',
    FEE_PERCENT: '10',
  });
});
test.afterAll(() => store.close());

const PASSWORD = 'secret-1234';
const BANK_ACCOUNT = {
  ...{ kind: 'bank', bank: 'City Bank', branch: 'Gulshan', routing: '060261726' },
  ...{ account: '060123456741', holder: 'Sadia Karim' },
};

/** Sends a request to the identity provider of the own store, and returns the access token of the session. */
async function provide(page: Page, path: string, data: { email: string; password: string; name?: string }) {
  const answer = await page.request.post(`${store.address}/api/auth${path}`, {
    data,
    headers: { origin: store.address },
  });
  expect(answer.status(), await answer.text()).toBe(200);
  const token = await page.request.get(`${store.address}/api/jwt`, { params: { email: data.email } });
  return (await token.json()).accessToken;
}

/** Registers a person, and signs the page in. Returns the access token. */
async function join(page: Page, name: string, userCategory: 'Buyer' | 'Seller'): Promise<string> {
  const email = `${name.split(' ')[0]?.toLowerCase()}@example.org`;
  const token = await provide(page, '/sign-up/email', { email, password: PASSWORD, name });
  await call(page, token, 'POST', '/users', { name, email, userCategory });
  return token;
}

async function call(page: Page, token: string, method: string, path: string, data?: object) {
  const answer = await page.request.fetch(`${store.address}/api${path}`, {
    method,
    headers: { authorization: `Bearer ${token}` },
    ...(data && { data }),
  });
  expect(answer.ok(), `${method} ${path}: ${await answer.text()}`).toBe(true);
  return answer.json();
}

/** The buyer pays a product of the seller by card. Returns the booking. */
async function sell(page: Page, seller: string, buyer: string, productName: string): Promise<string> {
  const [category] = await call(page, seller, 'GET', '/categories');
  const { insertedId: itemId } = await call(page, seller, 'POST', '/products', {
    productName,
    categoryId: category._id,
    imageURL: '/demo/01-pram-gada-mint-800.webp',
    originalPrice: 12_000,
    resalePrice: 6500,
    location: 'Dhanmondi, Dhaka',
    useYear: 2,
    phone: '01712345678',
    quality: 'Good',
    description: 'One wheel squeaks.',
  });
  const booking = { itemId, phone: '01812345678', location: 'Road 27' };
  const { insertedId: bookingId } = await call(page, buyer, 'POST', '/bookings', booking);
  const intent = { bookingId, itemPrice: 6500 };
  const { clientSecret } = await call(page, buyer, 'POST', '/create-payment-intent', intent);
  const { publishableKey } = await call(page, buyer, 'GET', '/payment-settings');
  const [transactionId = ''] = clientSecret.split('_secret_');
  const stripe = async (path: string, form: Record<string, string>) => {
    const headers = { authorization: `Bearer ${publishableKey}` };
    return (await page.request.post(`${store.address}/sandbox/stripe/v1/${path}`, { headers, form })).json();
  };
  const card = { type: 'card', 'card[number]': '4242424242424242', 'card[exp_month]': '12', 'card[exp_year]': '2040' };
  const { id: method } = await stripe('payment_methods', { ...card, 'card[cvc]': '123' });
  await stripe(`payment_intents/${transactionId}/confirm`, { client_secret: clientSecret, payment_method: method });
  await call(page, buyer, 'POST', '/payments', { bookingId, transactionId });
  await call(page, buyer, 'POST', `/bookings/${bookingId}/received`);
  return bookingId;
}

/** The seller accepts a complaint about a part of the price, which ends the inspection before its time. */
async function endInspection(page: Page, seller: string, buyer: string, bookingId: string): Promise<void> {
  const claim = { reason: 'damaged', text: 'One runner is cracked at its end.', want: 'part', amount: PART_TK };
  const { insertedId: id } = await call(page, buyer, 'POST', `/bookings/${bookingId}/dispute`, claim);
  await call(page, seller, 'POST', `/disputes/${id}/answer`, { answer: 'accept' });
}

/** Checks the open page on a desktop, and on a phone in Bangla. */
async function look(page: Page): Promise<void> {
  const address = page.url();
  await page.setViewportSize(SMALL);
  await expectNoOverflow(page);
  await page.setViewportSize(LARGE);
  await expectNoOverflow(page);
  await expectAccessible(page);
  await page.context().addCookies([{ name: 'lang', value: 'bn', url: store.address }]);
  await page.goto('about:blank');
  await page.setViewportSize(PHONE);
  await page.goto(address);
  await ready(page);
  await expect(page.locator('h1')).toBeVisible();
  await expectNoOverflow(page);
  await expectAccessible(page);
  await page.context().addCookies([{ name: 'lang', value: 'en', url: store.address }]);
  await page.goto('about:blank');
  await page.setViewportSize(LARGE);
  await page.goto(address);
  await ready(page);
}

test('a seller asks for their money, an admin pays it, and both sides print a receipt', async ({ visit }) => {
  test.setTimeout(180_000);
  const { page: sellerPage } = await visit({ viewport: LARGE, ownContext: true });
  const { page: buyerPage } = await visit({ viewport: LARGE, ownContext: true });
  const { page: adminPage } = await visit({ viewport: LARGE, ownContext: true });
  const [seller, buyer] = [
    await join(sellerPage, 'Sadia Karim', 'Seller'),
    await join(buyerPage, 'Omar Hasan', 'Buyer'),
  ];
  await provide(adminPage, '/sign-in/email', { email: 'admin@example.com', password: 'demo1234' });
  const bookingId = await sell(buyerPage, seller, buyer, 'Sledge of wood');

  await sellerPage.goto(`${store.address}/dashboard/myearnings`);
  await ready(sellerPage);
  await expect(sellerPage.getByRole('link', { name: 'My earnings' })).toHaveAttribute('aria-current', 'page');
  const sale = sellerPage.getByRole('row').filter({ hasText: 'Sledge of wood' });
  await expect(sale).toContainText('Time to check');
  await expect(sale).toContainText('Tk 5,850');

  await test.step('the payout account, by keyboard', async () => {
    await sellerPage.getByRole('button', { name: 'Add an account' }).focus();
    await sellerPage.keyboard.press('Enter');
    const dialog = sellerPage.getByRole('dialog', { name: 'Payout account' });
    await dialog.getByLabel('bKash number', { exact: true }).fill('01711 000482');
    await dialog.getByLabel('Type the bKash number again').fill('01711000428');
    await dialog.getByLabel('Current password').fill(PASSWORD);
    await sellerPage.keyboard.press('Enter');
    await expect(dialog.getByText('The two numbers differ.').first()).toBeVisible();
    await expectAccessible(sellerPage);
    await dialog.getByLabel('Type the bKash number again').fill('০১৭১১০০০৪৮২');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(sellerPage.getByText('01711•••482')).toBeVisible();
    await expect(dialog).toHaveCount(0);
  });

  const receipt = await test.step('the receipts, as one page of A4', async () => {
    for (const page of [buyerPage, sellerPage]) {
      await page.goto(`${store.address}/dashboard/receipt/${bookingId}`);
      await ready(page);
      await expect(page.getByText(/^R-20\d\d-\d{6}$/)).toBeVisible();
    }
    await look(buyerPage);
    await buyerPage.emulateMedia({ media: 'print' });
    await expect(buyerPage.getByRole('banner')).toBeHidden();
    await expect(buyerPage.getByRole('button', { name: 'Print' })).toBeHidden();
    await expect(buyerPage.getByText('Sledge of wood')).toBeVisible();
    const pdf = await buyerPage.pdf({ format: 'A4', preferCSSPageSize: true });
    await buyerPage.emulateMedia({ media: null });
    return pdf.toString('latin1');
  });
  expect(receipt.match(/\/Type\s*\/Page\b/g)).toHaveLength(1);
  expect(receipt).toMatch(/\/MediaBox\s*\[0 0 59[45](\.\d+)? 84[12]/);

  // In the demo bKash pays wallets, so that no bank file has one.
  await call(sellerPage, seller, 'PUT', '/my-payout-account', { ...BANK_ACCOUNT, password: PASSWORD });
  await test.step('the money is released', async () => {
    await endInspection(buyerPage, seller, buyer, bookingId);
    await sellerPage.goto(`${store.address}/dashboard/myearnings`);
    await expect(sellerPage.getByRole('button', { name: /^Pay out Tk/ })).toBeVisible();
    await ready(sellerPage);
    await look(sellerPage);
  });
  await sellerPage.getByRole('button', { name: /^Pay out Tk/ }).click();
  await expect(sellerPage.getByText(/is on its way\. Number P-\d{6}\./)).toBeVisible();
  await expect(sellerPage.getByText('Requested', { exact: true })).toBeVisible();

  await adminPage.goto(`${store.address}/dashboard/payouts`);
  await ready(adminPage);
  await look(adminPage);
  const box = adminPage.getByRole('checkbox', { name: /^Select P-/ });
  await box.first().focus();
  await adminPage.keyboard.press('Space');
  await expect(adminPage.getByRole('status').filter({ hasText: '1 selected, Tk' })).toBeVisible();
  await adminPage.getByRole('button', { name: 'Mark as sent' }).click();
  await expect(adminPage.getByText('Marked as sent: 1.')).toBeVisible();
  await adminPage.getByRole('button', { name: /^Sent 1/ }).click();
  await expect(adminPage.getByRole('button', { name: 'Make bank file' })).toBeVisible();
  await box.first().check();
  await adminPage.keyboard.press('Enter');
  const form = adminPage.getByRole('form', { name: 'Mark as paid' });
  await expect(form.getByRole('heading')).toBeFocused();
  await form.getByLabel('Bank reference').fill('CFT');
  await adminPage.getByRole('button', { name: 'Make bank file' }).click();
  await expect(adminPage.getByText('The bank file is ready. Payouts in it: 1.')).toBeVisible();
  await expect(form.getByLabel('Bank reference')).toHaveValue('CFT');
  const [file] = await Promise.all([
    adminPage.waitForEvent('download'),
    adminPage.getByRole('button', { name: /^Download the bank file of/ }).click(),
  ]);
  expect(file.suggestedFilename()).toMatch(/^payouts-P-\d{6}-\d{4}-\d\d-\d\d\.csv$/);
  await expect(adminPage.getByText('060123456741')).toBeVisible();
  await look(adminPage);
  await adminPage.goto(`${store.address}/dashboard/payouts?state=sent&before=${new Date().toISOString()}`);
  await ready(adminPage);
  await box.first().check();
  const ask = adminPage.locator('.payouts-bar').getByRole('button', { name: 'Mark as paid' });
  await ask.click();
  await expect(form.getByRole('heading')).toBeFocused();
  await form.getByLabel('Bank reference').fill('CFT');
  await adminPage.getByRole('link', { name: 'Newest files' }).click();
  await expect(adminPage.locator('#payouts-files')).toBeFocused();
  await expect(form.getByLabel('Bank reference')).toHaveValue('CFT');
  await ask.click();
  await expect(form.getByRole('heading')).toBeFocused();
  await expect(form.getByLabel('Bank reference')).toHaveValue('CFT');
  await form.getByLabel('Bank reference').fill('');
  await form.getByRole('button', { name: 'Mark as paid' }).click();
  await expect(form.getByText('Enter the reference, or leave this payout out.')).toBeVisible();
  await expectAccessible(adminPage);
  await form.getByLabel('Bank reference').fill('CFT26326 0091');
  await form.getByRole('button', { name: 'Mark as paid' }).click();
  await expect(adminPage.getByText('Marked as paid: 1.')).toBeVisible();
  await adminPage.goto(`${store.address}/dashboard/payouts?state=paid`);
  await expect(adminPage.getByText('Reference CFT26326 0091')).toBeVisible();

  await sellerPage.goto(`${store.address}/dashboard/myearnings`);
  await expect(sellerPage.locator('.earnings-payouts')).toContainText('Paid');
  // The month may have ended during the test.
  const [line] = await call(sellerPage, seller, 'GET', '/my-earnings/lines');
  await sellerPage.goto(`${store.address}/dashboard/myearnings/statement?month=${monthOf(new Date(line.releaseAt))}`);
  await expect(sellerPage.getByText('Sale: Sledge of wood')).toBeVisible();
  await look(sellerPage);
  const statement = await sellerPage.pdf({ format: 'A4', preferCSSPageSize: true });
  expect(statement.toString('latin1').match(/\/Type\s*\/Page\b/g)).toHaveLength(1);
});
