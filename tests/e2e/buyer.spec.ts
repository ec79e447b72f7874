import { expect, type Page } from '@playwright/test';
import { call, register } from './people.ts';
import { categoryId, openSellerFixture, type SellerFixture } from './seller-fixture.ts';
import { expectAccessible, expectNoOverflow, ready, test } from './visit.ts';

const CATEGORY = 'School';
const run = Date.now();
const BAG = `School bag with a wheel ${run}`;
const LAMP = `Desk lamp ${run}`;
/** More than one page of products. */
const PENCILS_COUNT = 24;

let fixture: SellerFixture;
let corner: SellerFixture;
let bagId: string;

test.beforeAll(async () => {
  fixture = await openSellerFixture(CATEGORY, 'Sadia Karim');
  corner = await openSellerFixture(CATEGORY, 'Rafiq Unchecked', false);
  for (let count = 1; count <= PENCILS_COUNT; count += 1) await fixture.list(`Pencil case ${count}, ${run}`);
  await corner.list(LAMP, { quality: 'Fair' });
  bagId = await fixture.list(BAG);
});

test.afterAll(async () => {
  await Promise.all([fixture.close(), corner.close()]);
});

const card = (page: Page, name: string) => page.getByRole('article').filter({ hasText: name });

async function openCategory(page: Page, category = CATEGORY): Promise<string> {
  const address = `/products/${await categoryId(page, category)}`;
  await page.goto(address);
  await expect(page.getByRole('article').first()).toBeVisible();
  await ready(page);
  return address;
}

/** Opens the booking dialog of a product and fills it in. */
async function fillIn(page: Page, name: string, phone: string) {
  await card(page, name).getByRole('button', { name: 'Book Now!' }).click();
  const dialog = page.getByRole('dialog', { name });
  await dialog.getByLabel('Phone number').fill(phone);
  await dialog.getByLabel('Pickup Point').fill('Road 27, Dhanmondi');
  return dialog;
}

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
  await expect(page.locator('.products-more p'), 'the focus of the link that is gone').toBeFocused();
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
  await expect(other.getByText('Already on your wishlist.')).toBeVisible();
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
  await expect(page).toHaveURL(`${address}?show=${bagId}#offer-${bagId}`);
  await expect(heart(page)).toHaveAttribute('aria-pressed', 'true');
  await heart(page).click();
  await expect(page.getByText('Removed from wishlist.')).toBeVisible();
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
  await expect(dialog.locator('.price b').filter({ visible: true })).toHaveText('Tk 6,500');
  await expect(dialog.getByLabel('Name')).toBeDisabled();
  await expect(dialog.getByLabel('Name')).toHaveValue('Ayesha Rahman');
  await expect(dialog.getByLabel('Email')).toBeDisabled();
  await expect(dialog.getByLabel('Email')).toHaveValue(first.email);
  await dialog.getByRole('button', { name: 'Confirm booking' }).click();
  await expect(dialog.getByText('The phone number has 7 digits. It needs 11.')).toBeVisible();
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
    await expect(late.locator('.toast')).toContainText('Someone just booked this.');
    await expect(refused, 'the typed text is kept').toBeVisible();
  });
});

test('a long description can be read in full on its card [2.25]', async ({ visit }) => {
  const { page } = await visit();
  await register(page, 'Lota Reader', 'Buyer');
  await openCategory(page, 'Prams');
  const long = page.getByRole('article').filter({ hasText: 'The large wheels manage the footpaths' });
  const text = long.getByText('Brake is firm.');
  const isCut = () => text.evaluate((element) => element.scrollHeight > element.clientHeight);
  await expect(long.getByRole('button', { name: 'Read more' })).toBeVisible();
  await expect.poll(isCut).toBe(true);
  await long.getByRole('button', { name: 'Read more' }).click();
  await expect.poll(isCut).toBe(false);
  await long.getByRole('button', { name: 'Show less' }).click();
  await expect.poll(isCut).toBe(true);
});
