import { createHash } from 'node:crypto';
import Fastify from 'fastify';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { createSslcommerz, type Sslcommerz } from './sslcommerz.ts';

const KEYS = { storeId: 'store', storePassword: 'secret' };
const STORE = { store_id: 'store', store_passwd: 'secret', format: 'json' };
const RETURN = 'https://store.example/api/payments/sslcommerz/return';
const ORDER = {
  ...{ store_id: 'store', store_passwd: 'secret', total_amount: '650.00', currency: 'BDT', tran_id: 'order-1' },
  ...{ success_url: RETURN, fail_url: `${RETURN}?failed`, cancel_url: `${RETURN}?cancelled` },
  ...{ cus_name: 'Rahima', cus_email: 'buyer@example.com', cus_add1: 'Mirpur 10', cus_city: 'Dhaka' },
  ...{ cus_postcode: '1216', cus_country: 'Bangladesh', cus_phone: '01712345678', shipping_method: 'NO' },
  ...{ num_of_item: '1', product_name: 'Pram', product_category: 'Goods', product_profile: 'general', value_a: 'b1' },
};

/** The answers as SSLCommerz documents them. A field more or less fails, so that the stand-in cannot drift. */
const taka = z.string().regex(/^\d+\.\d{2}$/);
const time = z.string().regex(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
const CONNECTED = { APIConnect: z.literal('DONE') };
const payment = {
  ...{ tran_id: z.string(), val_id: z.string(), amount: taka, store_amount: taka, card_type: z.string() },
  ...{ bank_tran_id: z.string(), tran_date: time, currency: z.literal('BDT'), currency_type: z.literal('BDT') },
  ...{ currency_amount: taka, risk_level: z.enum(['0', '1']), risk_title: z.enum(['Safe', 'Risky']) },
  ...{ value_a: z.string(), value_b: z.string(), value_c: z.string(), value_d: z.string() },
};
const STATUSES = z.enum(['VALID', 'VALIDATED', 'PENDING', 'FAILED', 'CANCELLED', 'EXPIRED', 'UNATTEMPTED']);
const signed = { ...payment, store_id: z.string(), verify_sign: z.string().length(32), verify_key: z.string() };
const refundAnswer = { ...CONNECTED, bank_tran_id: z.string(), refund_ref_id: z.string(), errorReason: z.string() };
const SHAPES = {
  session: z.strictObject({
    ...{ status: z.enum(['SUCCESS', 'FAILED']), failedreason: z.string(), sessionkey: z.string() },
    GatewayPageURL: z.string(),
  }),
  form: z.strictObject({ ...signed, status: STATUSES }),
  message: z.strictObject({ ...signed, status: STATUSES.exclude(['VALIDATED', 'PENDING']) }),
  validation: z.strictObject({
    ...{ ...payment, ...CONNECTED, status: z.enum(['VALID', 'VALIDATED']), validated_on: time },
  }),
  invalid: z.strictObject({ ...CONNECTED, status: z.literal('INVALID_TRANSACTION') }),
  query: z.strictObject({
    ...{ ...CONNECTED, no_of_trans_found: z.number() },
    element: z.array(z.strictObject({ ...payment, status: STATUSES, sessionkey: z.string() })),
  }),
  refund: z.strictObject({
    ...{ ...refundAnswer, trans_id: z.string(), status: z.enum(['success', 'failed', 'processing']) },
  }),
  refundState: z.strictObject({
    ...{ ...refundAnswer, tran_id: z.string(), status: z.enum(['refunded', 'processing']) },
    ...{ initiated_on: time, refunded_on: z.union([time, z.literal('')]) },
  }),
};

let gateway: Sslcommerz;
let app = Fastify();
let store = Fastify();
let nowMs = 0;
let ipnUrl = '';
/** Status codes of the store's answers to the next messages. */
let statuses: number[] = [];
const received: URLSearchParams[] = [];
beforeEach(async () => {
  nowMs = Date.parse('2026-05-01T12:00:00Z');
  received.length = 0;
  statuses = [];
  store = Fastify();
  store.removeAllContentTypeParsers();
  store.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body));
  store.post('/ipn', (request, reply) => {
    received.push(new URLSearchParams(String(request.body)));
    return reply.code(statuses.shift() ?? 200).send();
  });
  ipnUrl = `${await store.listen({ host: '127.0.0.1', port: 0 })}/ipn`;
  gateway = createSslcommerz({
    ...{ ...KEYS, file: ':memory:', path: '/sandbox/sslcommerz', languageOf: () => 'en', now: () => nowMs },
  });
  app = Fastify();
  await app.register(gateway.plugin, { prefix: '/sandbox/sslcommerz' });
});
afterEach(async () => {
  await app.close();
  await gateway.close();
  await store.close();
});

