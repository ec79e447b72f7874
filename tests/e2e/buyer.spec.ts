import { expect, type Page } from '@playwright/test';
import { call, enter, register } from './people.ts';
import { categoryId, openStall, type Stall } from './seller-fixture.ts';
import { expectAccessible, expectNoOverflow, ready, test } from './support.ts';

const CATEGORY = 'School';
const run = Date.now();
const BAG = `School bag with a wheel ${run}`;
const LAMP = `Desk lamp ${run}`;
/** More than one page of them, so that there is something to show more of. */
const PENCILS = 24;

let stall: Stall;
let corner: Stall;
let bagId: string;

test.beforeAll(async () => {
  stall = await openStall(CATEGORY, 'Sadia Karim');
  corner = await openStall(CATEGORY, 'Rafiq Unchecked', false);
  for (let count = 1; count <= PENCILS; count += 1) await stall.list(`Pencil case ${count}, ${run}`);
  await corner.list(LAMP, { quality: 'Fair' });
  bagId = await stall.list(BAG);
});

test.afterAll(async () => {
  await Promise.all([stall.close(), corner.close()]);
});

const card = (page: Page, name: string) => page.getByRole('article').filter({ hasText: name });

async function openCategory(page: Page, category = CATEGORY): Promise<string> {
  const address = `/products/${await categoryId(page, category)}`;
  await page.goto(address);
  await expect(page.getByRole('article').first()).toBeVisible();
  await ready(page);
  return address;
}

/** Opens the booking dialog of a thing and fills it in. */
async function fillIn(page: Page, name: string, phone: string) {
  await card(page, name).getByRole('button', { name: 'Book Now!' }).click();
  const dialog = page.getByRole('dialog', { name });
  await dialog.getByLabel('Phone number').fill(phone);
  await dialog.getByLabel('Pickup Point').fill('Road 27, Dhanmondi');
  return dialog;
}

test('each card shows image, product name, a verified tick if the seller is verified, creation date and time, description, condition, pickup point, original price, current price in Tk and contact phone [2.25 9.6 11.8]', async ({
  visit,
}) => {
  const { page } = await visit();
  const buyer = await register(page, 'Bilkis Banu', 'Buyer');
  const address = await openCategory(page);
  const bag = card(page, BAG);
  const image = bag.locator('.product-picture img');
  await expect.poll(() => image.evaluate((picture: HTMLImageElement) => picture.naturalWidth)).toBeGreaterThan(0);
  await expect(bag.getByRole('heading')).toHaveText(BAG);
  await expect(bag.getByText('Sadia K. · Verified')).toBeVisible();
  await expect(bag.getByText('Verified seller')).toBeAttached();
  await expect(bag.getByText('Two children slept in it. One wheel squeaks.')).toBeVisible();
  await expect(bag.locator('.chip-quality')).toHaveText('Good');
  await expect(bag.getByText('Dhanmondi, Dhaka')).toBeVisible();
  await expect(bag.locator('.price b')).toHaveText('Tk 6,500');
  await expect(bag.locator('.price s')).toHaveText('Original price Tk 12,000');
  await expect(bag.getByText('Used for 2 years')).toBeVisible();
  await expect(bag.getByRole('link', { name: 'Call 01712345678' })).toHaveText('01712345678');
  await expect(bag.getByRole('button', { name: `Save ${BAG} to wishlist` })).toBeVisible();
  await expect(bag.getByRole('button', { name: 'Book Now!' })).toBeEnabled();

  const [listed] = await call(page, buyer.token, 'GET', `/products/category/${address.split('/').at(-1)}`);
  const when = (await bag.locator('time').textContent()) ?? '';
  expect(when).toMatch(/^\d{1,2} [A-Z][a-z]+ \d{4} at \d{2}:\d{2}$/);
  expect(Math.abs(Date.parse(`${when.replace(' at', '')} GMT+0600`) - Date.parse(listed.createdAt))).toBeLessThan(
    60_000,
  );

  await expect(card(page, LAMP)).toContainText('Rafiq U.');
  await expect(card(page, LAMP)).not.toContainText('Verified');
  await expect(card(page, LAMP).locator('.chip-quality')).toHaveText('Fair');
});

test('a three-column card grid on large screens, 24 at a time, and Back keeps the place [2.24 9.5]', async ({
  visit,
}) => {
  const { page } = await visit({ viewport: { width: 1280, height: 800 } });
  await register(page, 'Tina Column', 'Buyer');
  const address = await openCategory(page);
  const cards = page.getByRole('article');
  await expect(cards).toHaveCount(24);
  const corners = await cards.evaluateAll((all) =>
    all.map((one) => one.getBoundingClientRect()).map(({ x, y }) => ({ x, y })),
  );
  expect(new Set(corners.map(({ x }) => x)).size, 'three columns').toBe(3);
  expect(new Set(corners.slice(0, 3).map(({ y }) => y)).size, 'side by side').toBe(1);
  await expectNoOverflow(page);

  await expect(page.getByRole('status').filter({ hasText: /^24 of \d+ shown$/ })).toBeVisible();
  await page.getByRole('link', { name: 'Show more' }).click();
  await expect(page).toHaveURL(`${address}?pages=2`);
  await expect(cards.nth(24)).toBeVisible();
  const names = await cards.getByRole('heading').allTextContents();
  expect(new Set(names).size, 'nothing twice, nothing lost').toBe(names.length);

  const elsewhere = page.getByRole('contentinfo').getByRole('link', { name: 'Delivery' });
  await elsewhere.scrollIntoViewIfNeeded();
  const place = await page.evaluate(() => scrollY);
  expect(place).toBeGreaterThan(2000);
  await elsewhere.click();
  await expect(page).toHaveURL('/delivery');
  await page.goBack();
  await expect(page).toHaveURL(`${address}?pages=2`);
  await expect(cards).toHaveCount(names.length);
  await expect.poll(() => page.evaluate((from) => Math.abs(scrollY - from), place)).toBeLessThan(10);
});

