import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestStore, provider, type TestStore } from './support/test-store.ts';

let store: TestStore;
beforeAll(async () => {
  store = await openTestStore({
    APP_MODE: 'production',
    NODE_ENV: 'production',
    PUBLIC_URL: 'https://store.example',
    AUTH_SECRET: '7Jq0mVxT2kYpR9sZcLwB4nHdGfEaUoIi',
    SMTP_URL: 'smtp://127.0.0.1:9',
    STRIPE_SECRET_KEY: 'sk_live_12345678',
    STRIPE_PUBLISHABLE_KEY: 'pk_live_12345678',
    STRIPE_WEBHOOK_SECRET: 'whsec_12345678',
    RATE_LIMITS: 'on',
  });
});
afterAll(() => store.close());

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
    { origin: 'https://store.example' },
  );
  expect(answer.statusCode, answer.body).toBe(200);
  expect(answer.headers['strict-transport-security']).toBe('max-age=31536000; includeSubDomains');
  expect(answer.headers['content-security-policy']).toContain('upgrade-insecure-requests');
  const cookies = [answer.headers['set-cookie'] ?? []].flat();
  expect(cookies.length).toBeGreaterThan(0);
  for (const cookie of cookies) expect(cookie).toMatch(/^__Secure-.*HttpOnly; Secure; SameSite=Lax/i);
});
