import { expect, type Page } from '@playwright/test';
import { freshEmail, openCaller, PASSWORD, register } from './people.ts';
import { categoryId, openSellerFixture } from './seller-fixture.ts';
import { expectNoOverflow, ready, test } from './visit.ts';

const WITHOUT_SCRIPT = { javaScriptEnabled: false, viewport: { width: 360, height: 800 } };

/** Holds the scripts of the pages that load from now on. Returns a function that lets them load. */
async function holdScripts(page: Page): Promise<() => void> {
  const held = Promise.withResolvers<void>();
  await page.route(/assets.*js/, async (route) => {
    await held.promise;
    await route.continue();
  });
  return () => held.resolve();
}

test('without a script a buyer saves, reports, books and cancels', async ({ visit }) => {
  const fixture = await openSellerFixture('Prams', 'Sadia Karim');
  const name = `Pram without a script ${Date.now()}`;
  const id = await fixture.list(name);
  const { page } = await visit(WITHOUT_SCRIPT);
  await register(page, 'Bilkis Banu', 'Buyer');
  const card = page.locator(`#offer-${id}`);
  const category = `/products/${await categoryId(page, 'Prams')}`;

  await page.goto(category);
  await card.getByRole('button', { name: `Save ${name} to wishlist` }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Added to your wishlist!' })).toBeVisible();
  await expect(card.getByRole('button', { name: `Save ${name} to wishlist` })).toHaveAttribute('aria-pressed', 'true');

  await card.getByRole('button', { name: `Report: ${name}` }).click();
  await expect(page).toHaveURL(`/dashboard/myreports?report=${id}#dialog`);
  await page.locator('[name="reason"]').fill('The picture is from another shop.');
  await page.getByRole('button', { name: 'Send report' }).click();
  await expect(page.getByRole('table')).toContainText(name);

  await page.goto(category);
  await card.getByRole('button', { name: 'Book Now!' }).click();
  await expectNoOverflow(page);
  await page.locator('[name="phone"]').fill('12');
  await page.locator('[name="location"]').fill('Mirpur 10');
  // Without a script Playwright does not scroll the button out from under the bar of tabs.
  await page.locator('[name="location"]').press('Enter');
  await expect(page.locator('[name="phone"]')).toHaveAttribute('aria-invalid', 'true');
  await expect(page.locator('[name="location"]')).toHaveValue('Mirpur 10');
  await page.locator('[name="phone"]').fill('01812345678');
  await page.locator('[name="phone"]').press('Enter');
  await expect(page.getByRole('status').filter({ hasText: 'Booking Confirmed' })).toBeVisible();

  await page.goto('/dashboard/myorders');
  await page.getByRole('button', { name: `Cancel booking: ${name}` }).click();
  await expect(page.getByRole('heading', { name: `Cancel the booking of ${name}?` })).toBeVisible();
  await expectNoOverflow(page);
  await page.locator('.dialog').getByRole('button').click();
  await expect(page.getByRole('status').filter({ hasText: name })).toBeVisible();
  await fixture.close();
});

test('before a script runs, the request to confirm the e-mail has its styles', async ({ visit }) => {
  const { page } = await visit(WITHOUT_SCRIPT);
  await register(page, 'Bilkis Banu', 'Buyer');
  await page.goto('/dashboard/myorders');
  await expect(page.locator('.verify-banner-ask')).toHaveCSS('display', 'flex');
});

test('before a script runs, a page for another role has its styles', async ({ visit }) => {
  const { page } = await visit(WITHOUT_SCRIPT);
  await register(page, 'Bilkis Banu', 'Buyer');
  await page.goto('/dashboard/allsellers');
  await expect(page.locator('.wrong-role-actions')).toHaveCSS('display', 'flex');
  await page.goto('/dashboard/mybuyers');
  await expect(page.locator('.start')).toHaveCSS('display', 'grid');
});

test('without a script a visitor registers as a seller, lists a product, and deletes it after a confirmation', async ({
  visit,
}) => {
  const { page } = await visit(WITHOUT_SCRIPT);
  const email = freshEmail('Nasrin');
  await page.goto('/signup?as=seller&from=/dashboard/addproduct');
  await page.locator('[name="name"]').fill('Nasrin Sultana');
  await page.locator('[name="email"]').fill(email);
  await page.locator('[name="password"]').fill(PASSWORD);
  await page.getByRole('button', { name: 'Register' }).click();
  await expect(page).toHaveURL('/dashboard/addproduct');
  const name = `Cot without a script ${Date.now()}`;
  await page.locator('[name="imageURL"]').fill('https://example.com/cot.jpg');
  await page.locator('[name="productName"]').fill(name);
  await page.locator('[name="categoryId"]').selectOption({ index: 1 });
  await page.locator('[name="originalPrice"]').fill('9000');
  await page.locator('[name="resalePrice"]').fill('4000');
  await page.locator('[name="location"]').fill('Uttara');
  await page.locator('[name="phone"]').fill('01712345678');
  await page.getByRole('button', { name: 'List it' }).click();
  await expect(page).toHaveURL(/\/dashboard\/myproduct\?new=/);
  await expect(page.getByRole('row', { name })).toBeVisible();
  await page.getByRole('button', { name: `Delete: ${name}` }).click();
  await page.locator('.dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByRole('status').filter({ hasText: name })).toBeVisible();
  await expect(page.getByRole('row', { name })).toHaveCount(0);

  await page.context().clearCookies();
  await page.goto('/login?from=/dashboard/myproduct');
  await page.locator('[name="email"]').fill(email);
  await page.locator('[name="password"]').fill('wrong-1234');
  await page.getByRole('button', { name: 'Login' }).click();
  await expect(page.locator('.alert-error')).toBeVisible();
  await page.locator('[name="password"]').fill(PASSWORD);
  await page.getByRole('button', { name: 'Login' }).click();
  await expect(page).toHaveURL('/dashboard/myproduct');
});

test('text typed before the script has loaded is kept', async ({ visit }) => {
  const { page } = await visit();
  await register(page, 'Sadia Karim', 'Seller');
  const release = await holdScripts(page);
  await page.goto('/dashboard/addproduct', { waitUntil: 'commit' });
  await page.locator('[name="productName"]').fill('Typed early');
  release();
  await expect(page.getByRole('tab').first()).toBeVisible();
  await expect(page.locator('[name="productName"]')).toHaveValue('Typed early');
});

test('the answer to a form that was sent before the script had loaded stays once it has loaded', async ({ visit }) => {
  const { page } = await visit({ refused: [/preloaded/] });
  const { email } = await register(await openCaller(), 'Bilkis Banu', 'Buyer');
  let release = await holdScripts(page);
  await page.goto('/signup', { waitUntil: 'commit' });
  await page.locator('[name="name"]').fill('Bilkis Banu');
  await page.locator('[name="email"]').fill(email);
  await page.locator('[name="password"]').fill(PASSWORD);
  await page.getByRole('button', { name: 'Register' }).click();
  await expect(page.locator('.alert-error')).toBeVisible();
  release();
  await ready(page);
  await expect(page.locator('.alert-error')).toBeVisible();
  await expect(page.locator('[name="email"]')).toHaveValue(email);

  release = await holdScripts(page);
  await page.goto('/contact', { waitUntil: 'commit' });
  await page.locator('[name="name"]').fill('Bilkis Banu');
  await page.locator('[name="email"]').fill(email);
  await page.locator('[name="subject"]').selectOption('account');
  await page.locator('[name="message"]').fill('The photos of my item are upside down.');
  await page.getByRole('button', { name: 'Send message' }).click();
  await expect(page.locator('.contact-sent')).toBeVisible();
  release();
  await ready(page);
  await expect(page.locator('.contact-sent')).toBeVisible();
});

test('the answer about one record does not fill the form of another', async ({ visit }) => {
  const fixture = await openSellerFixture('Prams', 'Sadia Karim');
  const id = await fixture.list(`Pram one ${Date.now()}`);
  const otherId = await fixture.list(`Pram other ${Date.now()}`);
  const { page } = await visit({ refused: [/preloaded/] });
  await register(page, 'Bilkis Banu', 'Buyer');
  const release = await holdScripts(page);
  await page.goto(`/products/${await categoryId(page, 'Prams')}?book=${id}`, { waitUntil: 'commit' });
  const phone = page.locator('[name="phone"]');
  await phone.fill('12');
  await page.getByRole('button', { name: 'Confirm booking' }).click();
  await expect(phone).toHaveAttribute('aria-invalid', 'true');
  release();
  await ready(page);
  const dialog = page.getByRole('dialog');
  await expect(dialog.locator('[name="phone"]')).toHaveValue('12');
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await page.locator(`#offer-${otherId}`).getByRole('button', { name: 'Book Now!' }).click();
  await expect(phone).toHaveValue('');
  await expect(phone).not.toHaveAttribute('aria-invalid', 'true');
  await fixture.close();
});

test('text typed while the draft of the device is read is kept, and the draft fills the other fields', async ({
  visit,
}) => {
  const { page } = await visit({ ownContext: true });
  await register(page, 'Sadia Karim', 'Seller');
  await page.goto('/dashboard/addproduct');
  await ready(page);
  await page.locator('[name="description"]').fill('From the draft');
  await expect(page.getByText(/^Draft saved/)).toBeVisible();
  await page.addInitScript(() => {
    const read = Storage.prototype.getItem;
    Storage.prototype.getItem = function (key) {
      if (key.startsWith('draft.')) queueMicrotask(typeName);
      return read.call(this, key);
    };
    function typeName() {
      const name = document.querySelector<HTMLInputElement>('[name="productName"]');
      if (!name || name.value) return;
      name.focus();
      document.execCommand('insertText', false, 'Typed early');
    }
  });
  await page.reload();
  await ready(page);
  await expect(page.locator('[name="description"]')).toHaveValue('From the draft');
  await expect(page.locator('[name="productName"]')).toHaveValue('Typed early');
  await expect(page.locator('[name="productName"]')).toBeFocused();
});
