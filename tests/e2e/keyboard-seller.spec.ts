import { expect } from '@playwright/test';
import { expectFocusSeen, expectTrapped, press, tabTo, type } from './keyboard.ts';
import { newMember, PICTURE, rowOf, unique } from './members.ts';
import { ready, test } from './visit.ts';

test('with the keyboard only, a seller logs in, lists a product, advertises it, marks it sold and deletes it', async ({
  visit,
}) => {
  const { email, password } = await newMember(visit, 'Seller', 'Sadia Karim');
  const { page } = await visit();
  const name = unique('Rocking horse');
  const row = rowOf(page, name);

  await test.step('logs in', async () => {
    await page.goto('/login');
    await ready(page);
    await press(page, page.getByRole('link', { name: 'Skip to content' }));
    await expect(page.getByRole('main')).toBeFocused();
    await type(page, 'email', email);
    await type(page, 'password', password);
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL('/');
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  });

  await test.step('goes to Add a Product; the focus is on each new page’s heading', async () => {
    await press(page, page.getByRole('banner').getByRole('link', { name: 'Dashboard' }), 'Shift+Tab');
    await expect(page.getByRole('heading', { level: 1, name: 'Added Products' })).toBeFocused();
    await press(page, page.getByRole('main').getByRole('link', { name: 'Add a Product' }).last());
    await expect(page.getByRole('heading', { level: 1, name: 'Add a Product' })).toBeFocused();
  });

  await test.step('fills the form in, from a picture to a phone number', async () => {
    await tabTo(page, page.getByRole('tab').first());
    await page.keyboard.press('ArrowRight');
    await expect(page.getByRole('tab', { name: 'Paste a link' })).toBeFocused();
    await page.keyboard.press('Enter');
    await tabTo(page, page.locator('[name="imageURL"]'));
    await page.keyboard.insertText(PICTURE);
    await type(page, 'productName', name);
    await type(page, 'categoryId', 'Toys');
    await type(page, 'description', 'It has carried two children to Dinajpur and back.');
    await tabTo(page, page.getByRole('radio', { name: 'Excellent' }));
    await page.keyboard.press('ArrowDown');
    await expect(page.getByRole('radio', { name: 'Good' })).toBeChecked();
    await expectFocusSeen(page);
    await type(page, 'useYear', '৩');
    await type(page, 'originalPrice', '4000');
    await type(page, 'resalePrice', '১৮০০');
    await type(page, 'location', 'Mirpur 10 metro station');
    await type(page, 'phone', '01712345678');
    await page.keyboard.press('Enter');
    await expect(page.getByText(`${name} is live.`)).toBeVisible();
    await expect(row).toContainText('Tk 1,800');
    await expect(page.getByRole('heading', { level: 1, name: 'Added Products' })).toBeFocused();
  });

  await test.step('advertises it; the focus stays on the changed button', async () => {
    await press(page, row.getByRole('button', { name: `Advertise: ${name}` }));
    await expect(row).toContainText('Advertised');
    await expect(row.getByRole('button', { name: `Stop advertising: ${name}` })).toBeFocused();
    await expectFocusSeen(page);
  });

  const unsold = row.getByRole('button', { name: `UNSOLD. Mark ${name} as sold` });
  await test.step('a question before the sale traps the focus and returns it', async () => {
    await press(page, unsold, 'Shift+Tab');
    const question = page.getByRole('alertdialog', { name: `Mark ${name} sold?` });
    await expect(question.getByRole('button', { name: 'Not yet' })).toBeFocused();
    await expectTrapped(page, question);
    await page.keyboard.press('Escape');
    await expect(question).toHaveCount(0);
    await expect(unsold).toBeFocused();
    await expectFocusSeen(page);
    await page.keyboard.press('Enter');
    await press(page, question.getByRole('button', { name: 'Mark as sold' }));
    await expect(row).toContainText('Not for sold items');
    await expect(page.getByRole('heading', { level: 1, name: 'Added Products' })).toBeFocused();
  });

  await test.step('and deletes it', async () => {
    const button = row.getByRole('button', { name: `Delete: ${name}` });
    await press(page, button);
    const question = page.getByRole('alertdialog', { name: `Delete ${name}?` });
    await expect(question.getByRole('button', { name: 'Keep it' })).toBeFocused();
    await expectTrapped(page, question);
    await page.keyboard.press('Escape');
    await expect(button).toBeFocused();
    await page.keyboard.press('Enter');
    await press(page, question.getByRole('button', { name: 'Delete' }));
    await expect(page.getByText(`${name} deleted`)).toBeVisible();
    await expect(page.getByText('Nothing listed yet')).toBeVisible();
    await expect(page.getByRole('heading', { level: 1, name: 'Added Products' })).toBeFocused();
  });
});
