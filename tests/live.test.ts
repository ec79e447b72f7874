import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { deleteAccount } from '#modules/account/contract.ts';
import { bookProduct, cancelBooking } from '#modules/bookings/contract.ts';
import { addProduct, changeMyProduct, deleteMyProduct } from '#modules/catalogue/contract.ts';
import { aCategory, aProduct } from '#modules/catalogue/server/fixtures.ts';
import { decideOnReports, reportProduct } from '#modules/moderation/contract.ts';
import { createPaymentIntent, recordPayment } from '#modules/payments/contract.ts';
import { listMessages, markMessage, sendMessage } from '#modules/support/contract.ts';
import { transaction } from '#platform/database/database.ts';
import { publishLive } from '#platform/live/live-events.ts';
import { cardClient } from './support/card-client.ts';
import { type LiveStream, openLiveStream } from './support/live-stream.ts';
import { FIRST_CHANNEL, openTwoStores, type TwoStores } from './support/second-store.ts';
import { openTestStore, type Person, signUp, type TestStore } from './support/test-store.ts';

const EVENT_TIMEOUT_MS = 10_000;

let stores: TwoStores;
let store: TestStore;
let categoryId: string;
let seller: Person;
let buyer: Person;
beforeAll(async () => {
  stores = await openTwoStores();
  ({ store } = stores);
  categoryId = await aCategory(store.db);
  [seller, buyer] = [await store.as('seller'), await store.as('buyer')];
  await isListening(store.address);
  await isListening(stores.otherAddress);
});
afterAll(() => stores.close());

const lines: LiveStream[] = [];
afterEach(() => {
  for (const line of lines.splice(0)) line.disconnect();
});

async function listen({ cookie }: Pick<Person, 'cookie'>, address = stores.otherAddress, age = 0): Promise<LiveStream> {
  const line = await openLiveStream(address, cookie, age);
  lines.push(line);
  return line;
}

/** Publishes a change to people, as services do. */
const publishTo = (...people: Person[]) =>
  publishLive(
    store.app.database,
    people.map(({ id }) => id),
  );

/** Waits until the LISTEN connection of a new process works. */
async function isListening(address: string): Promise<void> {
  const somebody = await store.as('buyer');
  const line = await listen(somebody, address);
  await vi.waitFor(() => {
    publishTo(somebody);
    expect(line.events).not.toEqual([]);
  }, EVENT_TIMEOUT_MS);
}

/** Runs a change. Expects one event for each receiver at the other process, and none for the others. */
async function expectEvents(receivers: Person[], others: Person[], change: () => Promise<unknown>): Promise<void> {
  const people = [...receivers, ...others];
  const open = await Promise.all(people.map((person) => listen(person)));
  await awaitEvents(people, open);
  const before = open.map(({ events }) => events.length);
  await change();
  await vi.waitFor(() => {
    for (const [at] of receivers.entries()) expect(open[at]?.events).toHaveLength((before[at] ?? 0) + 1);
  }, EVENT_TIMEOUT_MS);
  // A wrong event would arrive together with this one.
  const witness = await store.as('buyer');
  await awaitEvents([witness], [await listen(witness)]);
  await awaitEvents(people, open);
  expect(open.map(({ events }, at) => events.length - (before[at] ?? 0))).toEqual([
    ...receivers.map(() => 2),
    ...others.map(() => 1),
  ]);
}

/** Publishes to all people and waits for the events. Earlier events have then arrived, too. */
async function awaitEvents(people: Person[], open: LiveStream[]): Promise<void> {
  const before = open.map(({ events }) => events.length);
  publishTo(...people);
  await vi.waitFor(() => {
    for (const [at, { events }] of open.entries()) expect(events.length).toBeGreaterThan(before[at] ?? 0);
  }, EVENT_TIMEOUT_MS);
}

const list = async () => (await seller.api.send(addProduct, { body: aProduct(categoryId) })).insertedId;
const book = async (itemId: string, by = buyer) =>
  (await by.api.send(bookProduct, { body: { itemId, phone: '01712345678', location: 'Mirpur' } })).insertedId;

test('seller and buyer get events at another process when a product is booked, released and paid', async () => {
  const others = [await store.as('seller'), await store.as('buyer'), await store.as('admin')];
  const itemId = await list();
  let bookingId = '';
  await expectEvents([seller, buyer], others, async () => {
    bookingId = await book(itemId);
  });
  await expectEvents([seller, buyer], others, () => buyer.api.send(cancelBooking, { params: { id: bookingId } }));
  bookingId = await book(itemId);
  const prepared = await buyer.api.send(createPaymentIntent, { body: { bookingId, itemPrice: 6500 } });
  // Webhook and browser may come in either order; the first one publishes.
  await expectEvents([seller, buyer], others, async () => {
    const transactionId = await cardClient(store).pay(prepared);
    await buyer.api.send(recordPayment, { body: { bookingId, transactionId } });
  });
});

test('the holder of a product gets an event when it is sold elsewhere, deleted or removed', async () => {
  const admin = await store.as('admin');
  const [sold, gone, reported] = [await list(), await list(), await list()];
  const holder = await store.as('buyer');
  for (const itemId of [sold, gone, reported]) await book(itemId, holder);
  await expectEvents([holder], [buyer, admin], () =>
    seller.api.send(changeMyProduct, { params: { id: sold }, query: { status: 'SOLD' } }),
  );
  await expectEvents([holder], [buyer, admin], () => seller.api.send(deleteMyProduct, { params: { id: gone } }));
  await expectEvents([admin], [seller, holder], () =>
    buyer.api.send(reportProduct, { body: { productId: reported, reason: 'It is not what it says.' } }),
  );
  await expectEvents([holder, seller, admin], [buyer], () =>
    admin.api.send(decideOnReports, { params: { productId: reported }, body: { decision: 'remove' } }),
  );
});

