import { expect, type Page } from '@playwright/test';
import { monthOf } from '../../src/modules/earnings/rules.ts';
import { book, demoAdmin, list, type Member, newMember } from './members.ts';
import { openOwnStore } from './own-store.ts';
import { payByCard } from './seller-fixture.ts';
import { expectAccessible, expectNoOverflow, ready, test, type Visit } from './visit.ts';

const SMALL = { width: 320, height: 640 };
const PHONE = { width: 360, height: 740 };
const LARGE = { width: 1280, height: 800 };
/** A deadline of one minute passes within this time. */
const MINUTE_ENDS_MS = 75_000;
let store: Awaited<ReturnType<typeof openOwnStore>>;

test.beforeAll(async () => {
  test.setTimeout(120_000);
  store = await openOwnStore({
    PAYOUT_REST_MINUTES: '0',
    PAYOUT_WEEKLY: 'on',
    FEE_PERCENT: '10',
    INSPECTION_MINUTES: '1',
  });
});
test.afterAll(() => store.close());

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

/** Waits until the buyer's time to check has passed. */
async function inspectionEnds(buyer: Member, booking: string): Promise<void> {
  const state = async () => (await (await buyer.api('GET', `/bookings/${booking}`)).json()).state;
  await expect.poll(state, { timeout: MINUTE_ENDS_MS, intervals: [1000] }).toBe('completed');
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
  test.setTimeout(180_000);
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
    await inspectionEnds(buyer, bookingId);
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
  await adminPage.goto('/dashboard/payouts?state=paid');
  await expect(adminPage.getByText('Reference CFT26326 0091')).toBeVisible();

  await sellerPage.goto('/dashboard/myearnings');
  await expect(sellerPage.locator('.earnings-payouts')).toContainText('Paid');
  // The month may have ended during the test.
  const [line] = await (await seller.api('GET', '/my-earnings/lines')).json();
  await sellerPage.goto(`/dashboard/myearnings/statement?month=${monthOf(new Date(line.releaseAt))}`);
  await expect(sellerPage.getByText('Sale: Sledge of wood')).toBeVisible();
  await look(sellerPage);
  const statement = await sellerPage.pdf({ format: 'A4', preferCSSPageSize: true });
  expect(statement.toString('latin1').match(/\/Type\s*\/Page\b/g)).toHaveLength(1);
});
