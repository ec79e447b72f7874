import Fastify from 'fastify';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { BKASH_CALLS_PATH, type Bkash, createBkash } from './bkash.ts';

const KEYS = { appKey: 'app', appSecret: 'secret', username: 'user', password: 'pass' };
const CALLBACK = 'https://store.example/api/payments/bkash/return';
const SALE = {
  ...{ mode: '0011', payerReference: 'buyer', callbackURL: CALLBACK, amount: '650.00', currency: 'BDT' },
  ...{ intent: 'sale', merchantInvoiceNumber: 'order-1' },
};

/** The answers as bKash documents them. A field more or less fails, so that the stand-in cannot drift. */
const SUCCESS = { statusCode: z.literal('0000'), statusMessage: z.literal('Successful') };
const taka = z.string().regex(/^\d+\.\d{2}$/);
const trxID = z.string().regex(/^[A-Z0-9]{10}$/);
const time = z.string().regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d:\d{3} GMT\+0600$/);
const sale = {
  ...{ ...SUCCESS, paymentID: z.string().regex(/^TR0011[A-Z0-9]{17}$/), amount: taka, currency: z.literal('BDT') },
  ...{ intent: z.literal('sale'), merchantInvoiceNumber: z.string(), payerReference: z.string() },
};
const paid = { trxID, customerMsisdn: z.string().regex(/^01\d{9}$/), paymentExecuteTime: time };
const asked = { mode: z.literal('0011'), paymentCreateTime: time };
const SHAPES = {
  token: z.strictObject({
    ...{ ...SUCCESS, id_token: z.string(), refresh_token: z.string(), token_type: z.literal('Bearer') },
    expires_in: z.literal(3600),
  }),
  create: z.strictObject({
    ...{ ...sale, transactionStatus: z.literal('Initiated'), bkashURL: z.url(), callbackURL: z.url() },
    ...{ successCallbackURL: z.url(), failureCallbackURL: z.url(), cancelledCallbackURL: z.url() },
    paymentCreateTime: time,
  }),
  execute: z.strictObject({ ...sale, ...paid, transactionStatus: z.literal('Completed') }),
  completed: z.strictObject({
    ...{ ...sale, ...paid, ...asked, transactionStatus: z.literal('Completed') },
    verificationStatus: z.literal('Complete'),
  }),
  initiated: z.strictObject({
    ...{ ...sale, ...asked, transactionStatus: z.literal('Initiated') },
    verificationStatus: z.enum(['Incomplete', 'Complete']),
  }),
  refund: z.strictObject({
    ...{ ...SUCCESS, originalTrxID: trxID, refundTrxID: trxID, transactionStatus: z.literal('Completed') },
    ...{ amount: taka, currency: z.literal('BDT'), charge: taka, completedTime: time },
  }),
  search: z.strictObject({
    ...{ ...SUCCESS, trxID, transactionType: z.string(), transactionStatus: z.literal('Completed'), amount: taka },
    ...{ currency: z.literal('BDT'), customerMsisdn: z.string(), initiationTime: time, completedTime: time },
  }),
  payout: z.strictObject({
    ...{ ...SUCCESS, trxID, transactionStatus: z.literal('Completed'), amount: taka, currency: z.literal('BDT') },
    ...{ merchantInvoiceNumber: z.string(), receiverMSISDN: z.string(), completedTime: time },
  }),
  balance: z.strictObject({
    organizationBalance: z.array(
      z.strictObject({
        ...{ accountHolderName: z.string(), accountStatus: z.literal('Active'), accountTypeName: z.string() },
        ...{ availableBalance: taka, currentBalance: taka, currency: z.literal('BDT'), updateTime: time },
      }),
    ),
  }),
  error: z.strictObject({ statusCode: z.string().regex(/^2\d{3}$/), statusMessage: z.string() }),
};

let bkash: Bkash;
let app = Fastify();
beforeEach(async () => {
  bkash = createBkash({ ...KEYS, file: ':memory:', path: '/sandbox/bkash', languageOf: () => 'en' });
  app = Fastify();
  await app.register(bkash.plugin, { prefix: '/sandbox/bkash' });
});
afterEach(async () => {
  await app.close();
  bkash.close();
});

async function post(name: string, body: object, headers: Record<string, string>): Promise<Record<string, string>> {
  const url = `/sandbox/bkash${BKASH_CALLS_PATH}/${name}`;
  const answer = await app.inject({ method: 'POST', url, payload: body, headers });
  expect([name, answer.statusCode]).toEqual([name, 200]);
  return answer.json();
}

async function grant(): Promise<string> {
  const { username, password } = KEYS;
  const answer = await post('token/grant', { app_key: 'app', app_secret: 'secret' }, { username, password });
  return SHAPES.token.parse(answer).id_token;
}

