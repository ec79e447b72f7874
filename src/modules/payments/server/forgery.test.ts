import fc from 'fast-check';
import Stripe from 'stripe';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bookProduct } from '#modules/bookings/contract.ts';
import { addProduct, editMyProduct } from '#modules/catalogue/contract.ts';
import { aCategory, aProduct } from '#modules/catalogue/server/fixtures.ts';
import { type CardClient, cardClient } from '../../../../tests/support/card-client.ts';
import { allRows } from '../../../../tests/support/rows.ts';
import { openTestStore, type Person, type TestStore } from '../../../../tests/support/test-store.ts';
import { createPaymentIntent, recordPayment } from '../contract.ts';

let store: TestStore;
let client: CardClient;
let seller: Person;
let buyer: Person;
let categoryId: string;

beforeAll(async () => {
  store = await openTestStore();
  client = cardClient(store);
  // Webhooks of the gateway would change rows during a test.
  await client.injectFaults({ webhooks: [{ kind: 'drop', times: 1000 }] });
  [seller, buyer] = [await store.as('seller'), await store.as('buyer')];
  categoryId = await aCategory(store.db);
});
afterAll(() => store.close());

async function aBooking(who = buyer) {
  const { insertedId: itemId } = await seller.api.send(addProduct, { body: aProduct(categoryId) });
  const body = { itemId, phone: '01712345678', location: 'Mirpur' };
  const { insertedId: bookingId } = await who.api.send(bookProduct, { body });
  return { itemId, bookingId };
}
const prepare = (bookingId: string, who = buyer) =>
  who.api.send(createPaymentIntent, { body: { bookingId, itemPrice: 6500 } });

const now = () => Math.floor(Date.now() / 1000);
const sign = (payload: string, timestamp = now(), secret = client.webhookSecret) =>
  Stripe.webhooks.generateTestHeaderString({ payload, secret, timestamp });

function eventOf(
  intent: object,
  { id = `evt_${crypto.randomUUID()}`, type = 'payment_intent.succeeded', ...rest } = {},
) {
  return JSON.stringify({ id, object: 'event', type, data: { object: intent }, ...rest });
}

function hear(body: string, signature: string | undefined) {
  return store.app.inject({
    method: 'POST',
    url: '/api/payments/webhook',
    payload: body,
    headers: {
      'content-type': 'application/json',
      ...(signature === undefined ? {} : { 'stripe-signature': signature }),
    },
  });
}

/** All rows except those of received events. */
const books = async () => (await allRows(store.db)).filter((row) => !row.startsWith('provider_events '));

describe('a forged, old or future event', () => {
  test('is refused and changes nothing, even for a payment that succeeded [P6 T24]', async () => {
    const { bookingId } = await aBooking();
    const intent = await client.intent(await prepare(bookingId));
    await client.pay({ clientSecret: intent.client_secret ?? '' });
    const body = eventOf({ ...intent, status: 'succeeded' });
    const good = sign(body);
    const other = eventOf({ ...intent, status: 'succeeded' });
    const before = await allRows(store.db);
    const forgeries: [string, string | undefined][] = [
      [body, undefined],
      [body, ''],
      [body, 'v1=abc'],
      [body, sign(body, now(), 'whsec_somebody_elses')],
      [body, sign(body, now(), '')],
      [body, sign(body, now() - 301)],
      [body, sign(body, now() + 310)],
      [body, good.replace(/t=\d+/, `t=${now() + 1}`)],
      [body, `${good},t=${now() + 1}`.replace(/^t=\d+/, 't=x')],
      [body, good.replace('v1=', 'v0=')],
      [body, `t=${now()},v1=`],
      [`${body} `, good],
      [body.replace('6500', '6501').replace('succeeded', 'canceled'), good],
      [other, good],
      ['', sign('')],
      ['{', sign('{')],
    ];
    for (const [payload, signature] of forgeries) {
      const answer = await hear(payload, signature);
      expect([answer.statusCode, answer.json().title], `${signature} ${payload}`).toEqual([400, 'bad-signature']);
    }
    expect(await allRows(store.db)).toEqual(before);
    expect((await hear(body, good)).statusCode).toBe(200);
    expect(await allRows(store.db)).not.toEqual(before);
  });
});

