import Fastify from 'fastify';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { addProduct } from '#modules/catalogue/contract.ts';
import { aCategory, aProduct } from '#modules/catalogue/server/fixtures.ts';
import { enforceDatabaseDeadline } from '#platform/database/request-deadline.ts';
import { handleErrors } from '#platform/http/error-handler.ts';
import { onceFor } from '#platform/http/idempotency.ts';
import { calls } from './support/contracts.ts';
import type { Ask } from './support/owners.ts';
import { OWNERSHIP } from './support/ownership.ts';
import { ownRows, untilIdle } from './support/rows.ts';
import { type CallerKind, openTestPeople, type TestPeople } from './support/test-people.ts';
import { openTestStore, type TestStore } from './support/test-store.ts';

let store: TestStore;
let people: TestPeople;
beforeAll(async () => {
  store = await openTestStore();
  people = await openTestPeople(store);
});
afterAll(() => store.close());

const ourRows = () => ownRows(store.db);

/** A change of each call's body. A POST without an entry here fails. */
const OTHERWISE: Record<string, object> = {
  'POST /users': { name: 'Somebody else' },
  'POST /products': { resalePrice: 1 },
  'POST /wishlist': { itemId: crypto.randomUUID() },
  'POST /bookings': { location: 'Uttara' },
  'POST /bookings/{id}/method': { method: 'card' },
  'POST /my-buyers/{bookingId}/handover': { withoutCode: undefined, code: '123456' },
  'POST /bookings/{id}/call-off': { reason: 'Another reason' },
  'POST /bookings/{id}/dispute': { reason: 'other' },
  'POST /disputes/{id}/answer': { answer: 'accept' },
  'POST /disputes/{id}/reply': { reply: 'accept' },
  'POST /disputes/{id}/returned': { code: '123456' },
  'POST /disputes/{id}/decision': { outcome: 'refund' },
  'POST /disputes/{id}/appeal': { reason: 'Another reason, of another length.' },
  'POST /reports': { reason: 'It was stolen from my neighbour.' },
  'POST /contact': { message: 'Do you deliver to Khulna?' },
  'POST /search/synonyms': { words: ['cot', 'crib'] },
  'POST /admin/payments/{id}/by-hand': { amount: 2 },
  'POST /payments/{id}/review': { reason: 'Another reason.' },
  'POST /payouts/{id}/paid': { reference: 'CFT26326 0092' },
  'POST /payouts/{id}/failed': { reason: 'Wrong number' },
  'POST /create-payment-intent': { itemPrice: 1 },
  'POST /payments': { transactionId: 'pi_another' },
};

/** A provider repeats its messages without a key. */
const posts = [...calls].filter(([, { method, spec }]) => method === 'POST' && spec.body && spec.access !== 'provider');

describe.each(posts)('the same Idempotency-Key with %s', (line, call) => {
  const { access } = call.spec;
  const who: CallerKind = access === 'seller' || access === 'admin' ? access : 'buyer';
  const post = (ask: Ask, key: string, otherwise: object = {}) =>
    store.app.inject({
      method: 'POST',
      url: `/api${call.path.replace(/\{(\w+)\}/g, (_, name: string) => ask.params?.[name] ?? '')}`,
      headers: { ...(ask.owner ?? people.headers[who]), 'idempotency-key': key },
      payload: { ...ask.body, ...otherwise },
    });

  test('returns the first reply again, and has one effect [11.1]', async () => {
    const ask = (await OWNERSHIP[line]?.ask(people, who)) ?? {};
    const key = crypto.randomUUID();
    const first = await post(ask, key);
    expect(first.statusCode, first.body).toBe(200);
    await untilIdle(store.db);
    const before = await ourRows();
    const again = await Promise.all([1, 2, 3].map(() => post(ask, key)));
    for (const answer of again) expect([answer.statusCode, answer.json()]).toEqual([200, first.json()]);
    expect(await ourRows()).toEqual(before);
  });

  test('and another body is a 422 that changes nothing [11.1]', async () => {
    expect(OTHERWISE).toHaveProperty([line]);
    const ask = (await OWNERSHIP[line]?.ask(people, who)) ?? {};
    const key = crypto.randomUUID();
    expect((await post(ask, key)).statusCode).toBe(200);
    await untilIdle(store.db);
    const before = await ourRows();
    const other = await post(ask, key, OTHERWISE[line]);
    expect(other.statusCode).toBe(422);
    expect(other.json()).toMatchObject({
      message: 'Idempotency-Key used for another request. Use a new one.',
    });
    expect(await ourRows()).toEqual(before);
  });
});

test('an Idempotency-Key that was used for one payment is refused for another [11.1]', async () => {
  const line = 'POST /admin/payments/{id}/by-hand';
  const ask = (await OWNERSHIP[line]?.ask(people, 'admin')) ?? {};
  const headers = { ...(ask.owner ?? people.headers.admin), 'idempotency-key': crypto.randomUUID() };
  const record = (id: string) =>
    store.app.inject({ method: 'POST', url: `/api/admin/payments/${id}/by-hand`, headers, payload: ask.body ?? {} });
  expect((await record(ask.params?.id ?? '')).statusCode).toBe(200);
  expect((await record(crypto.randomUUID())).statusCode).toBe(422);
});