async function open(changes: Record<string, string> = {}) {
  const payload = new URLSearchParams({ ...ORDER, ipn_url: ipnUrl, ...changes }).toString();
  const answer = await app.inject({ method: 'POST', url: '/sandbox/sslcommerz/gwprocess/v4/api.php', payload });
  return SHAPES.session.parse(answer.json());
}

async function ask(call: 'validationserverAPI' | 'merchantTransIDvalidationAPI', query: Record<string, string>) {
  const search = new URLSearchParams({ ...STORE, ...query });
  return (await app.inject(`/sandbox/sslcommerz/validator/api/${call}.php?${search}`)).json();
}

/** Chooses a result on the gateway's page. Returns the form that the browser posts to the store. */
async function choose(result: string, page: string) {
  const url = new URL(page).pathname;
  const { body, headers } = await app.inject({ method: 'POST', url, payload: `method=card&result=${result}` });
  const fields = [...body.matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)">/g)];
  const action = /action="([^"]*)"/.exec(body)?.[1];
  await gateway.settled();
  return {
    action,
    form: SHAPES.form.parse(Object.fromEntries(fields.map(([, name, value]) => [name, value]))),
    headers,
  };
}

const find = async () => SHAPES.query.parse(await ask('merchantTransIDvalidationAPI', { tran_id: 'order-1' })).element;

describe('the protocol', () => {
  test.each([
    ['UNATTEMPTED', 'nobody opened'],
    ['EXPIRED', 'somebody opened'],
  ])('%s is the message about a page that %s, after an hour, and it takes no money', async (status) => {
    const { GatewayPageURL } = await open();
    const url = new URL(GatewayPageURL).pathname;
    nowMs += 60 * 60_000;
    if (status === 'EXPIRED') expect((await app.inject(url)).statusCode).toBe(200);
    expect((await find()).map((element) => element.status)).toEqual(['PENDING']);
    nowMs += 1;
    const payload = 'method=card&result=success';
    expect((await app.inject({ method: 'POST', url, payload })).statusCode).toBe(404);
    expect((await find()).map((element) => element.status)).toEqual([status]);
    await gateway.settled();
    const messages = received.map((message) => SHAPES.message.parse(Object.fromEntries(message)));
    expect(messages).toMatchObject([{ tran_id: 'order-1', status, val_id: '', bank_tran_id: '', amount: '650.00' }]);
  });

  test('pages that end together send one message each', async () => {
    const orders = ['order-1', 'order-2', 'order-3'];
    for (const tran_id of orders) await open({ tran_id });
    nowMs += 60 * 60_000 + 1;
    await find();
    await gateway.settled();
    expect(received.map((message) => message.get('tran_id')).sort()).toEqual(orders);
  });

  test('a payment is opened, paid, sent to the store and validated, the second time as VALIDATED', async () => {
    const { status, GatewayPageURL } = await open();
    expect([status, new URL(GatewayPageURL).origin]).toEqual(['SUCCESS', 'https://store.example']);
    expect((await find()).map((element) => element.status)).toEqual(['PENDING']);
    const { action, form } = await choose('success', GatewayPageURL);
    expect(action).toBe(RETURN);
    expect(form).toMatchObject({ status: 'VALID', amount: '650.00', value_a: 'b1', risk_level: '0' });
    const ipn = SHAPES.message.parse(Object.fromEntries(received[0] ?? []));
    expect([received.length, ipn]).toEqual([1, form]);
    const validated = SHAPES.validation.parse(await ask('validationserverAPI', { val_id: form.val_id }));
    expect(validated).toMatchObject({ status: 'VALID', tran_id: 'order-1', currency_amount: '650.00' });
    expect((await ask('validationserverAPI', { val_id: form.val_id })).status).toBe('VALIDATED');
    expect((await find()).map((element) => element.status)).toEqual(['VALIDATED']);
    SHAPES.invalid.parse(await ask('validationserverAPI', { val_id: 'none' }));
  });

  test('verify_sign is the MD5 of the named fields and of the hashed password, sorted by name', async () => {
    const { form } = await choose('success', (await open()).GatewayPageURL);
    const named = form.verify_key
      .split(',')
      .map((name) => [name, Object.entries(form).find(([key]) => key === name)?.[1]]);
    const md5 = (text: string) => createHash('md5').update(text).digest('hex');
    const all = [...named, ['store_passwd', md5('secret')]].map(([name, value]) => `${name}=${value}`).sort();
    expect(form.verify_sign).toBe(md5(all.join('&')));
  });

  test('a wrong password, a long number and a small amount are refused', async () => {
    const refused = { status: 'FAILED', GatewayPageURL: '' };
    expect(await open({ store_passwd: 'guess' })).toMatchObject(refused);
    expect(await open({ tran_id: 'x'.repeat(31) })).toMatchObject(refused);
    expect(await open({ total_amount: '9.99' })).toMatchObject(refused);
    expect(await open({ cus_phone: '' })).toMatchObject({ ...refused, failedreason: 'Missing parameter: cus_phone' });
    expect(await ask('merchantTransIDvalidationAPI', { tran_id: 'x', store_passwd: 'guess' })).toEqual({
      APIConnect: 'INVALID_REQUEST',
    });
  });

  test('a refund is processing for some time, then refunded; the same one again changes nothing', async () => {
    const { form } = await choose('success', (await open()).GatewayPageURL);
    const order = { bank_tran_id: form.bank_tran_id, refund_remarks: 'gone', refe_id: 'order-1' };
    const refund = async (refund_amount: string, refund_trans_id: string) =>
      SHAPES.refund.parse(await ask('merchantTransIDvalidationAPI', { ...order, refund_amount, refund_trans_id }));
    const { status, refund_ref_id } = await refund('600.00', 'r1');
    expect(status).toBe('success');
    expect(await refund('600.00', 'r1')).toMatchObject({ status: 'processing', refund_ref_id });
    expect((await refund('50.01', 'r2')).status).toBe('failed');
    const state = async () =>
      SHAPES.refundState.parse(await ask('merchantTransIDvalidationAPI', { refund_ref_id })).status;
    expect(await state()).toBe('processing');
    nowMs += 20_000;
    expect(await state()).toBe('refunded');
  });
});

