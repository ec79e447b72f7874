import { expect, type Page } from '@playwright/test';
import { monthOf } from '../../src/modules/earnings/rules.ts';
import { book, demoAdmin, list, type Member, newMember } from './members.ts';
import { openOwnStore } from './own-store.ts';
import { payByCard } from './seller-fixture.ts';
import { emptyMemoryCache, expectAccessible, expectNoOverflow, openVisitor, ready, test, type Visit } from './visit.ts';

const SMALL = { width: 320, height: 640 };
const PHONE = { width: 360, height: 740 };
const LARGE = { width: 1280, height: 800 };
/** A deadline of one minute passes within this time. */
const A_MINUTE = { timeout: 75_000, intervals: [1000] };
let store: Awaited<ReturnType<typeof openOwnStore>>;
/** Two people who agreed on cash twice. The time of these pick-ups passes during the first journey. */
let missed: { seller: Member; buyer: Member; bookings: string[] };

test.beforeAll(async ({ browser }) => {
  test.setTimeout(120_000);
  store = await openOwnStore({
    PAYOUT_REST_MINUTES: '0',
    PAYOUT_WEEKLY: 'on',
    FEE_PERCENT: '10',
    INSPECTION_MINUTES: '1',
    HOLD_MINUTES: '1',
    CASH_HOLD_MINUTES: '1',
    OBJECTION_MINUTES: '1',
  });
  const people = await openPair((options) => openVisitor(browser, options));
  const bookings = [
    await book(people.buyer, await list(people.seller, 'Pram')),
    await book(people.buyer, await list(people.seller, 'Cot')),
  ];
  for (const id of bookings)
    expect((await people.buyer.api('POST', `/bookings/${id}/method`, { method: 'cash' })).ok()).toBe(true);
  missed = { ...people, bookings };
});
test.afterAll(async () => {
  for (const { page } of [missed.seller, missed.buyer]) await page.context().close();
  await store.close();
});

const BANK_ACCOUNT = {
  ...{ kind: 'bank', bank: 'City Bank', branch: 'Gulshan', routing: '060261726' },
  ...{ account: '060123456741', holder: 'Sadia Karim' },
};

/** Two people in contexts of their own, at the own store. */
async function openPair(visit: Visit): Promise<{ seller: Member; buyer: Member }> {
  const options = { viewport: LARGE, baseURL: store.address };
  return {
    seller: await newMember(visit, 'Seller', 'Sadia Karim', options),
    buyer: await newMember(visit, 'Buyer', 'Omar Hasan', options),
  };
}

/** The buyer pays by card and shows the code, and the seller types it. */
async function handOver({ page }: Member, buyer: Member, booking: string): Promise<void> {
  await payByCard(buyer.page, buyer.token, booking);
  await buyer.page.goto(`/dashboard/myorders/${booking}`);
  const code = (await buyer.page.locator('.code .sr').textContent())?.replaceAll(' ', '');
  await page.goto(`/dashboard/mybuyers/${booking}`);
  await ready(page);
  await page.getByLabel('Six digits').pressSequentially(code ?? '');
  await expect(page.getByRole('heading', { level: 2, name: 'Handed over' })).toBeVisible();
}

/** Returns a booking, as its buyer reads it. */
const orderOf = async (buyer: Member, booking: string) => (await buyer.api('GET', `/bookings/${booking}`)).json();