test('an Idempotency-Key that was used with one query is refused with another [11.1]', async () => {
  const ask = (await OWNERSHIP['POST /my-payouts']?.ask(people, 'seller')) ?? {};
  const headers = { ...(ask.owner ?? people.headers.seller), 'idempotency-key': crypto.randomUUID() };
  const request = (query: string) =>
    store.app.inject({ method: 'POST', url: `/api/my-payouts${query}`, headers, payload: {} });
  expect((await request('')).statusCode).toBe(200);
  expect((await request('?last=true')).statusCode).toBe(422);
});

test('an Idempotency-Key belongs to one user, and is printable', async () => {
  const { body } = (await OWNERSHIP['POST /products']?.ask(people, 'seller')) ?? {};
  const add = async (who: CallerKind, key: string) => {
    const headers = { ...people.headers[who], 'idempotency-key': key };
    const answer = await store.app.inject({ method: 'POST', url: '/api/products', headers, payload: body ?? {} });
    return answer.statusCode === 200 ? answer.json().insertedId : answer.statusCode;
  };
  expect(await add('seller', 'key-1')).not.toBe(await add('other seller', 'key-1'));
  expect(await add('seller', 'with a space')).toBe(400);
  expect(await add('seller', 'x'.repeat(256))).toBe(400);
});

test('a malformed Idempotency-Key of an upload is refused before the upload is read', async () => {
  const headers = { ...people.headers.seller, 'idempotency-key': 'with a space' };
  const answer = await store.app.inject({ method: 'POST', url: '/api/photos', headers, payload: 'no form' });
  expect([answer.statusCode, answer.json().title]).toEqual([400, 'bad-idempotency-key']);
});

test('repeats of a running request hold no connections, and get its reply [11.1]', async () => {
  const small = await openTestStore({ DATABASE_POOL: '4' });
  const [seller, buyer] = [await small.as('seller'), await small.as('buyer')];
  const { insertedId: itemId } = await seller.api.send(addProduct, { body: aProduct(await aCategory(small.db)) });
  const blocking = await small.pool.connect();
  await blocking.query('begin');
  await blocking.query('select from products where id = $1 for update', [itemId]);
  const book = () =>
    small.app.inject({
      method: 'POST',
      url: '/api/bookings',
      headers: { authorization: `Bearer ${buyer.token}`, 'idempotency-key': 'repeated' },
      payload: { itemId, phone: '01812345678', location: 'Uttara' },
    });
  const booked = Array.from({ length: 6 }, book);
  // Not on the connection that blocks: a transaction sees the activity as at its first look.
  const waits = "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";
  const waiting = async () => (await small.pool.query(waits)).rowCount;
  await vi.waitUntil(async () => (await waiting()) === 1, { interval: 10, timeout: 5000 });
  for (let count = 0; count < 3; count += 1)
    expect((await small.app.inject('/api/products/advertise')).statusCode).toBe(200);
  expect(await waiting()).toBe(1);
  await blocking.query('commit');
  blocking.release();
  const [first, ...repeats] = await Promise.all(booked);
  expect(first?.statusCode, first?.body).toBe(200);
  for (const repeat of repeats) expect(repeat.json()).toEqual(first?.json());
  await small.close();
});

test.each(['/api/products', '/api/bookings'])(
  'a repeat of POST %s that reaches the lock timeout at its key is a 503 that is not logged as an error [11.1]',
  async (url) => {
    const errors: string[] = [];
    const slow = await openTestStore({}, { log: { write: (line: string) => void errors.push(line) } });
    const [seller, buyer] = [await slow.as('seller'), await slow.as('buyer')];
    const product = aProduct(await aCategory(slow.db));
    const { insertedId: itemId } = await seller.api.send(addProduct, { body: product });
    const [person, payload] =
      url === '/api/products' ? [seller, product] : [buyer, { itemId, phone: '01812345678', location: 'Uttara' }];
    const running = await slow.pool.connect();
    await running.query('begin');
    await running.query(
      "insert into idempotency_keys (owner_id, key, fingerprint) select account_id, 'slow', '' from users where id = $1",
      [person.id],
    );
    const headers = { authorization: `Bearer ${person.token}`, 'idempotency-key': 'slow' };
    const repeat = await slow.app.inject({ method: 'POST', url, headers, payload });
    await running.query('rollback');
    running.release();
    expect([repeat.statusCode, repeat.headers['retry-after']]).toEqual([503, '1']);
    expect(errors).toEqual([]);
    await slow.close();
  },
);

test('a repeat that reaches its deadline in this process is a 503 that is not logged as an error [11.1]', async () => {
  const errors: string[] = [];
  const app = Fastify({ logger: { level: 'error', stream: { write: (line) => void errors.push(line) } } });
  enforceDatabaseDeadline(app);
  handleErrors(app, 'Dolna');
  const first = Promise.withResolvers<{ done: boolean }>();
  const once = onceFor({ ownerId: crypto.randomUUID(), key: 'slow', fingerprint: '' });
  app.get('/', () => once(store.db, () => first.promise));
  // The promise of inject() begins when it is awaited.
  const running = app.inject('/').then((answer) => answer);
  const repeat = await app.inject('/');
  expect([repeat.statusCode, repeat.headers['retry-after']]).toEqual([503, '1']);
  expect(errors).toEqual([]);
  first.resolve({ done: true });
  expect((await running).json()).toEqual({ done: true });
  await app.close();
});
