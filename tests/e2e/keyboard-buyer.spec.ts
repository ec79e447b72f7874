import { expect } from '@playwright/test';
import { expectFocusSeen, tabTo } from './keyboard.ts';
import { register } from './people.ts';
import { categoryId, openSellerFixture } from './seller-fixture.ts';
import { ready, test } from './visit.ts';

const COT = `Cot ${Date.now()}`;

test('with the keyboard only, a buyer logs in, books and pays, with a visible focus at each step', async ({
  visit,
}) => {
  test.setTimeout(120_000);
  const fixture = await openSellerFixture('Nursery and sleep', 'Sadia Karim');
  await fixture.list(COT);
  const { page } = await visit({ viewport: { width: 1280, height: 800 }, refused: [402] });
  const { keyboard } = page;
  const buyer = await register(page, 'Kamal Keys', 'Buyer');
  await page.context().clearCookies();
  const category = `/products/${await categoryId(page, 'Nursery and sleep')}`;
  const main = page.getByRole('main');

  await test.step('the first Tab stop is the link to the content', async () => {
    await page.goto(category);
    await expect(page).toHaveURL(`/login?from=${encodeURIComponent(category)}`);
    await ready(page);
    await keyboard.press('Tab');
    await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();
    await expectFocusSeen(page);
    await keyboard.press('Enter');
    await expect(main).toBeFocused();
    await keyboard.press('Tab');
    await expect(main.locator(':focus')).toHaveCount(1);
  });

  await test.step('logs in after an error summary', async () => {
    const email = page.getByLabel('Email');
    if (!(await email.evaluate((input) => input === document.activeElement))) await tabTo(page, email);
    await keyboard.press('Enter');
    const summary = page.getByRole('region', { name: 'There is a problem' });
    await expect(summary).toBeFocused();
    await keyboard.press('Tab');
    await expect(summary.getByRole('link', { name: 'Email is required' })).toBeFocused();
    await keyboard.press('Enter');
    await expect(email).toBeFocused();
    await expectFocusSeen(page);
    await keyboard.type(buyer.email);
    await tabTo(page, page.getByLabel('Password', { exact: true }));
    await keyboard.type(buyer.password);
    await keyboard.press('Enter');
    await expect(page).toHaveURL(category);
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  });

  const card = page.getByRole('article').filter({ hasText: COT });
  const bookNow = card.getByRole('button', { name: 'Book Now!' });
  const dialog = page.getByRole('dialog', { name: COT });
  const phone = dialog.getByLabel('Phone number');

  await test.step('the focus moves into the dialog, stays there, and returns to its button', async () => {
    await tabTo(page, bookNow);
    await keyboard.press('Enter');
    await expect(phone).toBeFocused();
    await expectFocusSeen(page);
    for (let stop = 0; stop < 8; stop += 1) {
      await keyboard.press('Tab');
      await expect(dialog.locator(':focus')).toHaveCount(1);
    }
    await keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await expect(bookNow).toBeFocused();
    await expectFocusSeen(page);
  });

  await test.step('Escape asks before it discards text', async () => {
    await keyboard.press('Enter');
    await expect(phone).toBeFocused();
    await keyboard.type('01812345678');
    await keyboard.press('Escape');
    const question = page.getByRole('alertdialog', { name: 'Discard your text?' });
    await expect(question.getByRole('button', { name: 'Keep editing' })).toBeFocused();
    await keyboard.press('Enter');
    await expect(question).toBeHidden();
    await expect(dialog.locator(':focus')).toHaveCount(1);
  });

  await test.step('books', async () => {
    const point = dialog.getByLabel('Pickup Point');
    await tabTo(page, point);
    await keyboard.type('Road 27, Dhanmondi');
    await tabTo(page, dialog.getByRole('button', { name: 'Confirm booking' }));
    await keyboard.press('Enter');
    await expect(page.getByText('Booking Confirmed')).toBeVisible();
    await expect(dialog).toBeHidden();
    await expect(card.getByRole('heading', { name: COT }).getByRole('link')).toBeFocused();
  });

  await test.step('F6 moves the focus to the message, and its link opens My Orders', async () => {
    await keyboard.press('F6');
    await tabTo(page, page.locator('.toast').getByRole('link', { name: 'My Orders' }));
    await keyboard.press('Enter');
    await expect(page).toHaveURL('/dashboard/myorders');
    await expect(page.getByRole('heading', { level: 1, name: 'My Orders' })).toBeFocused();
  });

  await test.step('pays after a declined card', async () => {
    await tabTo(page, page.getByRole('link', { name: `Pay for ${COT}` }));
    await keyboard.press('Enter');
    await expect(page.getByRole('heading', { level: 1, name: `You have booked ${COT}` })).toBeFocused();
    const pay = page.getByRole('button', { name: 'Pay', exact: true });
    await expect(pay).toBeEnabled();
    const frame = page.locator('.payment-card iframe');
    const number = frame.contentFrame().locator('[autocomplete="cc-number"]');
    await tabTo(page, frame);
    await expect(number).toBeFocused();
    await keyboard.type('4000000000000002 1234 123'.replaceAll(' ', ''));
    await tabTo(page, pay);
    await keyboard.press('Enter');
    await expect(page.getByText('Card declined. Try another.')).toBeVisible();
    await expect(pay).toBeFocused();
    await expectFocusSeen(page);

    for (const name of ['cc-csc', 'cc-exp', 'cc-number']) {
      await keyboard.press('Shift+Tab');
      await expect(frame.contentFrame().locator(`[autocomplete="${name}"]`)).toBeFocused();
    }
    await keyboard.press('Control+A');
    await keyboard.type('4242424242424242');
    await tabTo(page, pay);
    await keyboard.press('Enter');
    await expect(page.getByRole('region', { name: 'congrats! Your payment completed' })).toBeFocused();
    await tabTo(page, main.getByRole('link', { name: 'My Orders' }).last());
    await keyboard.press('Enter');
    await expect(page.getByRole('row').filter({ hasText: COT })).toContainText('Paid');
  });
  await fixture.close();
});
