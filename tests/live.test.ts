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
import { cardDesk } from './support/card-desk.ts';
import { type LiveStream, openLiveStream } from './support/live-stream.ts';
import { FIRST_CHANNEL, openTwoStores, type TwoStores } from './support/second-store.ts';
import { openTestStore, type Person, signUp, type TestStore } from './support/test-store.ts';

/** Long enough for a busy machine, in milliseconds. */
const PATIENCE = 10_000;

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

/** Tells people that something of theirs has changed, as services do. */
const tellThem = (...people: Person[]) =>
  publishLive(
    store.app.database,
    people.map(({ id }) => id),
  );

/** A process that was just opened hears what is told only when its channel stands. */
async function isListening(address: string): Promise<void> {
  const somebody = await store.as('buyer');
  const line = await listen(somebody, address);
  await vi.waitFor(() => {
    tellThem(somebody);
    expect(line.said).not.toEqual([]);
  }, PATIENCE);
}

/** Does something that `told` hear of at the other process, each once, and `untold` do not. */
async function expectTold(told: Person[], untold: Person[], deed: () => Promise<unknown>): Promise<void> {
  const people = [...told, ...untold];
  const open = await Promise.all(people.map((person) => listen(person)));
  await settle(people, open);
  const before = open.map(({ said }) => said.length);
  await deed();
  await vi.waitFor(() => {
    for (const [at] of told.entries()) expect(open[at]?.said).toHaveLength((before[at] ?? 0) + 1);
  }, PATIENCE);
  // What was wrongly told would be said together with what is told now.
  const witness = await store.as('buyer');
  await settle([witness], [await listen(witness)]);
  await settle(people, open);
  expect(open.map(({ said }, at) => said.length - (before[at] ?? 0))).toEqual([
    ...told.map(() => 2),
    ...untold.map(() => 1),
  ]);
}

/** Tells all of them something, and waits until each has heard it: what was told before has been heard then, too. */
async function settle(people: Person[], open: LiveStream[]): Promise<void> {
  const before = open.map(({ said }) => said.length);
  tellThem(...people);
  await vi.waitFor(() => {
    for (const [at, { said }] of open.entries()) expect(said.length).toBeGreaterThan(before[at] ?? 0);
  }, PATIENCE);
}

const list = async () => (await seller.api.send(addProduct, { body: aProduct(categoryId) })).insertedId;
const book = async (itemId: string, by = buyer) =>
  (await by.api.send(bookProduct, { body: { itemId, phone: '01712345678', location: 'Mirpur' } })).insertedId;

test('who sells and who buys hear at another process that a thing is booked, released, and paid for', async () => {
  const others = [await store.as('seller'), await store.as('buyer'), await store.as('admin')];
  const itemId = await list();
  let bookingId = '';
  await expectTold([seller, buyer], others, async () => {
    bookingId = await book(itemId);
  });
  await expectTold([seller, buyer], others, () => buyer.api.send(cancelBooking, { params: { id: bookingId } }));
  bookingId = await book(itemId);
  const prepared = await buyer.api.send(createPaymentIntent, { body: { bookingId, itemPrice: 6500 } });
  // The provider's message and the browser's may come in either order; whichever is the first is told.
  await expectTold([seller, buyer], others, async () => {
    const transactionId = await cardDesk(store).pay(prepared);
    await buyer.api.send(recordPayment, { body: { bookingId, transactionId } });
  });
});

test('who holds a thing hears that its seller sold it elsewhere, took it off, or that it was removed', async () => {
  const admin = await store.as('admin');
  const [sold, gone, reported] = [await list(), await list(), await list()];
  const holder = await store.as('buyer');
  for (const itemId of [sold, gone, reported]) await book(itemId, holder);
  await expectTold([holder], [buyer, admin], () =>
    seller.api.send(changeMyProduct, { params: { id: sold }, query: { status: 'SOLD' } }),
  );
  await expectTold([holder], [buyer, admin], () => seller.api.send(deleteMyProduct, { params: { id: gone } }));
  await expectTold([admin], [seller, holder], () =>
    buyer.api.send(reportProduct, { body: { productId: reported, reason: 'It is not what it says.' } }),
  );
  await expectTold([holder, seller, admin], [buyer], () =>
    admin.api.send(decideOnReports, { params: { productId: reported }, body: { decision: 'remove' } }),
  );
});

