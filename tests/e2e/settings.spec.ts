import { expect, type Page } from '@playwright/test';
import Fastify from 'fastify';
import { createCardGateway } from '../../sandbox/card-gateway/gateway.ts';
import { openListener, openOwnStore } from './own-store.ts';
import { call } from './people.ts';
import { categoryId } from './seller-fixture.ts';
import { answerBank, ready, signUp, storedToken, test, typeCard } from './visit.ts';

const KEYS = { secretKey: 'sk_test_elsewhere', publishableKey: 'pk_test_elsewhere', webhookSecret: 'whsec_elsewhere' };

/** A card gateway with its API at one port and its script at another. */
async function openGateway(webhookUrl: () => string) {
  const gateway = createCardGateway({ file: ':memory:', ...KEYS, webhookUrl });
  const servers = [Fastify({ forceCloseConnections: true }), Fastify({ forceCloseConnections: true })];
  const addresses: string[] = [];
  for (const server of servers) {
    await server.register(gateway.plugin);
    addresses.push(await server.listen({ host: '127.0.0.1', port: 0 }));
  }
  const [api = '', script = ''] = addresses;
  return {
    api,
    script,
    async close() {
      for (const server of servers) await server.close();
      await gateway.close();
    },
  };
}

/** Returns a heart that knows whether the buyer saved its product. */
const ownHeart = (page: Page) => page.locator('.item-row .heart[aria-pressed]').first();

test('the settings of the owner decide badge, currency, password length, token listener and card gateway [7.31]', async ({
  visit,
}) => {
  test.setTimeout(150_000);
  const listener = await openListener();
  let webhook = '';
  const gateway = await openGateway(() => webhook);
  const store = await openOwnStore({
    STRIPE_SECRET_KEY: KEYS.secretKey,
    STRIPE_PUBLISHABLE_KEY: KEYS.publishableKey,
    STRIPE_WEBHOOK_SECRET: KEYS.webhookSecret,
    STRIPE_API_BASE: gateway.api,
    STRIPE_JS_URL: `${gateway.script}/stripe.js`,
    TOKEN_SYNC_URL: `${listener.address}/tokens`,
    BADGE_TEXT: 'HALF PRICE',
    CURRENCY_LABEL: 'Taka',
    PASSWORD_MIN: '8',
  });
  webhook = `${store.address}/api/payments/webhook`;
  const { page, complaints } = await visit({ baseURL: store.address, refused: ['net::ERR_CONNECTION_REFUSED'] });
  const email = `rahima${Date.now()}@example.com`;
  try {
    await test.step('badge and currency', async () => {
      await page.goto(store.address);
      await expect(page.locator('.deals')).toContainText('HALF PRICE');
      await expect(page.locator('.deals')).toContainText(/Taka\s[\d,]+/);
      await expect(page.locator('main')).not.toContainText('50% OFF');
    });

    await test.step('password length', async () => {
      await page.goto(`${store.address}/signup`);
      await ready(page);
      await page.locator('[name="password"]').fill('seven77');
      await page.getByRole('button', { name: 'Register' }).click();
      await expect(page.getByText('Password must be 8 character or longer').first()).toBeVisible();
    });

    await test.step('a registration sends its token to the listener', async () => {
      await page.goto(`${store.address}/signup`);
      await signUp(page, { name: 'Rahima Khatun', email, category: 'Buyer' });
      await expect(page).toHaveURL(`${store.address}/`);
      await expect.poll(() => listener.heard).toEqual([`POST /tokens Bearer ${await storedToken(page)}`]);
      // The page asks for the buyer's wishes. A sign-out during that request would refuse it.
      await expect(ownHeart(page)).toBeVisible();
    });

    await test.step('a sign-out and the next sign-in send it, too', async () => {
      const token = await storedToken(page);
      await page.getByRole('button', { name: 'Sign Out' }).click();
      await expect(page).toHaveURL(`${store.address}/login`);
      await expect.poll(() => listener.heard.at(-1)).toBe(`DELETE /tokens Bearer ${token}`);
      await page.locator('[name="email"]').fill(email);
      await page.locator('[name="password"]').fill('secret-1234');
      await page.getByRole('button', { name: 'Login', exact: true }).last().click();
      await expect(page).toHaveURL(`${store.address}/`);
      await expect.poll(() => listener.heard).toHaveLength(3);
      expect(listener.heard[2]).toBe(`POST /tokens Bearer ${await storedToken(page)}`);
      await expect(ownHeart(page)).toBeVisible();
    });

    await test.step('a sign-in with Google sends it, too', async () => {
      await page.getByRole('button', { name: 'Sign Out' }).click();
      await expect(page).toHaveURL(`${store.address}/login`);
      const opened = page.waitForEvent('popup');
      await page.getByRole('button', { name: 'CONTINUE WITH GOOGLE' }).click();
      const popup = await opened;
      await popup.locator('[name="email"]').fill(`google${Date.now()}@example.com`);
      await popup.locator('[name="name"]').fill('Nasima');
      await popup.locator('button[type="submit"]').first().click();
      await page.getByRole('button', { name: 'Continue', exact: true }).click();
      await expect(page).toHaveURL(`${store.address}/`);
      await expect.poll(() => listener.heard).toHaveLength(5);
      expect(listener.heard[4]).toBe(`POST /tokens Bearer ${await storedToken(page)}`);
    });

    await test.step('a card is paid, with 3-D Secure, at a gateway on other ports, which the policy names', async () => {
      const token = (await storedToken(page)) ?? '';
      const listed = await call(page, token, 'GET', `/products/category/${await categoryId(page, 'Outdoor')}`);
      const { _id: itemId } = listed.find(({ booked }: { booked: boolean }) => !booked);
      const body = { itemId, phone: '01812345678', location: 'Road 27, Dhanmondi' };
      const { insertedId: bookingId } = await call(page, token, 'POST', '/bookings', body);
      const answer = await page.goto(`${store.address}/dashboard/payment/${bookingId}`);
      const policy = (await answer?.headerValue('content-security-policy')) ?? '';
      expect(policy).toMatch(new RegExp(`script-src [^;]*${gateway.script}(;| )`));
      for (const directive of ['connect-src', 'frame-src'])
        for (const origin of [gateway.api, gateway.script])
          expect(policy).toMatch(new RegExp(`${directive} [^;]*${origin}(;| |$)`));
      expect(policy).not.toContain('stripe.com');

      await ready(page);
      await typeCard(page, '4000002500003155');
      await page.getByRole('button', { name: /^Pay/ }).click();
      await answerBank(page, 'Complete');
      await expect(page.getByRole('heading', { name: 'congrats! Your payment completed' })).toBeVisible();
      expect(await call(page, token, 'GET', `/bookings/${bookingId}`)).toMatchObject({ paid: true });
    });

    await test.step('a listener that does not answer does not stop a sign-out', async () => {
      expect(complaints).toEqual([]);
      await listener.close();
      await page.getByRole('button', { name: 'Sign Out' }).click();
      await expect(page).toHaveURL(`${store.address}/login`);
      await expect(page.getByText('You signed out.').first()).toBeVisible();
    });
  } finally {
    // Without its server the page would log failed requests.
    await page.context().close();
    await store.close();
    await gateway.close();
  }
});
