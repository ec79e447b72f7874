import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bookProduct } from '#modules/bookings/contract.ts';
import { findBrokenInvariants } from '#modules/payments/server/reconciliation-report.store.ts';
import { PHOTO_FIELD } from '#modules/photos/contract.ts';
import { addWish } from '#modules/wishlist/contract.ts';
import type { Call } from '#platform/contract/call.ts';
import { problemReply } from '#platform/contract/problem.ts';
import { type CallInput, escaped, inputsFor, ODD_BODIES, ODD_TYPES } from './support/call-inputs.ts';
import { calls } from './support/contracts.ts';
import { type Fitting, HOSTILE_TEXTS, hostile } from './support/hostile-input.ts';
import { OWNERSHIP } from './support/ownership.ts';
import { allRows } from './support/rows.ts';
import { CALLERS, type CallerKind, openTestPeople, type TestPeople } from './support/test-people.ts';
import { ORIGIN, openTestStore, type TestStore } from './support/test-store.ts';

/** Runs of each call with a fixed seed. FUZZ_RUNS sets more, with random seeds. */
const RUNS = Number(process.env.FUZZ_RUNS ?? 30);
const SEED = process.env.FUZZ_RUNS ? {} : { seed: 1971 };
const TEST_TIMEOUT_MS = 20_000 + RUNS * 2000;
/** Calls that were admitted at least once. */
const letIn = new Set<string>();

let store: TestStore;
let people: TestPeople;
/** Rows of people that no call names. */
let untouched: { names: string[]; rows: string[] };
/** Ids that calls may name. */
const fitting: Fitting = {};

beforeAll(async () => {
  store = await openTestStore();
  people = await openTestPeople(store);
  untouched = await bystanders();
  const ids = await Promise.all([people.list(), people.book(), people.wish(), people.report(), people.write()]);
  const paid = await people.payUnrecorded();
  const others = await Promise.all([people.list(), people.bystander('buyer'), people.bystander('seller')]);
  const cursor = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
  Object.assign(fitting, {
    uuid: [...ids, ...others, paid.bookingId, people.categoryId, crypto.randomUUID()],
    categoryId: [people.categoryId, people.categoryId, ids[0]],
    email: [people.buyer.email, people.seller.email, people.admin.email, 'nobody@example.com'],
    phone: ['01712345678', '+880 1812-345678', '০১৭১২৩৪৫৬৭৮'],
    transactionId: [paid.transactionId, 'pi_123456', 'pi_doesnotexist'],
    bookingId: [paid.bookingId, ids[1]],
    originalPrice: [12_000, '12,000', 0.01],
    resalePrice: [6500, '৬৫০০', 10_000_000],
    itemPrice: [6500, '6500', 1],
    useYear: [2, '2.5', 30],
    imageURL: ['/demo/01-pram-gada-mint-800.webp', 'http://127.0.0.1:1/x.png'],
    requestId: ['7k3mq9wd2xhp'],
    homepage: ['', 'https://spam.example'],
    reason: ['The picture shows another pram.'],
    cursor: [
      cursor(['2026-01-01 00:00:00+00', crypto.randomUUID()]),
      cursor(['infinity', crypto.randomUUID()]),
      cursor(['2026-01-01 00:00:00.1234567+00', crypto.randomUUID()]),
      cursor({ at: 1 }),
      cursor([['2026-01-01'], {}]),
      'WyIyMDI2',
      '%%%',
    ],
    state: ['open', 'answered', 'removed'],
  });
});
afterAll(() => store.close());

async function bystanders() {
  const [buyer, seller] = [await store.as('buyer', 'Witness Buyer'), await store.as('seller', 'Witness Seller')];
  const itemId = await people.list(seller);
  const { insertedId } = await buyer.api.send(bookProduct, {
    body: { itemId, phone: '01911111111', location: 'Uttara' },
  });
  await buyer.api.send(addWish, { body: { itemId } });
  const names = [buyer.id, seller.id, buyer.email, seller.email, itemId, insertedId];
  return { names, rows: await rowsOf(names) };
}

const rowsOf = async (names: string[]) =>
  (await allRows(store.db)).filter((row) => names.some((name) => row.includes(name)));

function ownerOf({ spec }: Call): CallerKind {
  return CALLERS.find((one) => one === spec.access) ?? 'buyer';
}