test("the wishlist heart: 'Added to your wishlist!'; My WishList has Avatar, Name, Price and a BUY button linking to /products/{categoryId} [1.3 2.19 2.26 2.34 7.23]", async ({
  visit,
}) => {
  const { page } = await visit();
  await register(page, 'Hena Heart', 'Buyer');
  const address = await openCategory(page);
  const other = await page.context().newPage();
  await other.goto(address);
  const heart = (on: Page) => on.getByRole('button', { name: `Save ${BAG} to wishlist` });
  await expect(heart(other)).toHaveAttribute('aria-pressed', 'false');
  await ready(other);
  await heart(page).click();
  await expect(page.getByText('Added to your wishlist!')).toBeVisible();
  await expect(heart(page)).toHaveAttribute('aria-pressed', 'true');
  await heart(other).click();
  await expect(other.getByText('This is on your wishlist already.')).toBeVisible();
  await other.close();

  await page.goto('/dashboard/mywishlist');
  await expect(page.getByRole('heading', { level: 1, name: 'My WishList' })).toBeVisible();
  await expect(page.getByRole('columnheader')).toContainText(['Avatar', 'Name', 'Price', 'BUY']);
  const row = page.getByRole('row').filter({ hasText: BAG });
  await expect(row).toHaveCount(1);
  await expect(row).toContainText('Tk 6,500');
  await expect(row.locator('img')).toBeVisible();
  const buy = row.getByRole('link', { name: `BUY ${BAG}` });
  await expect(buy).toHaveText('BUY');
  await ready(page);
  await buy.click();
  await expect(page).toHaveURL(`${address}#offer-${bagId}`);
  await expect(heart(page)).toHaveAttribute('aria-pressed', 'true');
  await heart(page).click();
  await expect(page.getByText('Taken off your wishlist.')).toBeVisible();
});

test("'Book Now!' opens the booking modal: product name and price in Tk, name and email disabled and pre-filled, phone number and Pickup Point; then Booking Confirmed, the modal closes and the list refreshes [2.26 2.27 4.10 5.8]", async ({
  visit,
}) => {
  const { page } = await visit();
  const first = await register(page, 'Ayesha Rahman', 'Buyer');
  await openCategory(page);
  const { page: late } = await visit({ refused: [409] });
  await register(late, 'Late Lipi', 'Buyer');
  await openCategory(late);

  const dialog = await fillIn(page, BAG, '০১৮১২৩৪');
  await expect(dialog.locator('.price b')).toHaveText('Tk 6,500');
  await expect(dialog.getByLabel('Name')).toBeDisabled();
  await expect(dialog.getByLabel('Name')).toHaveValue('Ayesha Rahman');
  await expect(dialog.getByLabel('Email')).toBeDisabled();
  await expect(dialog.getByLabel('Email')).toHaveValue(first.email);
  await dialog.getByRole('button', { name: 'Confirm booking' }).click();
  await expect(dialog.getByText('That number has 7 digits. It needs 11.')).toBeVisible();
  await expectAccessible(page);
  await dialog.getByLabel('Phone number').fill('০১৮১২-৩৪৫৬৭৮');
  await dialog.getByRole('button', { name: 'Confirm booking' }).click();
  await expect(page.getByText('Booking Confirmed')).toBeVisible();
  await expect(dialog).toBeHidden();
  await expect(card(page, BAG).getByRole('button', { name: 'Booked' })).toBeDisabled();
  const [booking] = await call(page, first.token, 'GET', `/bookings?email=${encodeURIComponent(first.email)}`);
  expect(booking).toMatchObject({
    itemName: BAG,
    itemPrice: 6500,
    phone: '01812345678',
    location: 'Road 27, Dhanmondi',
    paid: false,
  });

  await test.step("booking failure: the toast shows the server's message field [8.6]", async () => {
    const refused = await fillIn(late, BAG, '01912345678');
    await refused.getByRole('button', { name: 'Confirm booking' }).click();
    await expect(late.locator('.toast')).toContainText('Someone booked this a moment ago.');
    await expect(refused, 'what was typed is kept').toBeVisible();
  });
});

test('the same thing is to be booked by buyers alone, and not by its own seller [2.26 7.21]', async ({ visit }) => {
  const { page } = await visit();
  await enter(page, stall.seller);
  await openCategory(page);
  await expect(card(page, `Pencil case ${PENCILS}, ${run}`)).toContainText('This is yours');
  await expect(card(page, LAMP).getByRole('button', { name: 'Book Now!' })).toBeDisabled();
  await expect(card(page, LAMP)).toContainText('Buyer accounts can book.');
});
