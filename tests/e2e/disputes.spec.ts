import { expect, type Page } from '@playwright/test';
import sharp from 'sharp';
import { book, list, type Member, newMember, unique } from './members.ts';
import { asAdmin } from './people.ts';
import { payByCard } from './seller-fixture.ts';
import { expectAccessible, expectNoOverflow, ready, test, type Visit } from './visit.ts';

const WORDS = 'The left front wheel wobbles and its rim is cracked.';
const SMALL = { width: 320, height: 740 };
const MEDIUM = { width: 768, height: 900 };
const LARGE = { width: 1280, height: 800 };

interface Deal {
  seller: Member;
  buyer: Member;
  item: string;
  booking: string;
  /** The number of its payment at the card provider. */
  payment: string;
}

/** Two people in contexts of their own, and a booking whose item the buyer has. */
async function openDeal(visit: Visit): Promise<Deal> {
  const seller = await newMember(visit, 'Seller', 'Anika Sultana');
  const buyer = await newMember(visit, 'Buyer', 'Ayesha Rahman');
  const item = unique('Coach pram');
  const booking = await book(buyer, await list(seller, item));
  const payment = await payByCard(buyer.page, buyer.token, booking);
  await buyer.api('POST', `/bookings/${booking}/received`);
  return { seller, buyer, item, booking, payment };
}

/** Expects that the card provider returned one amount of a payment. */
async function expectRefunded(page: Page, payment: string, amount: string): Promise<void> {
  const refunds = async () => {
    const records = await (await page.request.get('/sandbox/stripe/')).text();
    const rows = (records.match(/<tr>.*?<\/tr>/gs) ?? []).map((row) => row.split(/<[^>]*>/).filter(Boolean));
    const own = rows.filter((cells) => cells[1]?.startsWith('re_') && cells.includes(payment));
    return own.map(([, , status, sum]) => `${status} ${sum?.replace(/\s/, ' ')}`);
  };
  await expect.poll(refunds).toEqual([`succeeded ${amount}`]);
}

async function open(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await ready(page);
}

/** Checks the open page in Bangla on a phone and in English on a desktop. In both languages it fits every width. */
async function look(page: Page): Promise<void> {
  const size = page.viewportSize() ?? LARGE;
  for (const [lang, checked] of [
    ['bn', SMALL],
    ['en', LARGE],
  ] as const) {
    await page.context().addCookies([{ name: 'lang', value: lang, url: page.url() }]);
    await page.setViewportSize(checked);
    await open(page, page.url());
    await expectAccessible(page);
    for (const viewport of [SMALL, MEDIUM, LARGE]) {
      await page.setViewportSize(viewport);
      await expectNoOverflow(page);
    }
  }
  await page.setViewportSize(size);
}