async function send(call: Call, owner: Record<string, string>, sent: CallInput) {
  const { who, params, query, body, type, key, language } = sent;
  const path = call.path.replace(/\{(\w+)\}/g, (_, name: string) => escaped(params[name] ?? 'x'));
  const search = Object.entries(query).map(([name, value = '']) => `${escaped(name)}=${escaped(value)}`);
  return store.app.inject({
    method: call.method,
    url: `/api${path}?${search.join('&')}`,
    headers: {
      ...(who === 'owner' ? owner : people.headers[who]),
      'accept-language': language,
      ...(body === undefined ? {} : { 'content-type': type }),
      ...(key === undefined ? {} : { 'idempotency-key': key }),
    },
    ...(body === undefined ? {} : { payload: body }),
  });
}

type Answer = Awaited<ReturnType<typeof store.app.inject>>;

function expectDecent(answer: Answer): void {
  expect(answer.statusCode, answer.body.slice(0, 500)).toBeLessThan(500);
  if (answer.statusCode < 400) return;
  expect(answer.headers['content-type']).toBe('application/problem+json; charset=utf-8');
  expect(problemReply.strict().safeParse(answer.json()).error).toBeUndefined();
}

describe('no input causes a 5xx', () => {
  test.each([...calls])(
    '%s',
    async (line, call) => {
      const owner = ownerOf(call);
      const good = (await OWNERSHIP[line]?.ask(people, owner)) ?? {};
      await fc.assert(
        fc.asyncProperty(inputsFor(fitting, call, good), async (sent) => {
          const answer = await send(call, good.owner ?? people.headers[owner], sent);
          expectDecent(answer);
          if (answer.statusCode === 200) letIn.add(line);
        }),
        { numRuns: RUNS, ...SEED },
      );
    },
    TEST_TIMEOUT_MS,
  );

  test(
    'a form with a malformed file',
    async () => {
      const part = fc.record({
        name: fc.constantFrom(PHOTO_FIELD, 'other', '', '__proto__', 'a"b'),
        file: fc.constantFrom('', 'x.png', '../../x.svg', '\u0000.jpg', 'x'.repeat(5000)),
        type: fc.constantFrom('image/png', 'image/svg+xml', 'text/html', ''),
        bytes: fc.oneof(
          fc.uint8Array({ maxLength: 500 }),
          fc.constantFrom(
            ...['\u0089PNG\r\n\u001a\n', '\u00ff\u00d8\u00ff', '<svg onload=x>', 'RIFF'].map((text) =>
              Buffer.from(text, 'latin1'),
            ),
          ),
        ),
      });
      const forms = fc.record({ parts: fc.array(part, { maxLength: 3 }), boundary: fc.constantFrom('x', 'y') });
      await fc.assert(
        fc.asyncProperty(forms, async ({ parts, boundary }) => {
          const pieces = parts.flatMap(({ name, file, type, bytes }) => [
            Buffer.from(
              `--x\r\nContent-Disposition: form-data; name="${name}"; filename="${file}"\r\nContent-Type: ${type}\r\n\r\n`,
            ),
            Buffer.from(bytes),
            Buffer.from('\r\n'),
          ]);
          const answer = await store.app.inject({
            method: 'POST',
            url: '/api/photos',
            headers: { ...people.headers.seller, 'content-type': `multipart/form-data; boundary=${boundary}` },
            payload: Buffer.concat([...pieces, Buffer.from('--x--\r\n')]),
          });
          expectDecent(answer);
        }),
        { numRuns: RUNS, ...SEED },
      );
    },
    TEST_TIMEOUT_MS,
  );

  test(
    'the identity provider’s open calls',
    async () => {
      const fields = [
        'email',
        'password',
        'name',
        'newPassword',
        'token',
        'callbackURL',
        'redirectTo',
        'provider',
        'image',
      ];
      const value = fc.oneof(fc.constantFrom('kanari@example.com', 'secret-1234', '//evil.example', 'google'), hostile);
      const ask = fc.record({
        path: fc.constantFrom(
          ...['sign-in/email', 'sign-up/email', 'sign-in/social', 'sign-out', 'request-password-reset'],
          ...['reset-password', 'send-verification-email', 'verify-email', 'callback/google', 'callback/x'],
          ...[
            'oauth-popup/start',
            'oauth-popup/x',
            'jwks',
            'error',
            'ok',
            'sign-in/email/',
            '../jwt',
            '%00',
            '%ff',
            'a%2fb',
          ],
        ),
        method: fc.constantFrom('POST' as const, 'POST' as const, 'GET' as const),
        body: fc.oneof(
          {
            weight: 4,
            arbitrary: fc
              .dictionary(fc.constantFrom(...fields), value, { maxKeys: 6 })
              .map((one) => JSON.stringify(one)),
          },
          fc.constantFrom(...ODD_BODIES),
        ),
        query: fc.dictionary(
          fc.constantFrom(...fields, 'state', 'code', 'error', 'popupOrigin'),
          fc.constantFrom(...HOSTILE_TEXTS.filter((text) => text.length < 300)),
        ),
        type: fc.oneof({ weight: 6, arbitrary: fc.constant('application/json') }, fc.constantFrom(...ODD_TYPES)),
        origin: fc.constantFrom(ORIGIN, ORIGIN, 'https://evil.example', 'null', ''),
        cookie: fc.constantFrom(
          '',
          people.otherBuyer.cookie,
          'better-auth.session_token=x.y',
          'better-auth.session_token=%ff%00; lang=%',
        ),
      });
      await fc.assert(
        fc.asyncProperty(ask, async ({ path, method, body, query, type, origin, cookie }) => {
          const search = Object.entries(query).map(([name, text]) => `${name}=${escaped(text)}`);
          const answer = await store.app.inject({
            method,
            url: `/api/auth/${path}?${search.join('&')}`,
            headers: { origin, ...(cookie ? { cookie } : {}), ...(method === 'POST' ? { 'content-type': type } : {}) },
            ...(method === 'POST' ? { payload: body } : {}),
          });
          expect(answer.statusCode, answer.body).toBeLessThan(500);
          const { location } = answer.headers;
          if (location) expect(new URL(String(location), ORIGIN).origin).toBe(ORIGIN);
        }),
        { numRuns: RUNS * 4, ...SEED },
      );
    },
    TEST_TIMEOUT_MS,
  );

  test(
    'addresses of pictures, of the sandbox and of nothing',
    async () => {
      const odd = fc.oneof(
        fc.constantFrom(...HOSTILE_TEXTS.filter((text) => text.length < 3000).map(escaped)),
        fc.constantFrom(
          '%',
          '%ff',
          '%00',
          '%2e%2e/%2e%2e',
          '..',
          '...',
          '//',
          '/\\evil',
          ';',
          '%c0%ae',
          'a'.repeat(400),
        ),
      );
      const address = fc.tuple(
        fc.constantFrom(
          '/media/',
          '/sandbox/outbox/',
          '/sandbox/stripe/',
          '/sandbox/stripe/v1/payment_intents/',
          '/sandbox/stripe/challenge/',
        ),
        odd,
        fc.constantFrom('GET' as const, 'POST' as const, 'HEAD' as const, 'PUT' as const, 'OPTIONS' as const),
      );
      await fc.assert(
        fc.asyncProperty(address, async ([folder, rest, method]) => {
          const answer = await store.app.inject({ method, url: folder + rest });
          expect(answer.statusCode, answer.body).toBeLessThan(500);
        }),
        { numRuns: RUNS * 4, ...SEED },
      );
      for (const nothing of ['/api/%', '/api/%ff', '/api//', '/api/bookings/%00', '/api/auth/%ff'])
        expectDecent(await store.app.inject(nothing));
    },
    TEST_TIMEOUT_MS,
  );
});

test('afterwards rows of others are unchanged, the ledger is correct, and the store is open [14.8 P12 T29]', async () => {
  expect(await rowsOf(untouched.names)).toEqual(untouched.rows);
  expect(untouched.rows.length).toBeGreaterThan(6);
  expect(await findBrokenInvariants(store.db)).toEqual([]);
  expect((await store.app.inject('/readyz')).statusCode).toBe(200);
  expect(({} as { role?: string }).role).toBeUndefined();
  for (const who of ['buyer', 'seller', 'admin'] as const)
    expect((await store.app.inject({ url: '/api/me', headers: people.headers[who] })).statusCode).toBe(200);
});

test('most calls were admitted at least once, so that code behind the checks was reached', () => {
  expect(letIn.size).toBeGreaterThan(calls.size * 0.75);
});