test('a seller gets an event when the holder of a product deletes their account', async () => {
  const leaver = await store.as('buyer');
  await book(await list(), leaver);
  await expectEvents([seller], [buyer], () => leaver.api.send(deleteAccount, { body: { password: leaver.password } }));
});

test('admins get events for messages, and for changes by other admins', async () => {
  const [admin, colleague] = [await store.as('admin'), await store.as('admin')];
  const body = { name: 'Ayesha', email: 'ayesha@example.com', subject: 'other', message: 'Where is my pram?' } as const;
  await expectEvents([admin, colleague], [seller, buyer], () => store.anyone.send(sendMessage, { body }));
  const [message] = (await admin.api.send(listMessages, { query: { state: 'open' } })).items;
  await expectEvents([admin, colleague], [seller, buyer], () =>
    admin.api.send(markMessage, { params: { id: message?._id ?? '' }, body: { state: 'answered' } }),
  );
});

test('a rollback publishes no event', async () => {
  await expectEvents([], [seller, buyer], () =>
    transaction(store.app.database, async (db) => {
      publishLive(db, [seller.id, buyer.id]);
      throw new Error('It did not work out');
    }).catch(() => undefined),
  );
});

test('a stream of a page older than a change gets its event at once, one of a younger page does not', async () => {
  const person = await store.as('buyer');
  await awaitEvents([person], [await listen(person)]);
  const [younger, older] = [await listen(person), await listen(person, stores.otherAddress, 15_000)];
  await vi.waitFor(() => expect(older.events).toEqual(['changed']), EVENT_TIMEOUT_MS);
  expect(younger.events).toEqual([]);
  const tooOld = await store.app.inject({ url: '/api/live?age=15001', headers: { cookie: person.cookie } });
  expect(tooOld.statusCode).toBe(400);
});

test('an event carries no data, and is not cached', async () => {
  const controller = new AbortController();
  const answer = await fetch(`${store.address}/api/live`, {
    headers: { cookie: buyer.cookie },
    signal: controller.signal,
  });
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'content-type': 'text/event-stream',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  });
  const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  publishTo(buyer);
  while (!text.includes('changed')) text += (await reader?.read())?.value ?? '';
  expect(text).toMatch(/^event: hello\ndata: ""\nretry: \d+\n\n(data: changed\n\n)+$/);
  controller.abort();
});

test('only a signed-in person with a role gets a stream, from a page of the store [T20]', async () => {
  const ask = async (headers: Record<string, string>) =>
    (await store.app.inject({ url: '/api/live', headers })).statusCode;
  expect(await ask({})).toBe(401);
  expect(await ask({ authorization: `Bearer ${buyer.token}` })).toBe(401);
  expect(await ask({ cookie: buyer.cookie, origin: 'https://elsewhere.example' })).toBe(403);
  const cookie = await signUp(store.app, { name: 'Nobody Yet', email: 'nobody@example.com', password: 'secret-1234' });
  expect(await ask({ cookie })).toBe(403);
  expect(await ask({ cookie: buyer.cookie, 'sec-fetch-site': 'same-site' })).toBe(403);
  const head = await store.app.inject({ method: 'HEAD', url: '/api/live', headers: { cookie: buyer.cookie } });
  expect(head.statusCode).toBe(404);
});

test('a ninth stream ends the first, which must not reconnect by itself', async () => {
  const person = await store.as('buyer');
  const open: LiveStream[] = [];
  for (let nth = 0; nth < 9; nth += 1) open.push(await listen(person, store.address));
  await open[0]?.ended;
  expect(open.map(({ isFull }) => isFull())).toEqual([true, ...Array(8).fill(false)]);
  await awaitEvents(Array(8).fill(person), open.slice(1));
  // The duration of a stream is no latency.
  const { body } = await store.app.inject('/metrics');
  expect(body).toContain('dolna_http_request_duration_seconds_count');
  expect(body).not.toContain('route="/api/live",status="200"');
});

test('events during a lost database connection arrive after it returns, and pages reload', async () => {
  const [buyer, silent] = [await store.as('buyer'), await store.as('buyer')];
  const [there, here] = [await listen(buyer), await listen(silent, store.address)];
  for (const times of [1, 2]) {
    const before = here.events.length;
    await sql`select pg_terminate_backend(pid) from pg_stat_activity where application_name = ${FIRST_CHANNEL}`.execute(
      store.db,
    );
    publishTo(buyer);
    await vi.waitFor(() => expect(there.events).toHaveLength(times), EVENT_TIMEOUT_MS);
    await vi.waitFor(() => expect(here.events.length).toBeGreaterThan(before), 20_000);
  }
});

test('a closing store ends all streams, and does not wait for them', async () => {
  const closing = await openTestStore();
  const line = await openLiveStream(closing.address, (await closing.as('buyer')).cookie);
  const begun = performance.now();
  await closing.close();
  expect(performance.now() - begun).toBeLessThan(5000);
  await line.ended;
});
