import { expect } from '@playwright/test';
import { enter, PASSWORD, register } from './people.ts';
import { book, categoryId, openSellerFixture, type SellerFixture } from './seller-fixture.ts';
import { expectAccessible, expectNoOverflow, ready, test } from './visit.ts';

const CATEGORY = 'Feeding';
const run = Date.now();
const SURNAME = 'Chowdhury';

let fixture: SellerFixture;
let chair: string;

test.beforeAll(async () => {
  fixture = await openSellerFixture(CATEGORY, `Sadia ${SURNAME}`);
  chair = await fixture.list(`High chair ${run}`, { description: 'One leg was glued.\nIt holds.' });
});
test.afterAll(() => fixture.close());

test('a visitor of a product signs in to book it, and lands in its open booking dialog [15.4]', async ({ visit }) => {
  const { page: elsewhere } = await visit();
  const buyer = await register(elsewhere, 'Bilkis Banu', 'Buyer');
  const { page } = await visit();
  const address = `/items/${chair}`;
  await page.goto(address);
  await expect(page.getByRole('heading', { level: 1, name: `High chair ${run}` })).toBeVisible();
  const main = page.getByRole('main');
  await ready(page);
  await main.getByRole('link', { name: 'Log in to book' }).click();
  await expect(page).toHaveURL(`/login?from=${encodeURIComponent(`${address}?book=${chair}`)}`);
  await expect(page.getByText(`Log in to book High chair ${run}.`)).toBeVisible();
  await page.locator('[name="email"]').fill(buyer.email);
  await page.locator('[name="password"]').fill(PASSWORD);
  await main.getByRole('button', { name: 'Login', exact: true }).click();
  await expect(page).toHaveURL(`${address}?book=${chair}`);
  const dialog = page.getByRole('dialog', { name: `High chair ${run}` });
  await expect(dialog.getByLabel('Phone number')).toBeVisible();
  await dialog.getByRole('button', { name: 'Close' }).click();
  await expect(page).toHaveURL(address);
  await expect(main.getByRole('link', { name: 'Call 01712345678' })).toBeVisible();
  await expect(main.getByRole('button', { name: 'Book Now!' })).toBeEnabled();
  await expect(main.getByRole('button', { name: 'Report this item' })).toBeVisible();
});

test('a buyer saves a product, removes it and undoes that, then books it; the page then says until when to pay [15.5 15.13]', async ({
  visit,
}) => {
  const { page } = await visit();
  await register(page, 'Hena Heart', 'Buyer');
  const id = await fixture.list(`Booster seat ${run}`);
  await page.goto(`/items/${id}`);
  await ready(page);
  const heart = page.getByRole('button', { name: `Save Booster seat ${run} to wishlist` });
  await heart.click();
  await expect(page.getByText('Added to your wishlist!')).toBeVisible();
  await heart.click();
  await expect(page.getByText('Removed from wishlist.')).toBeVisible();
  await expect(heart).toHaveAttribute('aria-pressed', 'false');
  const savedAgain = page.waitForResponse((response) => response.request().method() === 'POST');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(heart).toHaveAttribute('aria-pressed', 'true');
  await savedAgain;
  await page.reload();
  await expect(heart).toHaveAttribute('aria-pressed', 'true');
  await ready(page);

  await page.getByRole('button', { name: 'Book Now!' }).click();
  await expect(page).toHaveURL(`/items/${id}?book=${id}`);
  const dialog = page.getByRole('dialog', { name: `Booster seat ${run}` });
  await dialog.getByLabel('Phone number').fill('01812345678');
  await dialog.getByLabel('Pickup Point').fill('Road 27, Dhanmondi');
  await dialog.getByRole('button', { name: 'Confirm booking' }).click();
  await expect(page.getByText('Booking Confirmed')).toBeVisible();
  await expect(dialog).toBeHidden();
  await expect(page).toHaveURL(`/items/${id}`);
  await expect(page.getByText('You booked this. Pay by')).toBeVisible();
  await expect(page.getByRole('link', { name: `Pay for Booster seat ${run}` })).toHaveAttribute(
    'href',
    /^\/dashboard\/payment\/[\w-]{36}$/,
  );
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await expectAccessible(page);
});

test('the dialog tells the second buyer the reason of the refusal, and the address of a booked product opens no dialog', async ({
  visit,
}) => {
  const id = await fixture.list(`Travel cot ${run}`);
  const { page: elsewhere } = await visit();
  const first = await register(elsewhere, 'Farida First', 'Buyer');
  const { page } = await visit({ refused: [409] });
  await register(page, 'Late Lipi', 'Buyer');
  await page.goto(`/items/${id}?book=${id}`);
  await ready(page);
  const dialog = page.getByRole('dialog', { name: `Travel cot ${run}` });
  await dialog.getByLabel('Phone number').fill('01912345678');
  await dialog.getByLabel('Pickup Point').fill('Road 27, Dhanmondi');
  await book(elsewhere, first, id);
  await dialog.getByRole('button', { name: 'Confirm booking' }).click();
  await expect(dialog.getByText('Someone just booked this.')).toBeVisible();
  await expect(page.locator('.item-bar')).toContainText('Booked');
  await expect(dialog, 'the typed text is kept').toBeVisible();
  await dialog.getByRole('button', { name: 'Close' }).click();
  await page.getByRole('button', { name: 'Discard' }).click();
  await expect(page).toHaveURL(`/items/${id}`);

  await page.goto(`/products/${await categoryId(page, CATEGORY)}?book=${id}`);
  await ready(page);
  await expect(page.locator(`#offer-${id}`).getByRole('button', { name: 'Booked' })).toBeVisible();
  await page.waitForLoadState('networkidle');
  await expect(dialog).toBeHidden();
});

test('a seller edits an own product from its page, and another seller starts buying there [15.5]', async ({
  visit,
}) => {
  const { page } = await visit();
  await enter(page, fixture.seller);
  await page.goto(`/items/${chair}`);
  await expect(page.getByText('This is yours')).toBeVisible();
  await expect(page.getByRole('link', { name: `Edit: High chair ${run}` })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Report this item' })).toHaveCount(0);
  const corner = await openSellerFixture(CATEGORY, 'Rafiq Unchecked', false);
  const { page: other } = await visit();
  await enter(other, corner.seller);
  await other.goto(`/items/${chair}`);
  await expect(other.getByRole('button', { name: 'Book Now!' })).toBeDisabled();
  await ready(other);
  await other.getByRole('button', { name: 'Start buying' }).click();
  await expect(other.getByRole('button', { name: 'Book Now!' })).toBeEnabled();
  await expect(other).toHaveURL(`/items/${chair}`);
  await corner.close();
});

test('on a phone the booking button stays at the bottom of the screen, in both themes and languages [15.7]', async ({
  visit,
}) => {
  const { page } = await visit({ viewport: { width: 360, height: 640 } });
  await register(page, 'Phone Poly', 'Buyer');
  const url = `http://localhost:${process.env.E2E_PORT}`;
  for (const [lang, theme] of [
    ['en', 'dark'],
    ['bn', 'light'],
  ] as const) {
    await page.context().addCookies([
      { name: 'lang', value: lang, url },
      { name: 'theme', value: theme, url },
    ]);
    await page.goto(`/items/${chair}`);
    await ready(page);
    const book = page.locator('.item-bar').getByRole('button').first();
    await expect(book).toBeEnabled();
    await expect(book).toBeInViewport({ ratio: 1 });
    await page.getByRole('contentinfo').scrollIntoViewIfNeeded();
    await expect(book).toBeInViewport({ ratio: 1 });
    await expectNoOverflow(page);
  }
});