test('a buyer asks for a part, the seller offers less, the buyer accepts, and it goes back', async ({ visit }) => {
  test.setTimeout(180_000);
  const { buyer, seller, item, booking, payment } = await openDeal(visit);
  await open(buyer.page, `/dashboard/myorders/${booking}`);
  await buyer.page.getByRole('button', { name: 'Something is wrong' }).click();
  await buyer.page.getByRole('link', { name: /Say what is wrong with it/ }).click();
  await expect(buyer.page.getByRole('heading', { level: 1, name: 'What is wrong?' })).toBeVisible();
  await look(buyer.page);
  await buyer.page.getByRole('button', { name: 'Send', exact: true }).click();
  await expect(buyer.page.getByText('Choose a reason.')).toBeVisible();
  await expect(buyer.page.getByLabel('Not as described')).toBeFocused();
  await buyer.page.getByLabel('Damaged').check();
  await buyer.page.getByLabel('What happened').fill(WORDS);
  await expect(buyer.page.getByLabel('How much (Tk)')).toBeHidden();
  await buyer.page.getByLabel('Part of the money back').check();
  await buyer.page.getByLabel('How much (Tk)').fill('6500');
  await buyer.page.getByRole('button', { name: 'Send', exact: true }).click();
  await expect(buyer.page.getByText('Enter less than the price.')).toBeVisible();
  const buffer = await sharp({ create: { width: 9, height: 9, channels: 3, background: 'red' } })
    .png()
    .toBuffer();
  const photos = Array.from({ length: 7 }, (_, n) => ({ name: `wheel-${n}.png`, mimeType: 'image/png', buffer }));
  await buyer.page.locator('.dispute-photos input[type="file"]').setInputFiles(photos);
  await expect(buyer.page.getByText('At most 6 photos.')).toBeVisible();
  await expect(buyer.page.locator('.dispute-photos input[name="photos"]')).toHaveCount(6);
  for (const language of ['bn', 'en']) {
    await buyer.page.locator(`.header a[hreflang="${language}"]:visible`).click();
    await expect(buyer.page.locator('html')).toHaveAttribute('lang', language);
    await expect(buyer.page.locator('.dispute-photos input[name="photos"]')).toHaveCount(6);
  }
  await expect(buyer.page.getByLabel('What happened')).toHaveValue(WORDS);
  await buyer.page.getByLabel('How much (Tk)').fill('1500');
  await buyer.page.getByRole('button', { name: 'Send', exact: true }).click();
  await expect(buyer.page.getByRole('heading', { level: 2, name: 'Waiting for Anika' })).toBeVisible();

  await open(seller.page, `/dashboard/disputes?booking=${booking}`);
  await expect(seller.page.getByRole('heading', { level: 1 })).toHaveText(`Problem with ${item}`);
  await look(seller.page);
  await seller.page.getByLabel('Offer another amount').check();
  await seller.page.getByLabel('Your offer (Tk)').fill('800');
  await seller.page.getByLabel('Why', { exact: true }).fill(WORDS);
  await seller.page.getByRole('button', { name: 'Send answer' }).click();
  await expect(seller.page.getByRole('heading', { level: 2, name: 'Waiting for Ayesha' })).toBeVisible();

  await open(buyer.page, `/dashboard/disputes?booking=${booking}`);
  await look(buyer.page);
  await buyer.page.getByRole('button', { name: /^Accept / }).click();
  await expect(buyer.page.getByRole('heading', { level: 2, name: /goes back to Ayesha/ })).toBeVisible();
  await expectRefunded(buyer.page, payment, 'BDT 800.00');
});

test('an admin decides for a return; the buyer enters the seller’s code, and all money goes back', async ({
  visit,
}) => {
  test.setTimeout(180_000);
  const { buyer, seller, item, booking, payment } = await openDeal(visit);
  const claim = { reason: 'damaged', text: WORDS, want: 'refund' };
  const { insertedId: id } = await (await buyer.api('POST', `/bookings/${booking}/dispute`, claim)).json();
  await seller.api('POST', `/disputes/${id}/answer`, { answer: 'refuse', text: WORDS });
  await buyer.api('POST', `/disputes/${id}/reply`, { reply: 'decide' });

  const { page: adminPage } = await visit({ viewport: { width: 1280, height: 800 } });
  await asAdmin(adminPage);
  await open(adminPage, '/dashboard/disputes');
  await look(adminPage);
  await adminPage.getByRole('link', { name: item }).click();
  await expect(adminPage.getByRole('heading', { level: 2, name: 'As it was listed' })).toBeVisible();
  await look(adminPage);
  await adminPage.getByRole('button', { name: 'Decide', exact: true }).click();
  await expect(adminPage.getByText('Choose an outcome.')).toBeVisible();
  await adminPage.getByLabel('All money back').check();
  await adminPage.getByLabel('The buyer returns the item first').check();
  await adminPage.getByRole('button', { name: 'Decide', exact: true }).click();
  await expect(adminPage.getByText('Write at least 20 characters.')).toBeVisible();
  await adminPage.getByLabel('Reason, for both sides').fill(WORDS);
  await adminPage.getByRole('button', { name: 'Decide', exact: true }).click();
  await expect(adminPage.getByText('Return is due').first()).toBeVisible();

  await open(seller.page, `/dashboard/disputes/${id}`);
  const code = await seller.page.locator('.dispute-code b').textContent();
  await look(seller.page);
  await open(buyer.page, `/dashboard/disputes/${id}`);
  await look(buyer.page);
  await buyer.page.getByLabel('Return code, from the seller').fill(code ?? '');
  await buyer.page.getByRole('button', { name: 'It is back' }).click();
  await expect(buyer.page.getByRole('heading', { level: 2, name: /goes back to Ayesha/ })).toBeVisible();
  await expectRefunded(buyer.page, payment, 'BDT 6,500.00');
});
