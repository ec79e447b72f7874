import { expect } from '@playwright/test';
import { book, list, newMember, unique } from './members.ts';
import { payByCard } from './seller-fixture.ts';
import { ready, test } from './visit.ts';

test('a pick-up code is copied; if the browser refuses, the page says to write it down', async ({ visit }) => {
  const seller = await newMember(visit, 'Seller', 'Anika Sultana');
  const buyer = await newMember(visit, 'Buyer', 'Ayesha Rahman');
  const booking = await book(buyer, await list(seller, unique('Coach pram')));
  await payByCard(buyer.page, buyer.token, booking);
  const { page } = buyer;
  await page.goto(`/dashboard/myorders/${booking}`);
  await ready(page);
  const said = page.locator('.code-buttons').getByRole('status');
  const press = async (mayCopy: boolean) => {
    await page.evaluate((allowed) => {
      navigator.clipboard.writeText = () => (allowed ? Promise.resolve() : Promise.reject(new Error('refused')));
    }, mayCopy);
    await page.getByRole('button', { name: 'Copy code' }).click();
  };
  await press(true);
  await expect(said).toHaveText('Copied');
  await press(false);
  await expect(said).toHaveText('Not copied. Write the code down.');
});
