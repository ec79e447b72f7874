import { expect, type Page } from '@playwright/test';
import { asAdmin, call, enter, register } from './people.ts';
import { book, categoryId, openSellerFixture, payByCard, type SellerFixture } from './seller-fixture.ts';
import { expectAccessible, expectNoOverflow, hold, ready, test, typeCard } from './visit.ts';

const CATEGORY = 'Outdoor';
const run = Date.now();
let fixture: SellerFixture;

test.beforeAll(async () => {
  fixture = await openSellerFixture(CATEGORY, 'Sadia Karim');
});

test.afterAll(() => fixture.close());

const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name });

test('an unpaid booking can be cancelled, and the product is free again', async ({ visit }) => {
  const { page } = await visit();
  const buyer = await register(page, 'Cancel Chowdhury', 'Buyer');
  const scooter = `Scooter ${run}`;
  const id = await fixture.list(scooter);
  await book(page, buyer, id);
  await page.goto('/dashboard/myorders');
  await ready(page);
  const cancel = row(page, scooter).getByRole('button', { name: `Cancel booking: ${scooter}` });
  await cancel.click();
  const question = page.getByRole('alertdialog', { name: `Cancel the booking of ${scooter}?` });
  await question.getByRole('button', { name: 'Keep it' }).click();
  await expect(question).toBeHidden();
  await cancel.click();
  await question.getByRole('button', { name: 'Cancel booking' }).click();
  await expect(page.getByText(`Booking cancelled: ${scooter}.`)).toBeVisible();
  await expect(row(page, scooter)).toContainText('Cancelled');
  await expect(row(page, scooter).getByRole('link', { name: /^Pay/ })).toHaveCount(0);
  await page.goto(`/products/${await categoryId(page, CATEGORY)}`);
  const free = page.getByRole('article').filter({ hasText: scooter });
  await expect(free.getByRole('button', { name: 'Book Now!' })).toBeEnabled();
});

test('the Payment page: Pay is disabled until the provider is ready and while a payment is in progress; an error in red, cleared at the next attempt; then congrats! Your payment completed [2.20 4.9 5.9]', async ({
  visit,
}) => {
  const { page } = await visit({ refused: [402] });
  const buyer = await register(page, 'Piya Pay', 'Buyer');
  const bike = `Balance bike ${run}`;
  const booking = await book(page, buyer, await fixture.list(bike));
  const pay = page.getByRole('button', { name: /^Pay/ });

  await test.step("'You have booked {item name}' and 'To confirm, Please pay TK{price}', and a card form [2.35]", async () => {
    const prepare = await hold(page, '**/api/create-payment-intent');
    await page.goto(`/dashboard/payment/${booking}`);
    await expect(page.getByRole('heading', { level: 1, name: `You have booked ${bike}`, exact: true })).toBeVisible();
    await expect(page.getByText('To confirm, Please pay TK6500', { exact: true })).toBeVisible();
    await expect(page.getByRole('img', { name: bike })).toBeVisible();
    await expect(page.frameLocator('iframe').first().locator('[autocomplete="cc-number"]')).toBeVisible();
    await expect(page.getByText('Loading the card form…')).toBeVisible();
    await expect(pay).toBeDisabled();
    prepare();
    await expect(pay).toBeEnabled();
    await expectNoOverflow(page);
  });

  await test.step("the provider's error message appears in red below the form [8.4]", async () => {
    await typeCard(page, '4000000000000002');
    await pay.click();
    const declined = page.getByText('Card declined. Try another.');
    await expect(declined).toBeVisible();
    const [red = 0, green = 0, blue = 0] = await declined.evaluate((line) =>
      (getComputedStyle(line).color.match(/\d+/g) ?? []).map(Number),
    );
    expect(red).toBeGreaterThan(2 * Math.max(green, blue));
    const [form, line] = [await page.locator('.payment-card').boundingBox(), await declined.boundingBox()];
    expect(line?.y).toBeGreaterThan((form?.y ?? 0) + (form?.height ?? 0) - 1);
    await expect(pay).toBeEnabled();
    await expectAccessible(page);
  });

  await test.step('it is cleared at the start of each attempt, and Pay is disabled while one is in progress [8.4]', async () => {
    const confirm = await hold(page, /payment_intents\/[^/]+\/confirm|payment_methods/);
    await typeCard(page, '4242424242424242');
    await pay.click();
    await expect(page.getByText('Card declined. Try another.')).toHaveCount(0);
    await expect(pay).toBeDisabled();
    await expect(page.getByText('Payment in progress. Keep this page open.')).toBeVisible();
    confirm();
  });

  await test.step("success: 'congrats! Your payment completed' plus 'Your transaction Id: {id}', then Paid in My Orders [8.5]", async () => {
    await expect(page.getByRole('heading', { name: 'congrats! Your payment completed' })).toBeVisible();
    const { transactionId, paid } = await call(page, buyer.token, 'GET', `/bookings/${booking}`);
    expect(paid).toBe(true);
    await expect(page.getByText(`Your transaction Id: ${transactionId}`, { exact: true })).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('main').getByRole('link', { name: 'My Orders' }).last().click();
    await expect(row(page, bike)).toContainText('Paid');
    await expect(row(page, bike).getByRole('link', { name: /^Pay/ })).toHaveCount(0);
  });
});