async function merchant() {
  const headers = { authorization: await grant(), 'x-app-key': 'app' };
  return (name: string, body: object) => post(name, body, headers);
}

/** Types the answers on the payer's page. Returns the address to which the browser goes back. */
async function payAt(bkashURL: string, number: string, pin = '12121', code = '123456'): Promise<URL> {
  let location = bkashURL;
  for (const [step, answer] of Object.entries({ number, code, pin })) {
    const payload = new URLSearchParams({ step, answer }).toString();
    const sent = await app.inject({ method: 'POST', url: new URL(location, CALLBACK).pathname, payload });
    expect(sent.statusCode, sent.body).toBe(303);
    location = String(sent.headers.location);
  }
  return new URL(location, CALLBACK);
}

describe('the protocol', () => {
  test('a payment is created, confirmed by the payer, executed, found, searched and refunded', async () => {
    const call = await merchant();
    const { paymentID, bkashURL } = SHAPES.create.parse(await call('create', SALE));
    expect(new URL(bkashURL).origin).toBe('https://store.example');
    SHAPES.initiated.parse(await call('payment/status', { paymentID }));
    const back = await payAt(bkashURL, '01929918378');
    expect(back.href).toBe(`${CALLBACK}?paymentID=${paymentID}&status=success`);
    SHAPES.initiated.parse(await call('payment/status', { paymentID }));
    const executed = SHAPES.execute.parse(await call('execute', { paymentID }));
    expect(executed).toMatchObject({
      amount: '650.00',
      merchantInvoiceNumber: 'order-1',
      customerMsisdn: '01929918378',
    });
    expect(SHAPES.completed.parse(await call('payment/status', { paymentID })).trxID).toBe(executed.trxID);
    SHAPES.search.parse(await call('general/searchTransaction', { trxID: executed.trxID }));
    const asked = { paymentID, trxID: executed.trxID };
    expect(SHAPES.error.parse(await call('payment/refund', asked)).statusCode).toBe('2033');
    const order = { ...asked, amount: '650.00', sku: 'x', reason: 'y' };
    const refund = SHAPES.refund.parse(await call('payment/refund', order));
    expect(SHAPES.refund.parse(await call('payment/refund', asked))).toEqual(refund);
    expect(SHAPES.error.parse(await call('payment/refund', order)).statusCode).toBe('2071');
  });

  test('a refresh token grants a new token; a wrong secret and an old token are refused', async () => {
    const { username, password } = KEYS;
    const body = { app_key: 'app', app_secret: 'secret' };
    const first = SHAPES.token.parse(await post('token/grant', body, { username, password }));
    const refresh = { ...body, refresh_token: first.refresh_token };
    expect(SHAPES.token.parse(await post('token/refresh', refresh, { username, password })).id_token).not.toBe(
      first.id_token,
    );
    const wrong = await post('token/grant', { ...body, app_secret: 'guess' }, { username, password });
    expect(SHAPES.error.parse(wrong).statusCode).toBe('2001');
    const old = await post('create', SALE, { authorization: 'old', 'x-app-key': 'app' });
    expect(SHAPES.error.parse(old).statusCode).toBe('2079');
  });

  test('a second execution, also of the same order again, takes nothing', async () => {
    const call = await merchant();
    const { paymentID, bkashURL } = SHAPES.create.parse(await call('create', SALE));
    expect(SHAPES.error.parse(await call('execute', { paymentID })).statusCode).toBe('2056');
    await payAt(bkashURL, '01770618575');
    const { trxID } = SHAPES.execute.parse(await call('execute', { paymentID }));
    expect(SHAPES.error.parse(await call('execute', { paymentID })).statusCode).toBe('2062');
    expect(SHAPES.completed.parse(await call('payment/status', { paymentID })).trxID).toBe(trxID);
    expect(SHAPES.error.parse(await call('create', SALE)).statusCode).toBe('2029');
  });

  test('a payout is made once for a number', async () => {
    const call = await merchant();
    const payout = { amount: '90.00', currency: 'BDT', merchantInvoiceNumber: 'P-1', receiverMSISDN: '01929918378' };
    const { trxID } = SHAPES.payout.parse(await call('payment/b2cPayment', payout));
    expect(SHAPES.error.parse(await call('payment/b2cPayment', payout)).statusCode).toBe('2029');
    expect(SHAPES.search.parse(await call('general/searchTransaction', { trxID })).amount).toBe('90.00');
  });
});