test('who sells hears that somebody who held a thing has left the store', async () => {
  const leaver = await store.as('buyer');
  await book(await list(), leaver);
  await expectTold([seller], [buyer], () => leaver.api.send(deleteAccount, { body: { password: leaver.password } }));
});

test('admins hear of messages, and of what other admins did with them', async () => {
  const [admin, colleague] = [await store.as('admin'), await store.as('admin')];
  const body = { name: 'Ayesha', email: 'ayesha@example.com', subject: 'other', message: 'Where is my pram?' } as const;
  await expectTold([admin, colleague], [seller, buyer], () => store.anyone.send(sendMessage, { body }));
  const [message] = (await admin.api.send(listMessages, { query: { state: 'open' } })).items;
  await expectTold([admin, colleague], [seller, buyer], () =>
    admin.api.send(markMessage, { params: { id: message?._id ?? '' }, body: { state: 'answered' } }),
  );
});

test('nobody is told of what was rolled back', async () => {
  await expectTold([], [seller, buyer], () =>
    transaction(store.app.database, async (db) => {
      publishLive(db, [seller.id, buyer.id]);
      throw new Error('It did not work out');
    }).catch(() => undefined),
  );
});

test('whose page is older than a change is told of it as soon as its line stands, and whose is younger is not', async () => {
  const person = await store.as('buyer');
  await settle([person], [await listen(person)]);
  const [younger, older] = [await listen(person), await listen(person, stores.otherAddress, 15_000)];
  await vi.waitFor(() => expect(older.said).toEqual(['changed']), PATIENCE);
  expect(younger.said).toEqual([]);
  const tooOld = await store.app.inject({ url: '/api/live?age=15001', headers: { cookie: person.cookie } });
  expect(tooOld.statusCode).toBe(400);
});

test('a line says that something changed, and nothing of what, and may not be kept', async () => {
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
  tellThem(buyer);
  while (!text.includes('changed')) text += (await reader?.read())?.value ?? '';
  expect(text).toMatch(/^event: hello\ndata: ""\nretry: \d+\n\n(data: changed\n\n)+$/);
  controller.abort();
});

test('only who is signed in, has chosen a role, and asks from a page of the store gets a line [T20]', async () => {
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

test('who opens a ninth line loses the first, which is told not to come back by itself', async () => {
  const person = await store.as('buyer');
  const open: LiveStream[] = [];
  for (let nth = 0; nth < 9; nth += 1) open.push(await listen(person, store.address));
  await open[0]?.ended;
  expect(open.map(({ isFull }) => isFull())).toEqual([true, ...Array(8).fill(false)]);
  await settle(Array(8).fill(person), open.slice(1));
  // How long somebody listened is nothing that they waited.
  const { body } = await store.app.inject('/metrics');
  expect(body).toContain('dolna_http_request_duration_seconds_count');
  expect(body).not.toContain('route="/api/live",status="200"');
});

test('what was told while a process had lost the database is said when it is back, and its own pages look again each time', async () => {
  const [told, silent] = [await store.as('buyer'), await store.as('buyer')];
  const [there, here] = [await listen(told), await listen(silent, store.address)];
  for (const times of [1, 2]) {
    const before = here.said.length;
    await sql`select pg_terminate_backend(pid) from pg_stat_activity where application_name = ${FIRST_CHANNEL}`.execute(
      store.db,
    );
    tellThem(told);
    await vi.waitFor(() => expect(there.said).toHaveLength(times), PATIENCE);
    await vi.waitFor(() => expect(here.said.length).toBeGreaterThan(before), 20_000);
  }
});

test('a store that closes ends all lines, and does not wait for them', async () => {
  const closing = await openTestStore();
  const line = await openLiveStream(closing.address, (await closing.as('buyer')).cookie);
  const begun = performance.now();
  await closing.close();
  expect(performance.now() - begun).toBeLessThan(5000);
  await line.ended;
});