test('Pay works again after the card payment ended elsewhere', async ({ visit }) => {
  const { page } = await visit({ refused: [400] });
  const buyer = await register(page, 'Rupa Retry', 'Buyer');
  const booking = await book(page, buyer, await fixture.list(`Walker ${run}`));
  await page.goto(`/dashboard/payment/${booking}`);
  const pay = page.getByRole('button', { name: 'Pay', exact: true });
  await expect(pay).toBeEnabled();
  await typeCard(page, '4242424242424242');
  await call(page, buyer.token, 'POST', `/bookings/${booking}/method`, { method: 'bkash' });
  await call(page, buyer.token, 'POST', `/bookings/${booking}/method`, { method: 'card' });
  await pay.click();
  await expect(page.getByText('Not confirmed by the card provider yet.')).toBeVisible();
  await expect(pay).toBeEnabled();
  await pay.click();
  await expect(page.getByText('congrats! Your payment completed')).toBeVisible();
});

/** Returns the parts of an order's page in the order of the document, with their places. */
function orderParts(page: Page) {
  return page.locator('.order section').evaluateAll((parts) =>
    parts.map((part) => {
      const { x, y } = part.getBoundingClientRect();
      return { name: part.ariaLabel ?? part.querySelector('h2')?.textContent, x, y };
    }),
  );
}

test('after the next step of an order follow choices, timeline, the other person and the money, on both sides, at 360 and 1280 px', async ({
  visit,
}) => {
  const { page } = await visit();
  const buyer = await register(page, 'Orin Order', 'Buyer');
  const booking = await book(page, buyer, await fixture.list(`Tricycle ${run}`));
  await payByCard(page, buyer.token, booking);
  const { page: sellersPage } = await visit();
  await enter(sellersPage, fixture.seller);
  const order = {
    page,
    path: `/dashboard/myorders/${booking}`,
    step: /^Meet Sadia by /,
    other: 'Seller',
    money: 'Payment',
  };
  const sale = {
    page: sellersPage,
    path: `/dashboard/mybuyers/${booking}`,
    step: 'Ask Orin for the code',
    other: 'Buyer',
    money: 'Your money',
  };
  for (const { page, path, step, other, money } of [order, sale])
    for (const width of [360, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 2, name: step })).toBeVisible();
      const parts = await orderParts(page);
      const names = [expect.stringMatching(step), 'Your choices', 'What has happened', other, money];
      expect(parts.map(({ name }) => name)).toEqual(names);
      expect(parts.toSorted((one, two) => one.x - two.x || one.y - two.y)).toEqual(parts);
      expect(new Set(parts.map(({ x }) => x)).size, 'columns').toBe(width === 360 ? 1 : 2);
    }
});

test('on a phone the buttons below the pick-up code stand side by side', async ({ visit }) => {
  const { page } = await visit({ viewport: { width: 360, height: 740 } });
  const buyer = await register(page, 'Orin Order', 'Buyer');
  const booking = await book(page, buyer, await fixture.list(`Rocker ${run}`));
  await payByCard(page, buyer.token, booking);
  for (const language of ['en', 'bn']) {
    await page.goto(`/dashboard/myorders/${booking}?lang=${language}`);
    const buttons = page.locator('.code-buttons .button');
    await expect(buttons).toHaveCount(2);
    const places = await buttons.evaluateAll((both) => both.map((button) => button.getBoundingClientRect()));
    expect(new Set(places.map(({ y }) => y)).size, language).toBe(1);
    for (const { height } of places) expect(height).toBeGreaterThanOrEqual(44);
  }
});

test('a buyer reports a product with a reason, and reads the decision', async ({ visit }) => {
  const { page } = await visit();
  await register(page, 'Rupa Report', 'Buyer');
  const swing = `Rusty swing ${run}`;
  const id = await fixture.list(swing);
  const category = `/products/${await categoryId(page, CATEGORY)}`;
  await page.goto(category);
  await ready(page);
  await page.getByRole('button', { name: `Report: ${swing}` }).click();
  const dialog = page.getByRole('dialog', { name: 'Report this item' });
  const reason = dialog.getByLabel('What is wrong?');
  await dialog.getByRole('button', { name: 'Send report' }).click();
  await expect(dialog.getByText('Describe the problem.')).toBeVisible();
  await reason.fill('Too rusty');
  await expect(dialog.getByText('Write at least 10 characters.')).toBeVisible();
  await expectAccessible(page);
  await reason.fill('The chain is rusted through: a child could fall.');
  await dialog.getByRole('button', { name: 'Send report' }).click();
  await expect(page.getByText('Thank you. We will tell you what we decide.')).toBeVisible();
  await expect(dialog).toBeHidden();

  await page.goto('/dashboard/myreports');
  await expect(row(page, swing)).toContainText('The chain is rusted through: a child could fall.');
  await expect(row(page, swing)).toContainText('In review');
  const { page: adminPage } = await visit();
  await call(adminPage, await asAdmin(adminPage), 'PATCH', `/reports/${id}`, { decision: 'remove' });
  await page.reload();
  await expect(row(page, swing)).toContainText('The listing was removed.');
  await page.goto(category);
  await expect(page.getByRole('article').first()).toBeVisible();
  await expect(page.getByRole('article').filter({ hasText: swing })).toHaveCount(0);
});
