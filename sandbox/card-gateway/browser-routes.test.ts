import { afterEach, beforeEach, expect, test } from 'vitest';
import { startTestGateway, type TestGateway } from './gateway.fixtures.ts';

let gateway: TestGateway;
beforeEach(async () => {
  gateway = await startTestGateway();
});
afterEach(() => gateway.close());

test.each(['', '/sandbox/stripe'])('the script and the card field are served under "%s"', async (mount) => {
  const script = await fetch(`${gateway.url}${mount}/stripe.js`);
  expect(script.headers.get('content-type')).toContain('text/javascript');
  const text = await script.text();
  expect(text).not.toMatch(/^(import|export) /m);
  expect(() => new Function(text)).not.toThrow();
  const field = await fetch(`${gateway.url}${mount}/field`);
  const policy = field.headers.get('content-security-policy') ?? '';
  expect(policy).toContain('sandbox allow-scripts');
  expect(policy).toContain("frame-ancestors 'self' http://127.0.0.1:");
  expect(policy).not.toContain('unsafe');
  for (const [, file] of (await field.text()).matchAll(/(?:href|src)="([^"]+)"/g)) {
    expect((await fetch(`${gateway.url}${mount}/${file}`)).status).toBe(200);
  }
});

test('the list of payments shows payments and deliveries as text', async () => {
  const metadata = { note: '<script>alert(1)</script>' };
  const { id } = await gateway.stripe.paymentIntents.create({ amount: 450_000, currency: 'bdt', metadata });
  await gateway.waitForEvents(1);
  const page = await (await fetch(`${gateway.url}/sandbox/stripe`)).text();
  expect(page).toContain(id);
  expect(page).toContain('BDT');
  expect(page).toContain('payment_intent.created');
  expect(page).toContain('This is a sandbox');
  expect(page).not.toContain('<script>alert');
  expect(page).not.toContain('_secret_');
});

test('an unknown path of the API is a 404 in Stripe’s form', async () => {
  const answer = await fetch(`${gateway.url}/v1/customers`, {
    headers: { authorization: `Bearer ${gateway.secretKey}` },
  });
  expect(answer.status).toBe(404);
  expect(await answer.json()).toMatchObject({ error: { type: 'invalid_request_error' } });
});

test.each([
  'amount[a=1',
  'amount=1&amount[b]=2',
  '__proto__[admin]=1',
  'a[b][c][d][e][f][g]=1',
  'amount=%00%ff&currency=bdt',
  'metadata=text&amount=100&currency=bdt',
  'expand=x&amount=100&currency=bdt',
  'expand[]=nonsense&amount=100&currency=bdt',
])('a malformed body is a 400: %s', async (body) => {
  const headers = { authorization: `Bearer ${gateway.secretKey}`, 'content-type': 'application/x-www-form-urlencoded' };
  const answer = await fetch(`${gateway.url}/v1/payment_intents`, { method: 'POST', headers, body });
  expect(answer.status).toBe(400);
  expect(await answer.json()).toMatchObject({ error: { type: 'invalid_request_error' } });
});
