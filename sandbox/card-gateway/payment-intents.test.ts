import { readFileSync } from 'node:fs';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type Stripe from 'stripe';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { cardFields, startTestGateway, type TestGateway } from './gateway.fixtures.ts';

let gateway: TestGateway;
beforeEach(async () => {
  gateway = await startTestGateway();
});
afterEach(() => gateway.close());

const TAKA = { amount: 450_000, currency: 'bdt' };

async function payInBrowser(number: string) {
  const intent = await gateway.stripe.paymentIntents.create(TAKA);
  const method = await gateway.postAsBrowser('/sandbox/stripe/v1/payment_methods', cardFields(number));
  const answer = await gateway.postAsBrowser(`/sandbox/stripe/v1/payment_intents/${intent.id}/confirm`, {
    client_secret: intent.client_secret ?? '',
    payment_method: method.body.id,
    use_stripe_sdk: 'true',
  });
  return { ...answer, intent, method: method.body };
}

function rejection(promise: Promise<unknown>): Promise<Stripe.errors.StripeError> {
  return promise.then(
    () => expect.fail('the call succeeded'),
    (error) => error,
  );
}

test('a created payment can be retrieved', async () => {
  const made = await gateway.stripe.paymentIntents.create({
    ...TAKA,
    metadata: { bookingId: '7' },
    allowed_payment_method_types: ['card'],
  });
  expect(made.id).toMatch(/^pi_[A-Za-z0-9]{24}$/);
  expect(made.client_secret).toMatch(new RegExp(`^${made.id}_secret_[A-Za-z0-9]{24,}$`));
  expect(made).toMatchObject({ ...TAKA, status: 'requires_payment_method', livemode: false, latest_charge: null });
  expect(made.lastResponse.requestId).toMatch(/^req_/);
  expect(made.lastResponse.apiVersion).toBe('2026-10-28.endive');
  const found = await gateway.stripe.paymentIntents.retrieve(made.id);
  expect(found).toEqual(made);
  expect(found.metadata).toEqual({ bookingId: '7' });
});

test('an unknown payment is not found', async () => {
  const problem = { code: 'resource_missing', statusCode: 404, message: "No such payment_intent: 'pi_missing'" };
  expect(await rejection(gateway.stripe.paymentIntents.retrieve('pi_missing'))).toMatchObject(problem);
});

test.each([
  [{ currency: 'bdt' }, { code: 'parameter_missing', param: 'amount' }],
  [
    { amount: 0, currency: 'bdt' },
    { code: 'parameter_invalid_integer', param: 'amount' },
  ],
  [
    { amount: 4.5, currency: 'bdt' },
    { code: 'parameter_invalid_integer', param: 'amount' },
  ],
  [
    { amount: 100_000_000, currency: 'bdt' },
    { code: 'amount_too_large', param: 'amount' },
  ],
  [{ amount: 100 }, { code: 'parameter_missing', param: 'currency' }],
  [{ amount: 100, currency: 'taka' }, { param: 'currency' }],
  [
    { ...TAKA, bookingId: 7 },
    { code: 'parameter_unknown', param: 'bookingId' },
  ],
  [{ ...TAKA, metadata: { key: 'x'.repeat(501) } }, { param: 'metadata[key]' }],
])('%j is refused', async (params, problem) => {
  const error = await rejection(gateway.stripe.paymentIntents.create(params as Stripe.PaymentIntentCreateParams));
  expect(error).toMatchObject({ type: 'StripeInvalidRequestError', statusCode: 400, ...problem });
});

test('a wrong key, no key and the publishable key are refused', async () => {
  for (const key of ['sk_test_wrong_one_entirely', gateway.publishableKey]) {
    const answer = await fetch(`${gateway.url}/v1/payment_intents`, { headers: { authorization: `Bearer ${key}` } });
    expect(answer.status).toBe(401);
    expect(await answer.text()).not.toContain('wrong_one');
  }
  expect((await fetch(`${gateway.url}/v1/payment_intents`)).status).toBe(401);
  const basic = { authorization: `Basic ${Buffer.from(`${gateway.secretKey}:`).toString('base64')}` };
  expect((await fetch(`${gateway.url}/v1/payment_intents`, { headers: basic })).status).toBe(200);
});