/** Waits until the clock has brought a booking into a state. */
async function expectState(buyer: Member, booking: string, state: string): Promise<void> {
  await expect.poll(async () => (await orderOf(buyer, booking)).state, A_MINUTE).toBe(state);
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

test('the code is typed, the time to check passes, the seller asks for the money, an admin pays it by the bank’s file', async ({
  visit,
}) => {
  test.setTimeout(240_000);
  const { seller, buyer } = await openPair(visit);
  const [sellerPage, buyerPage] = [seller.page, buyer.page];
  const { page: adminPage } = await demoAdmin(visit, { viewport: LARGE, baseURL: store.address });
  const bookingId = await book(buyer, await list(seller, 'Sledge of wood'));
  await handOver(seller, buyer, bookingId);

  await sellerPage.goto('/dashboard/myearnings');
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
    await dialog.getByLabel('Current password').fill(seller.password);
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
      await page.goto(`/dashboard/receipt/${bookingId}`);
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
  const changed = await seller.api('PUT', '/my-payout-account', { ...BANK_ACCOUNT, password: seller.password });
  expect(changed.ok(), await changed.text()).toBe(true);
  await test.step('the money is released', async () => {
    await expectState(buyer, bookingId, 'completed');
    await sellerPage.goto('/dashboard/myearnings');
    await expect(sellerPage.getByRole('button', { name: 'Pay out Tk 5,850' })).toBeVisible();
    await ready(sellerPage);
    await look(sellerPage);
  });
  await sellerPage.getByRole('button', { name: 'Pay out Tk 5,850' }).click();
  await expect(sellerPage.getByText(/is on its way\. Number P-\d{6}\./)).toBeVisible();
  await expect(sellerPage.getByText('Requested', { exact: true })).toBeVisible();

  await adminPage.goto('/dashboard/payouts');
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
  await expect(adminPage.getByText('Bank file ready, payouts: 1.')).toBeVisible();
  await expect(form.getByLabel('Bank reference')).toHaveValue('CFT');
  const [file] = await Promise.all([
    adminPage.waitForEvent('download'),
    adminPage.getByRole('button', { name: /^Download bank file:/ }).click(),
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
  await expect(form.getByText('Enter the reference, or leave it out.')).toBeVisible();
  await expectAccessible(adminPage);
  await form.getByLabel('Bank reference').fill('CFT26326 0091');
  await form.getByRole('button', { name: 'Mark as paid' }).click();
  await expect(adminPage.getByText('Marked as paid: 1.')).toBeVisible();
  await adminPage.goto('/dashboard/payouts?state=paid');
  await expect(adminPage.getByText('Reference CFT26326 0091')).toBeVisible();

  await sellerPage.goto('/dashboard/myearnings');
  await expect(sellerPage.locator('.earnings-payouts')).toContainText('Paid');
  // The month may have ended during the test.
  const [line] = await (await seller.api('GET', '/my-earnings/lines')).json();
  await sellerPage.goto(`/dashboard/myearnings/statement?month=${monthOf(new Date(line.releaseAt))}`);
  await expect(sellerPage.getByText('Sale: Sledge of wood (card)')).toBeVisible();
  await look(sellerPage);
  const statement = await sellerPage.pdf({ format: 'A4', preferCSSPageSize: true });
  expect(statement.toString('latin1').match(/\/Type\s*\/Page\b/g)).toHaveLength(1);
});

/** Presses a button of a booking's page, and answers its question. */
async function answer(page: Page, path: string, button: string, question = `${button}?`, sure = button): Promise<void> {
  await page.goto(path);
  await ready(page);
  await page.getByRole('button', { name: button }).click();
  const dialog = page.getByRole('alertdialog', { name: question });
  await expectAccessible(page);
  await dialog.getByRole('button', { name: sure }).click();
}

test('two missed pick-ups are reported, and the buyer can no longer choose cash; a seller contradicts a report', async () => {
  test.setTimeout(180_000);
  const { seller, buyer, bookings } = missed;
  const [first = '', second = ''] = bookings;
  const done = 'Recorded. We told the other person.';
  const cashFor = async (item: string) => {
    await buyer.page.goto(`/dashboard/payment/${await book(buyer, await list(seller, item))}`);
    await ready(buyer.page);
    return buyer.page.getByRole('radio', { name: /^Cash at pick-up/ });
  };

  await test.step('the seller reports both', async () => {
    // On the first page of a tab, a closed question moves the history once more.
    await seller.page.goto('/dashboard/mybuyers');
    for (const id of bookings) {
      await expectState(buyer, id, 'expired');
      await answer(seller.page, `/dashboard/mybuyers/${id}`, 'Omar did not come');
      await expect(seller.page.getByText(done)).toBeVisible();
      await expect(seller.page.getByRole('button', { name: 'Omar did not come' })).toHaveCount(0);
    }
  });
  await test.step('while the buyer can object, the reports do not count', async () => {
    await expect(await cashFor('Sledge')).toBeEnabled();
    await emptyMemoryCache(buyer.page);
    await buyer.page.goto(`/dashboard/myorders/${second}`);
    await expect(buyer.page.getByText('Sadia says you did not come.')).toBeVisible();
  });
  await test.step('the buyer reports the seller, who contradicts', async () => {
    await answer(buyer.page, `/dashboard/myorders/${first}`, 'Sadia did not come');
    await expect(buyer.page.getByText(done)).toBeVisible();
    await answer(seller.page, `/dashboard/mybuyers/${first}`, 'Not right', 'Did you come?', 'Yes, I came');
    await expect(seller.page.getByText('Recorded: you came.')).toBeVisible();
    await expect(seller.page.getByRole('button', { name: 'Not right' })).toHaveCount(0);
  });
  await test.step('without an objection both count', async () => {
    const objections = async () =>
      (await Promise.all(bookings.map((id) => orderOf(buyer, id)))).filter((one) => one.contradictUntil);
    await expect.poll(objections, A_MINUTE).toEqual([]);
    await expect(await cashFor('Tricycle')).toBeDisabled();
    await expect(buyer.page.getByText('No cash for 90 days after two missed pick-ups.')).toBeVisible();
    await expectAccessible(buyer.page);
  });
  expect([...seller.complaints, ...buyer.complaints]).toEqual([]);
});