describe('the results of the demo', () => {
  test.each([
    ['failed', 'FAILED', `${RETURN}?failed`],
    ['cancel', 'CANCELLED', `${RETURN}?cancelled`],
  ])('%s comes back to its own address, and takes nothing', async (result, status, address) => {
    const { action, form } = await choose(result, (await open()).GatewayPageURL);
    expect([action, form.status, form.val_id]).toEqual([address, status, '']);
    expect(received[0]?.get('status')).toBe(status);
    expect((await find())[0]?.status).toBe(status);
  });

  test('risky is paid, with risk level 1', async () => {
    const { form } = await choose('risky', (await open()).GatewayPageURL);
    expect(form).toMatchObject({ status: 'VALID', risk_level: '1', risk_title: 'Risky' });
    const { risk_level } = SHAPES.validation.parse(await ask('validationserverAPI', { val_id: form.val_id }));
    expect(risk_level).toBe('1');
  });

  test('slow comes back without a proof, and is valid 8 seconds later', async () => {
    const { action, form } = await choose('slow', (await open()).GatewayPageURL);
    expect([action, form.status, form.val_id]).toEqual([RETURN, 'PENDING', '']);
    expect((await find())[0]?.status).toBe('PENDING');
    nowMs += 8000;
    await find();
    expect((await find())[0]?.status).toBe('VALID');
    await gateway.settled();
    expect(received.map((message) => message.get('status'))).toEqual(['VALID']);
  });

  test('a second choice changes nothing', async () => {
    const { GatewayPageURL } = await open();
    await choose('cancel', GatewayPageURL);
    expect((await choose('success', GatewayPageURL)).form.status).toBe('CANCELLED');
    expect(received).toHaveLength(1);
  });

  test('its pages have an opaque origin, so that the return carries no cookie of the store', async () => {
    const { headers } = await choose('success', (await open()).GatewayPageURL);
    const policy = String(headers['content-security-policy']);
    expect(policy).toContain('sandbox allow-forms allow-scripts');
    expect(policy).toContain("form-action 'self' https://store.example;");
  });
});

test.each([
  ['drop', 0],
  ['double', 2],
])('faults: a message is delivered not at all or twice: %s', async (kind, count) => {
  gateway.faults.addAll({ messages: [{ kind }] });
  await choose('success', (await open()).GatewayPageURL);
  expect(received).toHaveLength(count);
});

test('faults: a late message arrives after its delay', async () => {
  gateway.faults.addAll({ messages: [{ kind: 'delay', delay: 5000 }] });
  await choose('success', (await open()).GatewayPageURL);
  expect(received).toHaveLength(0);
  nowMs += 5000;
  await find();
  await gateway.settled();
  expect(received).toHaveLength(1);
});

test('a message that the store answers with 500 is repeated, and not after the answer 200', async () => {
  statuses = [500];
  await choose('success', (await open()).GatewayPageURL);
  expect(received).toHaveLength(1);
  for (const _ of [1, 2]) {
    nowMs += 60_000;
    await find();
    await gateway.settled();
    expect(received.map((message) => message.get('status'))).toEqual(['VALID', 'VALID']);
  }
});
