import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { aProduct } from '#modules/catalogue/server/fixtures.ts';
import { A_CLAIM } from '#modules/disputes/server/disputes.fixtures.ts';
import { problemReply } from '#platform/contract/problem.ts';
import { A_MESSAGE, type Cast, openCast, type Who } from './support/cast.ts';
import { calls } from './support/contracts.ts';
import { LONG, NOT_PHONE, NOT_PRICE, NOT_TEXT, NOT_WORDS, NOT_WORDY, NOT_YEARS } from './support/invalid-values.ts';
import { OWNERSHIP } from './support/ownership.ts';
import { allRows } from './support/rows.ts';
import { openTestStore, type TestStore } from './support/test-store.ts';

let store: TestStore;
let cast: Cast;
beforeAll(async () => {
  store = await openTestStore();
  cast = await openCast(store);
});
afterAll(() => store.close());

const send = (who: Who, line: string, body?: unknown) => {
  const [method, path] = line.split(' ');
  return store.app.inject({
    method: method as 'GET',
    url: `/api${path}`,
    headers: { ...cast.headers[who], ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
    ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
  });
};

type Answer = Awaited<ReturnType<typeof send>>;

/** Expects a 400 with problem details for the invalid fields, each with a message. */
function expectFaults(answer: Answer, fields: string[]): void {
  expect(answer.statusCode, answer.body).toBe(400);
  expect(answer.headers['content-type']).toBe('application/problem+json; charset=utf-8');
  const { errors = [], message } = problemReply.strict().parse(answer.json());
  expect([...new Set(errors.map(({ field }) => field))]).toEqual(fields);
  for (const said of [message, ...errors.map((error) => error.message)]) {
    expect(said).toMatch(/^\w+ .*\w/);
    expect(said).not.toMatch(/expected|received|invalid/i);
  }
}

const BOOKING = { phone: '01712345678', location: 'Mirpur 10' };
const NOT_ID = ['', 'x', 5, null, [], '00000000-0000-0000-0000-00000000000'];
const NOBODYS = '0190a0a0-0000-7000-8000-000000000000';

/** Invalid values of each field of each body. */
const FIELDS: Record<string, { by: Who; body: (cast: Cast) => object; wrong: Record<string, unknown[]> }> = {
  'POST /users': {
    by: 'undecided',
    body: () => ({ name: 'Nusrat', email: 'nusrat@example.com', userCategory: 'Buyer' }),
    wrong: { name: NOT_TEXT, email: ['', 'x', 5, `${LONG}@x`], userCategory: ['Admin', 'admin', 'buyer', '', null] },
  },
  'PATCH /users/{id}': {
    by: 'admin',
    body: () => ({ verify: 'Verified' }),
    wrong: { verify: ['', 'verified', 'Unverified', true, null] },
  },
  'DELETE /me': {
    by: 'buyer',
    body: () => ({ password: 'not-the-password' }),
    wrong: { password: ['', 'short', 5, null, {}, LONG], email: ['', 'x', 5, null, `${LONG}@x`] },
  },
  'PATCH /me/account': {
    by: 'buyer',
    body: () => ({}),
    wrong: {
      name: NOT_TEXT,
      phone: ['12345', '01212345678', 5, null, LONG],
      location: ['ab', 5, null, LONG, 'abc\u0000'],
      language: ['', 'fr', 5, null],
    },
  },
  'PUT /me/email': {
    by: 'buyer',
    body: () => ({ newEmail: 'new@example.com', password: 'not-the-password' }),
    wrong: { newEmail: ['', 'x', 5, null, `${LONG}@x`], password: ['', 'short', 5, null, {}, LONG] },
  },
  'PUT /me/password': {
    by: 'buyer',
    body: () => ({ oldPassword: 'not-the-password', newPassword: 'brand-new-88' }),
    wrong: {
      oldPassword: ['', 'short', 5, null, {}, LONG],
      newPassword: ['', 'short', 'password123', 5, null, {}, LONG],
    },
  },
  'POST /products': {
    by: 'seller',
    body: ({ categoryId }) => aProduct(categoryId),
    wrong: {
      productName: NOT_TEXT,
      imageURL: [
        '',
        'x',
        'javascript:alert(1)',
        'data:image/png;base64,x',
        '//evil.example/x.png',
        '/demo/../x.png',
        5,
        null,
      ],
      originalPrice: NOT_PRICE,
      resalePrice: NOT_PRICE,
      location: NOT_TEXT,
      useYear: NOT_YEARS,
      phone: NOT_PHONE,
      categoryId: [...NOT_ID, crypto.randomUUID()],
      quality: ['', 'New', 'good', 5, null],
      description: [5, null, LONG],
      cash: ['', 'maybe', true, null],
    },
  },
  'PATCH /my-products/{id}': {
    by: 'seller',
    body: () => ({ useYear: 1 }),
    wrong: { productName: NOT_TEXT, resalePrice: NOT_PRICE, phone: NOT_PHONE, useYear: NOT_YEARS, quality: ['New'] },
  },
  'POST /bookings/{id}/method': {
    by: 'buyer',
    body: () => ({ method: 'cash' }),
    wrong: { method: ['coins', 3] },
  },
  'POST /my-buyers/{bookingId}/handover': {
    by: 'seller',
    body: () => ({ code: '123456' }),
    wrong: { code: ['12345', 'abcdef', 123456] },
  },
  'POST /bookings/{id}/call-off': {
    by: 'buyer',
    body: () => ({ reason: 'No time' }),
    wrong: { reason: NOT_TEXT },
  },
  'POST /bookings': {
    by: 'buyer',
    body: () => ({ itemId: crypto.randomUUID(), ...BOOKING }),
    wrong: { itemId: NOT_ID, phone: NOT_PHONE, location: NOT_TEXT },
  },
  'POST /wishlist': { by: 'buyer', body: () => ({}), wrong: { itemId: NOT_ID } },
  'POST /reports': {
    by: 'buyer',
    body: () => ({ productId: crypto.randomUUID(), reason: 'The picture shows another pram.' }),
    wrong: { productId: NOT_ID, reason: [...NOT_TEXT, 'too short'] },
  },
  'PATCH /reports/{productId}': {
    by: 'admin',
    body: () => ({ decision: 'keep' }),
    wrong: { decision: ['', 'delete', null] },
  },
  'POST /payments/{id}/review': {
    by: 'admin',
    body: () => ({ decision: 'refund', reason: 'The card is reported as stolen.' }),
    wrong: { decision: ['', 'keep', null], reason: NOT_TEXT },
  },
  'POST /admin/payments/{id}/by-hand': {
    by: 'admin',
    body: () => ({ amount: 1, reference: 'Cash receipt 17' }),
    wrong: { amount: NOT_PRICE, reference: NOT_TEXT },
  },
  'PUT /my-payout-account': {
    by: 'seller',
    body: () => ({ kind: 'bkash', bkash: '01711000482', bkashAgain: '01711000482', password: 'not-the-password' }),
    wrong: {
      kind: ['', 'cash', 5, null],
      bkash: NOT_PHONE,
      bkashAgain: [...NOT_PHONE, '01711000428'],
      routing: ['', '12345678', '1234567890', 'abcdefghi', 5, null],
      account: ['', '12345', '1'.repeat(21), 'abcdef', 5, null],
      password: ['', 'short', 5, null, {}, LONG],
    },
  },
  'PUT /my-payout-account/weekly': { by: 'seller', body: () => ({}), wrong: { weekly: ['', 'on', 1, null] } },
  'POST /bookings/{id}/dispute': {
    by: 'buyer',
    body: () => ({ ...A_CLAIM, want: 'part', amount: 1 }),
    wrong: { reason: ['ugly', 'not_received'], text: NOT_WORDY, want: ['none'], amount: NOT_PRICE, photos: [5, 'x'] },
  },
  'POST /disputes/{id}/answer': {
    by: 'seller',
    body: () => ({ answer: 'offer', amount: 1, text: A_CLAIM.text }),
    wrong: { answer: ['maybe', null], text: [5, 'too short', LONG], amount: NOT_PRICE, photos: [5, 'x'] },
  },
  'POST /disputes/{id}/reply': { by: 'buyer', body: () => ({}), wrong: { reply: ['', 'refuse', null] } },
  'POST /disputes/{id}/returned': { by: 'buyer', body: () => ({}), wrong: { code: ['', '12345', 5, null, LONG] } },
  'POST /disputes/{id}/decision': {
    by: 'admin',
    body: () => ({ outcome: 'part', amount: 1, withReturn: false, reason: A_CLAIM.text }),
    wrong: { outcome: ['all', null], amount: NOT_PRICE, withReturn: ['yes', null], reason: NOT_WORDY },
  },
  'POST /disputes/{id}/appeal': { by: 'buyer', body: () => ({}), wrong: { reason: NOT_WORDY } },
  'POST /payouts/{id}/paid': { by: 'admin', body: () => ({}), wrong: { reference: [...NOT_TEXT, 'x'.repeat(61)] } },
  'POST /payouts/{id}/failed': { by: 'admin', body: () => ({}), wrong: { reason: [...NOT_TEXT, 'x'.repeat(201)] } },
  'POST /search/synonyms': { by: 'admin', body: () => ({}), wrong: { words: NOT_WORDS } },
  'PUT /search/synonyms/{id}': { by: 'admin', body: () => ({}), wrong: { words: NOT_WORDS } },
  'POST /contact': {
    by: 'visitor',
    body: () => A_MESSAGE,
    wrong: {
      name: NOT_TEXT,
      email: ['', 'x', 5, `${LONG}@x`],
      subject: ['', 'complaint', null],
      message: NOT_TEXT,
      requestId: [5, 'not an id', LONG],
    },
  },
  'PATCH /contact/{id}': { by: 'admin', body: () => ({}), wrong: { state: ['', 'closed', null] } },
  'POST /create-payment-intent': {
    by: 'buyer',
    body: () => ({ bookingId: crypto.randomUUID(), itemPrice: 6500 }),
    wrong: { bookingId: NOT_ID, itemPrice: NOT_PRICE },
  },
  'POST /payments': {
    by: 'buyer',
    body: () => ({ bookingId: crypto.randomUUID(), transactionId: 'pi_123456' }),
    wrong: { bookingId: NOT_ID, transactionId: ['', 'x', 'ch_123456', 'pi_', "pi_123456' or 1=1", 5, null] },
  },
};

const FILTERS = ['category', 'condition', 'min', 'max', 'years'] as const;

/** Providers post forms of their own, which their module's tests send. */
const withBody = [...calls].filter(([, call]) => call.spec.body && call.spec.access !== 'provider');

describe.each(withBody)('%s', (line) => {
  const known = FIELDS[line];
  if (!known) {
    test('has invalid values in this file', () => expect.unreachable());
    return;
  }
  const path = line.replace(/\{\w+\}/, crypto.randomUUID());

  test.each(Object.keys(known.wrong))('names an invalid %s, and writes nothing [5.6 11.2 11.3]', async (field) => {
    const before = await allRows(store.db);
    for (const value of known.wrong[field] ?? [])
      expectFaults(await send(known.by, path, { ...known.body(cast), [field]: value }), [field]);
    expect(await allRows(store.db)).toEqual(before);
  });

  test('refuses a list, a text, a number and null [11.3]', async () => {
    for (const body of [null, 'text', 5, true]) expectFaults(await send(known.by, path, body), ['']);
    for (const body of [[], [known.body(cast)]]) {
      const answer = await send(known.by, path, body);
      expect([answer.statusCode, answer.json().errors[0].field]).toEqual([400, '']);
    }
  });
});

test('all missing fields are reported at once', async () => {
  expectFaults(await send('seller', 'POST /products', {}), [
    'productName',
    'categoryId',
    'originalPrice',
    'resalePrice',
    'location',
    'phone',
    'imageURL',
  ]);
  expectFaults(await send('buyer', 'POST /bookings', {}), ['phone', 'location', 'itemId']);
});

test.each([
  ['GET /users/user-type/Admin', 'admin', ['type']],
  ['GET /users/user-type/buyer', 'admin', ['type']],
  ['GET /users/admin/nobody', 'admin', ['email']],
  ['GET /jwt', 'buyer', ['email']],
  ['GET /bookings', 'buyer', ['email']],
  ['GET /my-products?email=x', 'seller', ['email']],
  ['GET /wishlist?email=a@example.com&email=b@example.com', 'buyer', ['email']],
  ['GET /reports?state=all', 'admin', ['state']],
  ['GET /payouts?state=all&kind=cash', 'admin', ['state', 'kind']],
  ['GET /payouts/files?before=0000-01-01T00:00:00.000Z', 'admin', ['before']],
  [`GET /payouts/sent.csv?madeAt=2026-01-01T00:00:00.${'0'.repeat(120)}Z`, 'admin', ['madeAt']],
  ['GET /my-earnings/lines?show=all', 'seller', ['show']],
  ['GET /my-earnings/statement?month=2026-13', 'seller', ['month']],
  ['POST /my-payouts?last=yes', 'seller', ['last']],
  [`GET /search?q=${'x'.repeat(101)}`, 'buyer', ['q']],
  ['GET /search?q=a%00b&sort=price', 'buyer', ['q', 'sort']],
  ['GET /search?category=prams&condition=Good,New&min=cheap&max=-1&years=3', 'buyer', FILTERS],
  ['GET /search/summary?verified=yes&free=1', 'buyer', ['verified', 'free']],
  ['GET /search/suggestions?q=a%0Ab', 'buyer', ['q']],
  [`PUT /my-products/${NOBODYS}?status=sold`, 'seller', ['status']],
  [`PUT /my-products/${NOBODYS}?advertiseEnable=yes`, 'seller', ['advertiseEnable']],
  [`PUT /my-products/${NOBODYS}?status=SOLD&advertiseEnable=true`, 'seller', ['']],
  [`PUT /my-products/${NOBODYS}`, 'seller', ['']],
] as const)('%s is a 400', async (line, by, fields) => {
  expectFaults(await send(by, line), [...fields]);
});

const withId = [...calls].filter(([, { path }]) => /\{\w*[iI]d\}/.test(path));

test.each(withId)('%s with an unknown or malformed id is a 404', async (line) => {
  const who = calls.get(line)?.spec.access;
  const { body, query } = (await OWNERSHIP[line]?.ask(cast, 'admin')) ?? {};
  for (const id of [crypto.randomUUID(), 'x', '1', '%00', "'", '..%2f..', 'x'.repeat(200)]) {
    const path = `${line.replace(/\{\w+\}/, id)}?${new URLSearchParams(query)}`;
    const answer = await send(who === 'signedIn' ? 'buyer' : (who as Who), path, body);
    expect([id, answer.statusCode], answer.body).toEqual([id, 404]);
    expect(answer.json()).toMatchObject({ status: 404, message: 'Not found.' });
  }
});