test('the good card pays', async () => {
  const { status, body, intent } = await payInBrowser('4242 4242 4242 4242');
  expect(status).toBe(200);
  expect(body).toMatchObject({ id: intent.id, status: 'succeeded' });
  expect(body).not.toHaveProperty('metadata');
  const found = await gateway.stripe.paymentIntents.retrieve(intent.id, { expand: ['latest_charge'] });
  expect(found).toMatchObject({
    status: 'succeeded',
    amount_received: 450_000,
    latest_charge: {
      amount: 450_000,
      paid: true,
      payment_method_details: { card: { brand: 'visa', last4: '4242' } },
      billing_details: { name: 'Rahima Begum', email: 'buyer@example.com' },
    },
  });
});

describe('a declined card', () => {
  test.each([
    ['4000000000000002', 'card_declined', 'generic_decline', 'Your card was declined.'],
    ['4000000000009995', 'card_declined', 'insufficient_funds', 'Your card has insufficient funds.'],
    ['4000000000000069', 'expired_card', 'expired_card', 'Your card has expired.'],
    ['4000000000000127', 'incorrect_cvc', 'incorrect_cvc', "Your card's security code is incorrect."],
    [
      '4000000000000119',
      'processing_error',
      'processing_error',
      'An error occurred while processing your card. Try again in a little bit.',
    ],
  ])('%s fails with %s (%s)', async (number, code, decline_code, message) => {
    const { status, body, intent, method } = await payInBrowser(number);
    expect(status).toBe(402);
    const details = { type: 'card_error', code, decline_code, message, payment_method: { id: method.id } };
    expect(body.error).toMatchObject({
      ...details,
      payment_intent: { id: intent.id, status: 'requires_payment_method' },
    });
    const after = await gateway.stripe.paymentIntents.retrieve(intent.id);
    expect(after).toMatchObject({
      status: 'requires_payment_method',
      payment_method: null,
      last_payment_error: details,
    });
  });

  test('leaves the payment open for another card', async () => {
    const { intent } = await payInBrowser('4000000000000002');
    const paid = await gateway.stripe.paymentIntents.confirm(intent.id, { payment_method: 'pm_card_visa' });
    expect(paid).toMatchObject({ status: 'succeeded', last_payment_error: null });
  });
});

test.each([
  ['4242424242424241', 'incorrect_number', 'Your card number is incorrect.'],
  ['4111111111111111', 'card_declined', 'Your card was declined. Your request was in test mode'],
])('%s is refused: %s', async (number, code, message) => {
  const { status, body } = await gateway.postAsBrowser('/v1/payment_methods', cardFields(number));
  expect(status).toBe(402);
  expect(body.error).toMatchObject({ type: 'card_error', code, message: expect.stringContaining(message) });
});

test('a paid or cancelled payment can be neither confirmed nor cancelled', async () => {
  const { intent } = await payInBrowser('4242424242424242');
  const again = await rejection(gateway.stripe.paymentIntents.confirm(intent.id, { payment_method: 'pm_card_visa' }));
  expect(again).toMatchObject({ code: 'payment_intent_unexpected_state', payment_intent: { status: 'succeeded' } });
  expect(await rejection(gateway.stripe.paymentIntents.cancel(intent.id))).toMatchObject({ statusCode: 400 });

  const open = await gateway.stripe.paymentIntents.create(TAKA);
  const cancelled = await gateway.stripe.paymentIntents.cancel(open.id, { cancellation_reason: 'abandoned' });
  expect(cancelled).toMatchObject({ status: 'canceled', cancellation_reason: 'abandoned' });
  const late = await rejection(gateway.stripe.paymentIntents.confirm(open.id, { payment_method: 'pm_card_visa' }));
  expect(late).toMatchObject({ code: 'payment_intent_unexpected_state', payment_intent: { status: 'canceled' } });
});

