import { afterAll, beforeAll, expect, test } from 'vitest';
import { chooseMethod } from '#modules/handover/contract.ts';
import { getAccessToken, registerUser } from '#modules/identity/contract.ts';
import { createPaymentIntent, paymentSettings } from '#modules/payments/contract.ts';
import { createClient } from '#platform/contract/call-client.ts';
import { inProcessTransport } from '#platform/http/in-process-transport.ts';
import { cookieOf, openTestStore, provider, type TestStore } from './support/test-store.ts';

const ORIGIN = 'https://store.example';
const PRODUCTION = {
  APP_MODE: 'production',
  NODE_ENV: 'production',
  PUBLIC_URL: ORIGIN,
  AUTH_SECRET: '7Jq0mVxT2kYpR9sZcLwB4nHdGfEaUoIi',
  SMTP_URL: 'smtp://127.0.0.1:9',
  RATE_LIMITS: 'on',
};
const CARDS = {
  STRIPE_SECRET_KEY: 'sk_live_12345678',
  STRIPE_PUBLISHABLE_KEY: 'pk_live_12345678',
  STRIPE_WEBHOOK_SECRET: 'whsec_12345678',
};
const BKASH = {
  BKASH_BASE: 'https://bkash.example/checkout',
  BKASH_APP_KEY: 'app-key',
  BKASH_APP_SECRET: 'app-secret',
  BKASH_USERNAME: 'merchant',
  BKASH_PASSWORD: 'password',
};

const lines: string[] = [];
let store: TestStore;
beforeAll(async () => {
  const log = { write: (line: string) => void lines.push(line) };
  store = await openTestStore({ ...PRODUCTION, ...CARDS, LOG_LEVEL: 'warn' }, { log });
});
afterAll(() => store.close());

/** Signs up a buyer. Returns a client with the access token. */
async function buyerOf({ app }: TestStore) {
  const who = { name: 'Rumana', email: 'rumana@example.com' };
  const signUp = await provider(app, '/sign-up/email', { ...who, password: 'secret-1234' }, { origin: ORIGIN });
  const bySession = createClient(inProcessTransport(app, { cookie: cookieOf(signUp), origin: ORIGIN }));
  await bySession.send(registerUser, { body: { ...who, userCategory: 'Buyer' } });
  const { accessToken } = await bySession.send(getAccessToken, { query: { email: who.email } });
  return createClient(inProcessTransport(app, { authorization: `Bearer ${accessToken}` }));
}

test('a production store has no sandbox, no outbox, no demo OpenID provider and no open metrics [T36]', async () => {
  for (const path of [
    '/sandbox/outbox/',
    '/sandbox/stripe/',
    '/sandbox/stripe/v1/events',
    '/sandbox/bkash/',
    '/sandbox/sslcommerz/',
    '/sandbox/openid/',
    '/metrics',
  ])
    expect([path, (await store.app.inject(path)).statusCode]).toEqual([path, 404]);
  const popup = await store.app.inject(
    '/api/auth/oauth-popup/start?provider=google&popupOrigin=https%3A%2F%2Fstore.example&popupNonce=n1',
  );
  expect(popup.headers.location ?? '').not.toContain('sandbox');
  expect(popup.statusCode).toBeLessThan(500);
  expect(store.cards.sandbox).toBe(false);
});

test('a production store enforces https, and its cookies are Secure', async () => {
  const answer = await provider(
    store.app,
    '/sign-up/email',
    { name: 'Rumana', email: 'rumana@example.com', password: 'secret-1234' },
    { origin: ORIGIN },
  );
  expect(answer.statusCode, answer.body).toBe(200);
  expect(answer.headers['strict-transport-security']).toBe('max-age=31536000; includeSubDomains');
  expect(answer.headers['content-security-policy']).toContain('upgrade-insecure-requests');
  const cookies = [answer.headers['set-cookie'] ?? []].flat();
  expect(cookies.length).toBeGreaterThan(0);
  for (const cookie of cookies) expect(cookie).toMatch(/^__Secure-.*HttpOnly; Secure; SameSite=Lax/i);
});

test('a production store without the name of its business warns at its start, and one with it does not', async () => {
  const warning = 'The setting BUSINESS_NAME is missing';
  expect(lines.join('')).toContain(warning);
  lines.length = 0;
  const log = { write: (line: string) => void lines.push(line) };
  const business = { BUSINESS_NAME: 'Chhoto Haat Ltd', BUSINESS_ADDRESS: '7 Lake Road, Dhaka' };
  const named = await openTestStore({ ...PRODUCTION, ...CARDS, ...business, LOG_LEVEL: 'warn' }, { log });
  await named.close();
  expect(lines.join('')).not.toContain(warning);
});

const NOT_OFFERED = { status: 409, problem: { title: 'method-not-offered' } };

test('a store with the keys of bKash only offers bKash and cash, and refuses cards and SSLCommerz', async () => {
  const wallets = await openTestStore({ ...PRODUCTION, ...BKASH });
  try {
    const buyer = await buyerOf(wallets);
    const { methods, ...cards } = await buyer.send(paymentSettings, {});
    expect(methods.map(({ method }) => method)).toEqual(['bkash', 'cash']);
    expect(cards).toEqual({ publishableKey: '', scriptURL: '', sandbox: false });
    const id = '0190a0a0-0171-7234-9678-000000000000';
    const card = buyer.send(createPaymentIntent, { body: { bookingId: id, itemPrice: 6500 } });
    await expect(card).rejects.toMatchObject(NOT_OFFERED);
    const gateway = buyer.send(chooseMethod, { params: { id }, body: { method: 'sslcommerz' } });
    await expect(gateway).rejects.toMatchObject(NOT_OFFERED);
  } finally {
    await wallets.close();
  }
});

test('a store offers the methods in the order of PAYMENT_METHODS, and none that it does not name', async () => {
  const chosen = await openTestStore({ ...PRODUCTION, ...CARDS, ...BKASH, PAYMENT_METHODS: 'cash, bkash' });
  try {
    const buyer = await buyerOf(chosen);
    const { methods } = await buyer.send(paymentSettings, {});
    expect(methods.map(({ method }) => method)).toEqual(['cash', 'bkash']);
    const body = { bookingId: '0190a0a0-0171-7234-9678-000000000000', itemPrice: 6500 };
    await expect(buyer.send(createPaymentIntent, { body })).rejects.toMatchObject(NOT_OFFERED);
  } finally {
    await chosen.close();
  }
});
