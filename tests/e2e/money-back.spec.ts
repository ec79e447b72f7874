import { expect, type Page } from '@playwright/test';
import { asAdmin, call, enter, type Person, register } from './people.ts';
import { book, openStall, type Stall } from './seller-fixture.ts';
import { expectAccessible, expectNoOverflow, ready, test } from './support.ts';

const run = Date.now();
const [DISPUTED, SOLD] = [`Sledge ${run}`, `Scooter ${run}`];
const PHONE = { width: 360, height: 740 };
const LARGE = { width: 1280, height: 800 };
let stall: Stall;

test.beforeAll(async () => {
  stall = await openStall('Outdoor', 'Sadia Karim');
});

test.afterAll(() => stall.close());

const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name });

/** Pays for a new booking of a thing with a card, as the card form does. Gives the booking's and the payment's number. */
async function pay(page: Page, buyer: Person, name: string, card: string) {
  const bookingId = await book(page, buyer, await stall.list(name));
  const { clientSecret } = await call(page, buyer.token, 'POST', '/create-payment-intent', {
    bookingId,
    itemPrice: 6500,
  });
  const { publishableKey } = await call(page, buyer.token, 'GET', '/payment-settings');
  const transactionId = clientSecret.split('_secret_')[0];
  const answer = await page.request.post(`/sandbox/stripe/v1/payment_intents/${transactionId}/confirm`, {
    headers: { authorization: `Bearer ${publishableKey}` },
    form: {
      client_secret: clientSecret,
      'payment_method_data[type]': 'card',
      'payment_method_data[card][number]': card,
      'payment_method_data[card][exp_month]': '12',
      'payment_method_data[card][exp_year]': '2040',
      'payment_method_data[card][cvc]': '123',
    },
  });
  expect(answer.status(), await answer.text()).toBe(200);
  await call(page, buyer.token, 'POST', '/payments', { bookingId, transactionId });
  return { bookingId, transactionId };
}

/** Looks at a page on a phone and on a large screen, in both languages. */
async function look(page: Page, name: string): Promise<void> {
  const address = page.url();
  for (const [lang, size] of [
    ['en', LARGE],
    ['bn', PHONE],
    ['en', PHONE],
  ] as const) {
    await page.context().addCookies([{ name: 'lang', value: lang, url: address }]);
    // A page that is loaded at one size and shown at another fetches a picture that it does not use.
    await page.goto('about:blank');
    await page.setViewportSize(size);
    await page.goto(address);
    await expect(page.locator('h1')).toBeVisible();
    await ready(page);
    await expectNoOverflow(page);
    await expectAccessible(page);
    if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/${name}-${lang}-${size.width}.png` });
  }
}

test('a disputed payment and a refund made by hand are told to buyer, seller and admin', async ({ visit }) => {
  test.setTimeout(180_000);
  const { page: shop } = await visit();
  const buyer = await register(shop, 'Omar Money', 'Buyer');
  const disputed = await pay(shop, buyer, DISPUTED, '4000000000000259');
  const sold = await pay(shop, buyer, SOLD, '4242424242424242');

  await shop.goto('/dashboard/myorders');
  await expect(row(shop, DISPUTED)).toContainText('Disputed by your bank');
  await expect(row(shop, SOLD)).toContainText('Paid');
  await look(shop, 'orders');
  await shop.goto(`/dashboard/payment/${disputed.bookingId}`);
  await expect(shop.getByRole('heading', { level: 1, name: 'Your bank disputes this payment' })).toBeVisible();
  await look(shop, 'payment');

  const { page: office } = await visit();
  await asAdmin(office);
  await office.goto('/dashboard/payments');
  await expect(row(office, DISPUTED)).toContainText('Disputed by the bank');
  await expect(row(office, DISPUTED).getByRole('button')).toHaveCount(0);
  await look(office, 'admin');
  await office.getByLabel('Transaction number').fill(sold.transactionId);
  await office.locator('main').getByRole('button', { name: 'Search' }).click();
  await row(office, SOLD)
    .getByRole('button', { name: `Record a refund made by hand: ${SOLD}` })
    .click();
  const dialog = office.getByRole('dialog');
  await expect(dialog.getByLabel('Amount returned')).toHaveValue('6500');
  await dialog.getByRole('button', { name: 'Record a refund' }).click();
  await expect(dialog.getByText('Enter the number of the transfer or receipt.').first()).toBeVisible();
  await dialog.getByLabel('Number of the transfer or receipt').fill('Cash receipt 17');
  await expectNoOverflow(office);
  await expectAccessible(office);
  if (process.env.SHOTS) await office.screenshot({ path: `${process.env.SHOTS}/dialog.png` });
  await dialog.getByRole('button', { name: 'Record a refund' }).click();
  await expect(office.getByText(`The refund of ${SOLD} is recorded.`)).toBeVisible();
  await expect(row(office, SOLD)).toContainText('Refunded');
  await office.goto('/dashboard/audit');
  await expect(office.getByText('Recorded a refund made by hand').first()).toBeVisible();

  await shop.goto('/dashboard/myorders');
  await expect(row(shop, SOLD)).toContainText('Paid back');
  const { page: desk } = await visit();
  await enter(desk, stall.seller);
  await desk.goto('/dashboard/mybuyers');
  await expect(row(desk, DISPUTED)).toContainText('Disputed by the buyer’s bank');
  await expect(row(desk, SOLD)).toContainText('Refunded');
  await look(desk, 'buyers');
});