describe('an event with a valid signature', () => {
  test('with false data of an intent does not change the ledger', async () => {
    const [mine, others] = [await aBooking(), await aBooking(await store.as('buyer'))];
    const intent = await client.intent(await prepare(mine.bookingId));
    const before = await books();
    const paid = { ...intent, status: 'succeeded', amount_received: intent.amount };
    const lies = [
      paid,
      { ...paid, amount: 100, amount_received: 100 },
      { ...paid, currency: 'usd' },
      { ...paid, metadata: { bookingId: others.bookingId } },
      { ...paid, id: 'pi_doesnotexist' },
      { ...paid, id: 'pi_../../v1/charges' },
      { id: intent.id },
      { ...intent, status: 'canceled' },
    ];
    for (const lie of lies) {
      const body = eventOf(lie);
      expect((await hear(body, sign(body))).statusCode, JSON.stringify(lie.id)).toBe(200);
    }
    expect(await books()).toEqual(before);
  });

  test('of another account, of another type or without an object does not change the ledger', async () => {
    const before = await books();
    for (const body of [
      eventOf({ id: 'acct_1' }, { type: 'account.updated' }),
      eventOf({ id: 'ch_1', amount: 100 }, { type: 'charge.succeeded' }),
      JSON.stringify({ ...JSON.parse(eventOf({ id: 'pi_ofanother' })), account: 'acct_another' }),
      eventOf({}),
      JSON.stringify({ id: 'evt_1', object: 'event', type: 'payment_intent.succeeded' }),
      JSON.stringify({ id: 'evt_2', object: 'event', type: 'payment_intent.succeeded', data: null }),
      JSON.stringify({ id: 5, object: 'event', type: ['payment_intent.succeeded'], data: { object: 7 } }),
      JSON.stringify({ id: 'evt_3\u0000', type: 'x'.repeat(5000), data: { object: { id: '\u0000' } } }),
      'null',
      '[]',
      '"evt"',
      '{}',
    ]) {
      const { statusCode } = await hear(body, sign(body));
      expect([200, 400], body.slice(0, 200)).toContain(statusCode);
    }
    expect(await books()).toEqual(before);
  });

  test('is applied once, in any order and number of the events of a payment [P6 T24]', async () => {
    const types = ['created', 'requires_action', 'payment_failed', 'processing', 'succeeded', 'canceled'];
    const order = fc.shuffledSubarray([...types, ...types], { minLength: 3 });
    await fc.assert(
      fc.asyncProperty(order, async (events) => {
        const { bookingId } = await aBooking();
        const intent = await client.intent(await prepare(bookingId));
        await client.pay({ clientSecret: intent.client_secret ?? '' });
        await Promise.all(
          events.map((kind) => {
            const body = eventOf(intent, { id: `evt_${kind}_${bookingId}`, type: `payment_intent.${kind}` });
            return hear(body, sign(body));
          }),
        );
        const kept = await store.db
          .selectFrom('payments as p')
          .innerJoin('bookings as b', 'b.id', 'p.booking_id')
          .innerJoin('ledger_transactions as l', 'l.payment_id', 'p.id')
          .select(['p.state as payment', 'b.state as booking', 'l.kind', 'l.amount_poisha'])
          .where('b.id', '=', bookingId)
          .execute();
        expect(kept).toEqual([{ payment: 'succeeded', booking: 'paid', kind: 'capture', amount_poisha: 650_000 }]);
      }),
      { numRuns: Number(process.env.FUZZ_RUNS ?? 12) },
    );
  }, 120_000);
});

describe('for any body of a request', () => {
  test('the booked price is charged, and once [P4 T23]', async () => {
    const amount = fc.oneof(
      fc.constantFrom<unknown>(6500, '6500', '৬৫০০', 6500.004, 65, 0.01, -6500, 0, 650_000, 1e9, null, '', [6500], {}),
      fc.double(),
    );
    const more = fc.dictionary(
      fc.constantFrom(
        'amount',
        'currency',
        'price',
        'price_poisha',
        'itemId',
        'email',
        'metadata',
        'clientSecret',
        'quantity',
        'discount',
      ),
      fc.oneof(amount, fc.constantFrom<unknown>('usd', buyer.email, { bookingId: crypto.randomUUID() })),
      { maxKeys: 4 },
    );
    const { bookingId } = await aBooking();
    const headers = { authorization: `Bearer ${buyer.token}` };
    const secrets = new Set<string>();
    await fc.assert(
      fc.asyncProperty(amount, more, async (itemPrice, rest) => {
        const payload = { ...rest, bookingId, itemPrice };
        const answer = await store.app.inject({ method: 'POST', url: '/api/create-payment-intent', headers, payload });
        if (answer.statusCode === 200) secrets.add(answer.json().clientSecret);
        else expect([400, 409]).toContain(answer.statusCode);
      }),
      { numRuns: Number(process.env.FUZZ_RUNS ?? 60) },
    );
    const prepared = await prepare(bookingId);
    expect([...secrets]).toEqual([prepared.clientSecret]);
    expect(await client.intent(prepared)).toMatchObject({ amount: 650_000, currency: 'bdt' });

    const transactionId = await client.pay(prepared);
    for (const rest of [{ itemPrice: 1 }, { itemPrice: 'free' }, { itemId: 'another', email: seller.email }])
      await buyer.api.send(recordPayment, { body: { bookingId, transactionId, ...rest } });
    const charged = await store.db
      .selectFrom('ledger_transactions as l')
      .innerJoin('payments as p', 'p.id', 'l.payment_id')
      .select(['l.kind', 'l.amount_poisha'])
      .where('p.booking_id', '=', bookingId)
      .execute();
    expect(charged).toEqual([{ kind: 'capture', amount_poisha: 650_000 }]);
  });

  test('a booking keeps its price when the product’s price changes [P4]', async () => {
    const { bookingId, itemId } = await aBooking();
    const reprice = seller.api.send(editMyProduct, { params: { id: itemId }, body: { resalePrice: 1 } });
    await expect(reprice).rejects.toMatchObject({ status: 409 });
    expect((await client.intent(await prepare(bookingId))).amount).toBe(650_000);
    const body = { itemId: (await aBooking()).itemId, phone: '01712345678', location: 'Mirpur', itemPrice: 1 };
    await expect(buyer.api.send(bookProduct, { body })).rejects.toMatchObject({ status: 409 });
  });

  test('a payment of another buyer, or for another booking, is refused [T25]', async () => {
    const other = await store.as('buyer');
    const [mine, theirs] = [await aBooking(), await aBooking(other)];
    const transactionId = await client.pay(await prepare(theirs.bookingId, other));
    const before = await books();
    const claims: [Person, string][] = [
      [buyer, mine.bookingId],
      [buyer, theirs.bookingId],
      [other, mine.bookingId],
    ];
    for (const [who, bookingId] of claims)
      await expect(who.api.send(recordPayment, { body: { bookingId, transactionId } })).rejects.toMatchObject({
        status: 404,
      });
    expect(await books()).toEqual(before);
  });
});