test('a browser needs the payment’s own client secret [7.29]', async () => {
  const [one, two] = [
    await gateway.stripe.paymentIntents.create(TAKA),
    await gateway.stripe.paymentIntents.create(TAKA),
  ];
  const path = `/v1/payment_intents/${one.id}/confirm`;
  const other = await gateway.postAsBrowser(path, {
    client_secret: two.client_secret ?? '',
    payment_method: 'pm_card_visa',
  });
  expect(other).toMatchObject({ status: 400, body: { error: { code: 'payment_intent_invalid_parameter' } } });
  const none = await gateway.postAsBrowser(path, { payment_method: 'pm_card_visa' });
  expect(none).toMatchObject({ status: 400, body: { error: { param: 'client_secret' } } });
  expect((await gateway.stripe.paymentIntents.retrieve(one.id)).status).toBe('requires_payment_method');
});

describe('a card with 3-D Secure', () => {
  async function challenge() {
    const { body, intent } = await payInBrowser('4000002500003155');
    expect(body).toMatchObject({ status: 'requires_action', next_action: { type: 'use_stripe_sdk' } });
    const source: string = body.next_action.use_stripe_sdk.source;
    return { intent, path: `/sandbox/stripe/challenge/${source}` };
  }

  test('pays when the step is completed', async () => {
    const { intent, path } = await challenge();
    const page = await fetch(gateway.url + path);
    expect(await page.text()).toContain('Sandbox: no money moves');
    expect((await gateway.postAsBrowser(path, { outcome: 'complete' })).body).toEqual({ status: 'succeeded' });
    expect((await gateway.postAsBrowser(path, { outcome: 'fail' })).body).toEqual({ status: 'over' });
    expect((await gateway.stripe.paymentIntents.retrieve(intent.id)).status).toBe('succeeded');
  });

  test('does not pay when the step fails', async () => {
    const { intent, path } = await challenge();
    expect((await gateway.postAsBrowser(path, { outcome: 'fail' })).body).toEqual({
      status: 'requires_payment_method',
    });
    expect(await gateway.stripe.paymentIntents.retrieve(intent.id)).toMatchObject({
      status: 'requires_payment_method',
      last_payment_error: {
        code: 'payment_intent_authentication_failure',
        message:
          'We are unable to authenticate your payment method. Please choose a different payment method and try again.',
      },
    });
  });
});

test('lists are paged, newest first', async () => {
  const ids: string[] = [];
  for (let count = 0; count < 5; count += 1) ids.unshift((await gateway.stripe.paymentIntents.create(TAKA)).id);
  const first = await gateway.stripe.paymentIntents.list({ limit: 2 });
  expect(first).toMatchObject({ object: 'list', has_more: true });
  expect(first.data.map(({ id }) => id)).toEqual(ids.slice(0, 2));
  const all = await gateway.stripe.paymentIntents.list({ limit: 2 }).autoPagingToArray({ limit: 10 });
  expect(all.map(({ id }) => id)).toEqual(ids);
});

test('no card number or security code reaches the file or the log', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'card-gateway-'));
  await gateway.close();
  gateway = await startTestGateway({ file: join(folder, 'gateway.sqlite') });
  await payInBrowser('4242424242424242');
  await payInBrowser('4000000000009995');
  const files = (await readdir(folder)).map((name) => readFileSync(join(folder, name)).toString('latin1'));
  expect(files.length).toBeGreaterThan(1);
  const kept = files.join('') + gateway.logLines.join('\n');
  expect(kept).toContain('4242');
  for (const secret of ['42424242', '0000009995', '"cvc":"123"']) expect(kept).not.toContain(secret);
  await rm(folder, { recursive: true });
});
