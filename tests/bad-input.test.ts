import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { problemReply } from '#platform/contract/problem.ts';
import { calls } from './support/contracts.ts';
import { INVALID_FIELDS } from './support/invalid-fields.ts';
import { OWNERSHIP } from './support/ownership.ts';
import { allRows } from './support/rows.ts';
import { type CallerKind, openTestPeople, type TestPeople } from './support/test-people.ts';
import { openTestStore, type TestStore } from './support/test-store.ts';

let store: TestStore;
let people: TestPeople;
beforeAll(async () => {
  store = await openTestStore();
  people = await openTestPeople(store);
});
afterAll(() => store.close());

const send = (who: CallerKind, line: string, body?: unknown) => {
  const [method, path] = line.split(' ');
  return store.app.inject({
    method: method as 'GET',
    url: `/api${path}`,
    headers: { ...people.headers[who], ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
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

const NOBODYS = '0190a0a0-0000-7000-8000-000000000000';

const FILTERS = ['category', 'condition', 'min', 'max', 'years'] as const;

/** Providers post forms of their own, which their module's tests send. */
const withBody = [...calls].filter(([, call]) => call.spec.body && call.spec.access !== 'provider');

describe.each(withBody)('%s', (line) => {
  const known = INVALID_FIELDS[line];
  if (!known) {
    test('has invalid values', () => expect.unreachable(`add ${line} to INVALID_FIELDS`));
    return;
  }
  const path = line.replace(/\{\w+\}/, crypto.randomUUID());

  test.each(Object.keys(known.invalid))('names an invalid %s, and writes nothing [5.6 11.2 11.3]', async (field) => {
    const before = await allRows(store.db);
    for (const value of known.invalid[field] ?? [])
      expectFaults(await send(known.caller, path, { ...known.body(people), [field]: value }), [field]);
    expect(await allRows(store.db)).toEqual(before);
  });

  test('refuses a list, a text, a number and null [11.3]', async () => {
    for (const body of [null, 'text', 5, true]) expectFaults(await send(known.caller, path, body), ['']);
    for (const body of [[], [known.body(people)]]) {
      const answer = await send(known.caller, path, body);
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
  const { body, query } = (await OWNERSHIP[line]?.ask(people, 'admin')) ?? {};
  for (const id of [crypto.randomUUID(), 'x', '1', '%00', "'", '..%2f..', 'x'.repeat(200)]) {
    const path = `${line.replace(/\{\w+\}/, id)}?${new URLSearchParams(query)}`;
    const answer = await send(who === 'signedIn' ? 'buyer' : (who as CallerKind), path, body);
    expect([id, answer.statusCode], answer.body).toEqual([id, 404]);
    expect(answer.json()).toMatchObject({ status: 404, message: 'Not found.' });
  }
});
