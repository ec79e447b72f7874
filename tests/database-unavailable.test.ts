import Stripe from 'stripe';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { aCategory, aProduct } from '#modules/catalogue/server/fixtures.ts';
import { expectOutageHandled, expectSlownessHandled } from './faults/database-outages.ts';
import { openProxy, type TcpProxy } from './faults/proxy.ts';
import { openTestStore, type Person, provider, type TestStore } from './support/test-store.ts';

const MAX_CONNECTIONS = 4;

let store: TestStore;
let between: TcpProxy;
let seller: Person;
let categoryId: string;
beforeAll(async () => {
  store = await openTestStore(
    // Expected errors are not printed.
    { LOG_LEVEL: 'fatal', DATABASE_POOL: String(MAX_CONNECTIONS) },
    {
      async through(port) {
        between = await openProxy({ port });
        return between.port;
      },
    },
  );
  seller = await store.as('seller');
  categoryId = await aCategory(store.db);
});
afterAll(async () => {
  await between.setCondition('through');
  await store.close();
  await between.close();
});

test.each(['down', 'reset', 'lost', 'slow'] as const)(
  'with a database that is %s, calls are a 503 with Retry-After within five seconds, and succeed within ten seconds after its return [P8]',
  async (condition) => {
    await expectOutageHandled(condition, { store, between, seller, categoryId });
  },
);

test('with a database that is fast enough for one statement only, a call is correct or a 503 within five seconds', async () => {
  const { codes } = await expectSlownessHandled(700, { store, between, seller, categoryId });
  expect(codes).toMatchObject({ 'a call of a visitor': 200, 'a call of a signed-in person': 503 });
});

test('a sign-out without the database fails', async () => {
  const person = await store.as('buyer');
  const session = () => store.app.inject({ url: '/api/session', headers: { cookie: person.cookie } });
  await between.setCondition('down');
  const answer = await provider(store.app, '/sign-out', {}, { cookie: person.cookie });
  await between.setCondition('through');
  expect([answer.statusCode, answer.headers['set-cookie']]).toEqual([503, undefined]);
  expect((await session()).json()).toEqual({ email: person.email });
});

test('webhooks are answered while requests hold every connection', async () => {
  const { app, cards } = store;
  const signedIn = { authorization: `Bearer ${seller.token}` };
  await app.inject({ method: 'POST', url: '/api/products', payload: aProduct(categoryId), headers: signedIn });
  const over = Promise.withResolvers<void>();
  const busy = Array.from({ length: MAX_CONNECTIONS }, () => {
    const taken = Promise.withResolvers<void>();
    const done = app.database.connection().execute(async () => {
      taken.resolve();
      await over.promise;
    });
    return { taken: taken.promise, done };
  });
  await Promise.all(busy.map(({ taken }) => taken));
  const codeOf = async (url: string) => (await app.inject({ url, headers: signedIn })).statusCode;
  expect(await codeOf(`/api/products/category/${categoryId}`)).toBe(503);

  const payload = JSON.stringify({ id: 'evt_heard', object: 'event', type: 'charge.updated', data: { object: {} } });
  const signature = Stripe.webhooks.generateTestHeaderString({ payload, secret: cards.webhookSecret });
  const headers = { 'content-type': 'application/json', 'stripe-signature': signature };
  const heard = await app.inject({ method: 'POST', url: '/api/payments/webhook', payload, headers });
  expect([heard.statusCode, heard.json()]).toEqual([200, { received: true }]);

  over.resolve();
  await Promise.all(busy.map(({ done }) => done));
});