test('the balance is a GET of two accounts: payments less refunds, and money to pay out', async () => {
  const call = await merchant();
  const { paymentID, bkashURL } = SHAPES.create.parse(await call('create', SALE));
  await payAt(bkashURL, '01929918378');
  const { trxID } = SHAPES.execute.parse(await call('execute', { paymentID }));
  await call('payment/refund', { paymentID, trxID, amount: '150.00', sku: 'x', reason: 'y' });
  const payout = { amount: '90.00', currency: 'BDT', merchantInvoiceNumber: 'P-1', receiverMSISDN: '01929918378' };
  await call('payment/b2cPayment', payout);
  const url = `/sandbox/bkash${BKASH_CALLS_PATH}/payment/organizationBalance`;
  const headers = { authorization: await grant(), 'x-app-key': 'app' };
  const { organizationBalance } = SHAPES.balance.parse((await app.inject({ url, headers })).json());
  expect(organizationBalance.map(({ availableBalance }) => availableBalance)).toEqual(['500.00', '999910.00']);
  expect(SHAPES.error.parse((await app.inject(url)).json()).statusCode).toBe('2001');
});

describe('the test wallets', () => {
  test('01823074817 has too little money: the execution is refused', async () => {
    const call = await merchant();
    const { paymentID, bkashURL } = SHAPES.create.parse(await call('create', SALE));
    expect((await payAt(bkashURL, '01823074817')).searchParams.get('status')).toBe('success');
    expect(SHAPES.error.parse(await call('execute', { paymentID })).statusCode).toBe('2023');
    SHAPES.initiated.parse(await call('payment/status', { paymentID }));
  });

  test('01823074818 is blocked: the payer comes back with a failure', async () => {
    const call = await merchant();
    const { paymentID, bkashURL } = SHAPES.create.parse(await call('create', SALE));
    expect((await payAt(bkashURL, '01823074818')).searchParams.get('status')).toBe('failure');
    expect(SHAPES.error.parse(await call('execute', { paymentID })).statusCode).toBe('2056');
  });

  test('a cancelled payment cannot be executed, and its page says that it has ended', async () => {
    const call = await merchant();
    const { paymentID, bkashURL } = SHAPES.create.parse(await call('create', SALE));
    const url = new URL(bkashURL).pathname;
    const cancelled = await app.inject({ method: 'POST', url, payload: 'step=number&answer=&cancel=1' });
    expect(cancelled.headers.location).toBe(`${CALLBACK}?paymentID=${paymentID}&status=cancel`);
    expect(SHAPES.error.parse(await call('execute', { paymentID })).statusCode).toBe('2056');
    expect((await app.inject(url)).body).toContain('This payment is over.');
  });

  test('a wrong PIN is refused, and the third one ends the payment', async () => {
    const call = await merchant();
    const { bkashURL } = SHAPES.create.parse(await call('create', SALE));
    const url = new URL(bkashURL).pathname;
    const type = (step: string, answer: string) =>
      app.inject({ method: 'POST', url, payload: new URLSearchParams({ step, answer }).toString() });
    await type('number', '01929918378');
    await type('code', '123456');
    expect((await type('pin', '1')).body).toContain('This PIN is wrong.');
    expect((await type('pin', '2')).statusCode).toBe(200);
    expect(String((await type('pin', '3')).headers.location)).toContain('status=failure');
  });
});

test.each(['2015', '2029', '2037', '2117', '9999'])(
  'faults: an execution is answered with %s, and takes nothing',
  async (statusCode) => {
    const call = await merchant();
    const { paymentID, bkashURL } = SHAPES.create.parse(await call('create', SALE));
    await payAt(bkashURL, '01929918378');
    bkash.faults.addAll({ calls: [{ kind: 'instead', on: 'execute', set: { statusCode, statusMessage: 'Refused' } }] });
    expect(await call('execute', { paymentID })).toEqual({ statusCode, statusMessage: 'Refused' });
    SHAPES.initiated.parse(await call('payment/status', { paymentID }));
    SHAPES.execute.parse(await call('execute', { paymentID }));
  },
);

test('faults: an execution whose answer is lost has taken the money, once', async () => {
  const call = await merchant();
  const { paymentID, bkashURL } = SHAPES.create.parse(await call('create', SALE));
  await payAt(bkashURL, '01929918378');
  const headers = { authorization: 'Bearer secret' };
  const url = '/sandbox/bkash/test/faults';
  const fault = { calls: [{ kind: 'error-after', on: 'execute' }] };
  expect((await app.inject({ method: 'POST', url, payload: fault, headers })).statusCode).toBe(200);
  expect((await app.inject({ method: 'POST', url, payload: fault })).statusCode).toBe(401);
  await expect(call('execute', { paymentID })).rejects.toThrow('500');
  SHAPES.completed.parse(await call('payment/status', { paymentID }));
  bkash.faults.addAll({ calls: [{ kind: 'alter', on: 'payment/status', set: { amount: '1.00' } }] });
  expect((await call('payment/status', { paymentID })).amount).toBe('1.00');
  expect((await call('payment/status', { paymentID })).amount).toBe('650.00');
});
