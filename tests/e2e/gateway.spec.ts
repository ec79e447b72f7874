import { expect } from '@playwright/test';
import Fastify from 'fastify';
import { createCardGateway } from '../../sandbox/card-gateway/gateway.ts';
import { openOwnStore } from './own-store.ts';
import { call } from './people.ts';
import { categoryId } from './seller-fixture.ts';
import { answerBank, ready, signUp, storedToken, test, typeCard } from './support.ts';

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

test('a card is paid, with 3-D Secure, through another gateway at other ports, which the policy of the page names', async ({
  visit,
}) => {
  test.setTimeout(150_000);
  let webhook = '';
  const gateway = await openGateway(() => webhook);
  const store = await openOwnStore({
    STRIPE_SECRET_KEY: KEYS.secretKey,
    STRIPE_PUBLISHABLE_KEY: KEYS.publishableKey,
    STRIPE_WEBHOOK_SECRET: KEYS.webhookSecret,
    STRIPE_API_BASE: gateway.api,
    STRIPE_JS_URL: `${gateway.script}/stripe.js`,
  });
  webhook = `${store.address}/api/payments/webhook`;
  try {
    const { page } = await visit({ baseURL: store.address });
    await page.goto('/signup');
    await signUp(page, { name: 'Piya Pay', email: `piya${Date.now()}@example.com`, category: 'Buyer' });
    await expect.poll(() => storedToken(page)).not.toBeNull();
    const token = (await storedToken(page)) ?? '';
    const listed = await call(page, token, 'GET', `/products/category/${await categoryId(page, 'Outdoor')}`);
    const { _id: itemId } = listed.find(({ booked }: { booked: boolean }) => !booked);
    const body = { itemId, phone: '01812345678', location: 'Road 27, Dhanmondi' };
    const { insertedId } = await call(page, token, 'POST', '/bookings', body);

    const answer = await page.goto(`/dashboard/payment/${insertedId}`);
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
    expect(await call(page, token, 'GET', `/bookings/${insertedId}`)).toMatchObject({ paid: true });
  } finally {
    await store.close();
    await gateway.close();
  }
});
