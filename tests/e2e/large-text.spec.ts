import { call, register } from './people.ts';
import { book, openSellerFixture, payByCard } from './seller-fixture.ts';
import { expectNoOverflow, test } from './support.ts';

test('at 320 px with text of 200 % no page scrolls sideways', async ({ visit, request }) => {
  const [shown] = await (await request.get('/api/products/advertise')).json();
  const fixture = await openSellerFixture('Feeding', 'Sadia Karim');
  const item = await fixture.list(`Sippy cup ${Date.now()}`);
  const { page } = await visit({ viewport: { width: 320, height: 640 } });
  const expectToFit = async (...paths: string[]) => {
    for (const path of paths) {
      await page.goto(path);
      await page.evaluate(() => {
        document.documentElement.style.fontSize = '200%';
      });
      await expectNoOverflow(page);
    }
  };
  await expectToFit('/', '/search', `/items/${shown._id}`, '/login', '/signup', '/contact');
  const buyer = await register(page, 'Bilkis Banu', 'Buyer');
  const bookingId = await book(page, buyer, item);
  await expectToFit(`/products/${shown.categoryId}`, '/dashboard/myorders', '/dashboard/account');
  await expectToFit(`/dashboard/payment/${bookingId}`, `/items/${item}`);
  const order = `/dashboard/myorders/${bookingId}`;
  await expectToFit(order);
  await page.context().addCookies([{ name: 'lang', value: 'bn', url: page.url() }]);
  await expectToFit('/', '/dashboard/myorders', order);
  await payByCard(page, buyer.token, bookingId);
  await expectToFit(order);
  await call(page, buyer.token, 'POST', `/bookings/${bookingId}/received`);
  await expectToFit(order);
  // An open order asks for changes, which is refused without a session.
  await page.goto('about:blank');
  await page.context().clearCookies();
  await register(page, 'Sadia Karim', 'Seller');
  await expectToFit('/dashboard/addproduct');
  await fixture.close();
});
