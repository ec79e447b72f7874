import { expect } from '@playwright/test';
import { register } from './people.ts';
import { book, openSellerFixture } from './seller-fixture.ts';
import { answerBank, expectAccessible, expectNoOverflow, ready, signUp, storedToken, test, typeCard } from './visit.ts';

const PRAM = `Coach pram ${Date.now()}`;

test('a parent sells a pram, another books it and pays by card [1.3 2.27 2.33 3.9 4.2 4.8 4.10 7.29 8.4 8.5 9.3 11.7]', async ({
  visit,
}) => {
  test.setTimeout(180_000);
  const [seller, buyer] = [await visit(), await visit()];

  const email = `seller${Date.now()}@example.com`;
  await test.step('a seller registers, signs out and signs in again', async () => {
    const { page } = seller;
    await page.goto('/signup');
    await signUp(page, { name: 'Sadia Karim', email, category: 'Seller' });
    await expect(page).toHaveURL('/');
    const token = (await storedToken(page)) ?? '';
    expect(token).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+$/);
    expect(JSON.parse(atob(token.split('.')[1] ?? '')).email, 'the token names no e-mail').toBeUndefined();
    await page.getByRole('button', { name: 'Sign Out' }).click();
    await expect(page).toHaveURL('/login');
    expect(await storedToken(page)).toBeNull();
    await page.locator('[name="email"]').fill(email);
    await page.locator('[name="password"]').fill('secret-1234');
    await page.getByRole('button', { name: 'Login', exact: true }).last().click();
    await expect(page).toHaveURL('/');
  });

  await test.step('and lists a pram, which is under My product as UNSOLD', async () => {
    const { page } = seller;
    await page.getByRole('link', { name: 'Dashboard' }).first().click();
    await page.getByRole('link', { name: 'Add a Product' }).first().click();
    await expect(page.locator('[name="categoryId"]')).toBeVisible();
    await page.getByRole('tab', { name: 'Paste a link' }).click();
    await page.locator('[name="imageURL"]').fill('/demo/01-pram-gada-mint-800.webp');
    await page.locator('[name="productName"]').fill(PRAM);
    await page.locator('[name="categoryId"]').selectOption({ label: 'Prams' });
    await page.locator('[name="description"]').fill('Two children slept in it. One wheel squeaks.');
    await page.locator('label:has([name="quality"][value="Good"])').click();
    await page.locator('[name="useYear"]').fill('2');
    await page.locator('[name="originalPrice"]').fill('12,000');
    await page.locator('[name="resalePrice"]').fill('৬৫০০');
    await page.locator('[name="location"]').fill('Dhanmondi, Dhaka');
    await page.locator('[name="phone"]').fill('01712-345678');
    await page.getByRole('button', { name: 'List it' }).click();
    await expect(page).toHaveURL(/\/dashboard\/myproduct/);
    const row = page.getByRole('row').filter({ hasText: PRAM });
    await expect(row).toContainText('UNSOLD');
    await expect(row).toContainText('Tk 6,500');
  });

  await test.step('a buyer opens the prams, registers, and comes back to them', async () => {
    const { page } = buyer;
    await page.goto('/');
    await page.locator('.quilt').getByRole('link', { name: /Prams/ }).first().click();
    await expect(page).toHaveURL(/\/login\?from=/);
    await page.getByRole('link', { name: /Create an account/ }).click();
    await signUp(page, { name: 'Ayesha Rahman', email: `ayesha${Date.now()}@example.com`, category: 'Buyer' });
    await expect(page).toHaveURL(/\/products\/[0-9a-f-]{36}$/);
    await expect(page.getByRole('heading', { level: 1, name: 'Prams' })).toBeVisible();
    await expectNoOverflow(page);
  });

  await test.step('and books it', async () => {
    const { page } = buyer;
    const card = page.getByRole('article').filter({ hasText: PRAM });
    await expect(card).toContainText('Tk 6,500');
    await expect(card).toContainText('01712345678');
    await expect(card).toContainText('Dhanmondi, Dhaka');
    await card.getByRole('button', { name: /Book Now!/ }).click();
    const dialog = page.getByRole('dialog').filter({ has: page.locator('[name="phone"]') });
    await expect(dialog).toContainText(PRAM);
    await expect(dialog.locator('input[disabled]').first()).toHaveValue('Ayesha Rahman');
    await dialog.locator('[name="phone"]').fill('0171 204 88');
    await dialog.locator('[name="location"]').fill('Road 27, Dhanmondi');
    await dialog.getByRole('button', { name: 'Confirm booking' }).click();
    await expect(dialog).toContainText('9 digits. It needs 11.');
    await dialog.locator('[name="phone"]').fill('০১৮১২৩৪৫৬৭৮');
    await dialog.getByRole('button', { name: 'Confirm booking' }).click();
    await expect(page.getByText('Booking Confirmed')).toBeVisible();
    await expect(dialog).toBeHidden();
    await expect(card).toContainText('Booked');
  });

  await test.step('pays by card, after a declined card', async () => {
    const { page } = buyer;
    await page.goto('/dashboard/myorders');
    const row = page.getByRole('row').filter({ hasText: PRAM });
    await row.getByRole('link', { name: /Pay/ }).click();
    await expect(page.getByRole('heading', { level: 1, name: `You have booked ${PRAM}` })).toBeVisible();
    await expect(page.getByText('To confirm, Please pay TK6500')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Pay', exact: true })).toBeEnabled();
    await expectNoOverflow(page);

    await typeCard(page, '4000000000000002');
    // The frame has an opaque origin: without CORS its font would not load.
    const root = page.frameLocator('iframe').first().locator('html');
    const loaded = () =>
      root.evaluate(() => [...document.fonts].some((font) => /Figtree/.test(font.family) && font.status === 'loaded'));
    await expect.poll(loaded, 'the card field has our font').toBe(true);
    await page.getByRole('button', { name: 'Pay', exact: true }).click();
    const declined = page.getByText('Card declined. Try another.');
    await expect(declined).toBeVisible();
    const [button, refusal] = [page.getByRole('button', { name: 'Pay', exact: true }), declined];
    const [below, above] = await Promise.all([button.boundingBox(), refusal.boundingBox()]);
    expect(below?.y, 'the refusal is above the button').toBeGreaterThan(above?.y ?? Number.POSITIVE_INFINITY);

    await typeCard(page, '4242424242424242');
    await page.getByRole('button', { name: 'Pay', exact: true }).click();
    await expect(page.getByText('congrats! Your payment completed')).toBeVisible();
    await expect(page.getByText(/Your transaction Id: pi_\w+/)).toBeVisible();
    await expectAccessible(page);
  });

  await test.step('it is Paid for the buyer and SOLD for the seller', async () => {
    await buyer.page.goto('/dashboard/myorders');
    await expect(buyer.page.getByRole('row').filter({ hasText: PRAM })).toContainText('Paid');
    await seller.page.goto('/dashboard/myproduct');
    await expect(seller.page.getByRole('row').filter({ hasText: PRAM })).toContainText('SOLD');
    await ready(seller.page);
  });
});

test('a payment with 3-D Secure completes after the step, or shows the reason of its failure [4.9]', async ({
  visit,
}) => {
  test.setTimeout(120_000);
  const fixture = await openSellerFixture('Toys and play', 'Sadia Karim');
  const { page } = await visit();
  const buyer = await register(page, 'Nusrat Jahan', 'Buyer');
  const bookingId = await book(page, buyer, await fixture.list(`Blocks ${Date.now()}`));
  await fixture.close();
  await page.goto(`/dashboard/payment/${bookingId}`);
  await expect(page.getByRole('button', { name: 'Pay', exact: true })).toBeEnabled();

  await typeCard(page, '4000002500003155');
  await page.getByRole('button', { name: 'Pay', exact: true }).click();
  await answerBank(page, 'Fail');
  await expect(page.getByText('Your bank did not confirm. Nothing was charged. Try again.')).toBeVisible();

  await page.getByRole('button', { name: 'Pay', exact: true }).click();
  await answerBank(page, 'Complete');
  await expect(page.getByText('congrats! Your payment completed')).toBeVisible();
});
