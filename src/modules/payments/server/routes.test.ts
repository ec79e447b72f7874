import Stripe from 'stripe';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { bookProduct, getBooking } from '#modules/bookings/contract.ts';
import { addProduct, changeMyProduct, deleteMyProduct, listMyProducts } from '#modules/catalogue/contract.ts';
import { aCategory, aProduct } from '#modules/catalogue/server/fixtures.ts';
import { type CardClient, cardClient } from '../../../../tests/support/card-client.ts';
import { openTestStore, type Person, type TestStore } from '../../../../tests/support/test-store.ts';
import { createPaymentIntent, paymentSettings, recordPayment } from '../contract.ts';

let store: TestStore;
let client: CardClient;
let seller: Person;
let buyer: Person;
let categoryId: string;

beforeAll(async () => {
  store = await openTestStore();
  client = cardClient(store);
  [seller, buyer] = [await store.as('seller'), await store.as('buyer')];
  categoryId = await aCategory(store.db);
});
afterAll(() => store.close());

async function aBooking(who = buyer) {
  const { insertedId: itemId } = await seller.api.send(addProduct, { body: aProduct(categoryId) });
  const body = { itemId, phone: '01712345678', location: 'Mirpur' };
  return { itemId, bookingId: (await who.api.send(bookProduct, { body })).insertedId };
}

const intentFor = (bookingId: string, itemPrice = 6500, who = buyer) =>
  who.api.send(createPaymentIntent, { body: { bookingId, itemPrice } });
const bookingOf = (bookingId: string) => buyer.api.send(getBooking, { params: { id: bookingId } });
const statusOf = async (itemId: string) =>
  (await seller.api.send(listMyProducts, { query: { email: seller.email } })).items.find((one) => one._id === itemId)
    ?.status;
const record = (bookingId: string, transactionId: string, who = buyer) =>
  who.api.send(recordPayment, { body: { bookingId, transactionId } });
const ledgerOf = (bookingId: string) =>
  store.db
    .selectFrom('ledger_transactions')
    .select(['kind', 'amount_poisha'])
    .where('booking_id', '=', bookingId)
    .orderBy('id')
    .execute();

describe('preparing a payment', () => {
  test('returns the same client secret each time, also to two tabs at once [7.24]', async () => {
    const { bookingId } = await aBooking();
    const answers = await Promise.all(Array.from({ length: 12 }, () => intentFor(bookingId)));
    const again = await intentFor(bookingId);
    expect(new Set([...answers, again].map((one) => one.clientSecret)).size).toBe(1);
  });

  test('refuses a price other than the booked one [7.24]', async () => {
    const { bookingId } = await aBooking();
    await expect(intentFor(bookingId, 1)).rejects.toMatchObject({ status: 409, problem: { title: 'price-differs' } });
    expect((await client.intent(await intentFor(bookingId))).amount).toBe(650_000);
  });

  test('is allowed to the booking’s buyer during the hold [7.24]', async () => {
    const { bookingId } = await aBooking();
    const other = await store.as('buyer');
    await expect(intentFor(bookingId, 6500, other)).rejects.toMatchObject({ status: 404 });
    await endHold(bookingId);
    await expect(intentFor(bookingId)).rejects.toMatchObject({ status: 409, problem: { title: 'hold-ended' } });
  });

  test('returns the address of the provider’s card form [9.9]', async () => {
    expect(await buyer.api.send(paymentSettings, {})).toMatchObject({
      sandbox: true,
      scriptURL: '/sandbox/stripe/stripe.js',
    });
  });
});

describe('a payment', () => {
  test('is recorded once the provider reports it: booking paid, product SOLD, the same answer again [3.7 4.8 7.25 7.26]', async () => {
    const { bookingId, itemId } = await aBooking();
    const intentId = await client.pay(await intentFor(bookingId));
    const first = await record(bookingId, intentId);
    expect(await record(bookingId, intentId)).toEqual(first);
    expect(await bookingOf(bookingId)).toMatchObject({ paid: true, state: 'paid', transactionId: intentId });
    expect(await statusOf(itemId)).toBe('SOLD');
    expect(await ledgerOf(bookingId)).toEqual([{ kind: 'capture', amount_poisha: 650_000 }]);
    await expect(intentFor(bookingId)).rejects.toMatchObject({ status: 409, problem: { title: 'already-paid' } });
  });

  test('is recorded by the webhook alone when the browser closes after confirming [7.27]', async () => {
    const { bookingId, itemId } = await aBooking();
    await client.pay(await intentFor(bookingId));
    await vi.waitFor(async () => expect(await bookingOf(bookingId)).toMatchObject({ paid: true }), 10_000);
    expect(await statusOf(itemId)).toBe('SOLD');
  });

  test('that the provider does not report as succeeded is not recorded [7.25]', async () => {
    const { bookingId } = await aBooking();
    const secret = await intentFor(bookingId);
    const { id } = await client.intent(secret);
    await expect(record(bookingId, id)).rejects.toMatchObject({ status: 409 });
    await expect(client.pay(secret, 'pm_card_chargeDeclined')).rejects.toMatchObject({ code: 'card_declined' });
    await expect(record(bookingId, id)).rejects.toMatchObject({ status: 409 });
    await expect(record(bookingId, 'pi_doesnotexist')).rejects.toMatchObject({ status: 404 });
    expect(await bookingOf(bookingId)).toMatchObject({ paid: false });
    expect(await record(bookingId, await client.pay(secret))).toMatchObject({ acknowledged: true });
  });

  test('of one booking does not pay for another [7.25]', async () => {
    const [cheap, other] = [await aBooking(), await aBooking()];
    const intentId = await client.pay(await intentFor(cheap.bookingId));
    await expect(record(other.bookingId, intentId)).rejects.toMatchObject({ status: 404 });
    expect(await bookingOf(other.bookingId)).toMatchObject({ paid: false });
  });

  test('locks its product: it can no longer be deleted or marked unsold [4.5 7.14 7.16]', async () => {
    const { bookingId, itemId } = await aBooking();
    await record(bookingId, await client.pay(await intentFor(bookingId)));
    await expect(seller.api.send(deleteMyProduct, { params: { id: itemId } })).rejects.toMatchObject({ status: 409 });
    await expect(
      seller.api.send(changeMyProduct, { params: { id: itemId }, query: { status: 'UNSOLD' } }),
    ).rejects.toMatchObject({ status: 409 });
  });
});

describe('a payment that arrives after the hold ended', () => {
  test('revives the booking while the product is free [7.28]', async () => {
    const { bookingId, itemId } = await aBooking();
    const secret = await intentFor(bookingId);
    await endHold(bookingId);
    await record(bookingId, await client.pay(secret));
    expect(await bookingOf(bookingId)).toMatchObject({ paid: true });
    expect(await statusOf(itemId)).toBe('SOLD');
  });

  test('is refunded, with a message, when another buyer has the product [7.28]', async () => {
    const { bookingId, itemId } = await aBooking();
    const secret = await intentFor(bookingId);
    await endHold(bookingId);
    const other = await store.as('buyer');
    await other.api.send(bookProduct, { body: { itemId, phone: '01812345678', location: 'Uttara' } });
    const intentId = await client.pay(secret);
    await expect(record(bookingId, intentId)).rejects.toMatchObject({ status: 409, problem: { title: 'refunded' } });
    await vi.waitFor(async () => expect(await client.refunded(intentId)).toBe(650_000), 10_000);
    await vi.waitFor(
      async () => expect((await ledgerOf(bookingId)).map((row) => row.kind)).toEqual(['capture', 'refund']),
      10_000,
    );
  });
});

test('a cancelled intent allows a new one', async () => {
  const { bookingId } = await aBooking();
  const first = await intentFor(bookingId);
  await client.cancel((await client.intent(first)).id);
  const second = await intentFor(bookingId);
  expect(second.clientSecret).not.toBe(first.clientSecret);
  expect(await record(bookingId, await client.pay(second))).toMatchObject({ acknowledged: true });
});

test('a payment of another amount than the booking’s price is refunded', async () => {
  const { bookingId } = await aBooking();
  const stray = await client.strayIntent(bookingId, 100);
  await client.pay(stray);
  await vi.waitFor(async () => expect(await client.refunded(stray.id)).toBe(100), 10_000);
  expect(await bookingOf(bookingId)).toMatchObject({ paid: false });
});

test('a second paid intent of one booking is refunded', async () => {
  const { bookingId } = await aBooking();
  await intentFor(bookingId);
  const stray = await client.strayIntent(bookingId, 650_000);
  await client.pay(stray);
  await vi.waitFor(async () => expect(await client.refunded(stray.id)).toBe(650_000), 10_000);
  expect(await bookingOf(bookingId)).toMatchObject({ paid: false, state: 'held' });
});

describe('the webhook', () => {
  const send = (body: string, signature: string) =>
    store.app.inject({
      method: 'POST',
      url: '/api/payments/webhook',
      payload: body,
      headers: { 'content-type': 'application/json', 'stripe-signature': signature },
    });
  const sign = (payload: string, timestamp: number, secret = client.webhookSecret) =>
    Stripe.webhooks.generateTestHeaderString({ payload, secret, timestamp });
  const now = () => Math.floor(Date.now() / 1000);

  test('refuses forged, old and future events [7.27]', async () => {
    const body = JSON.stringify({
      id: 'evt_1',
      object: 'event',
      type: 'payment_intent.succeeded',
      data: { object: {} },
    });
    for (const signature of [
      sign(body, now(), 'whsec_other'),
      sign(body, now() - 400),
      sign(body, now() + 400),
      'nonsense',
      '',
    ])
      expect((await send(body, signature)).statusCode).toBe(400);
    expect((await send(`${body} `, sign(body, now()))).statusCode).toBe(400);
  });

  test('fetches the intent and ignores the message: false signed data changes nothing', async () => {
    const { bookingId } = await aBooking();
    const intent = await client.intent(await intentFor(bookingId));
    const lie = { ...intent, status: 'succeeded', amount_received: intent.amount };
    const body = JSON.stringify({
      id: 'evt_lie',
      object: 'event',
      type: 'payment_intent.succeeded',
      data: { object: lie },
    });
    expect((await send(body, sign(body, now()))).statusCode).toBe(200);
    expect(await bookingOf(bookingId)).toMatchObject({ paid: false });
  });

  test('applies each event once, in any order', async () => {
    const { bookingId } = await aBooking();
    const intentId = await client.pay(await intentFor(bookingId));
    for (const [id, type] of [
      ['evt_b', 'payment_intent.succeeded'],
      ['evt_b', 'payment_intent.succeeded'],
      ['evt_a', 'payment_intent.payment_failed'],
    ]) {
      const body = JSON.stringify({
        id: `${id}${bookingId}`,
        object: 'event',
        type,
        data: { object: { id: intentId, object: 'payment_intent' } },
      });
      expect((await send(body, sign(body, now()))).statusCode).toBe(200);
    }
    expect(await bookingOf(bookingId)).toMatchObject({ paid: true });
    expect(await ledgerOf(bookingId)).toHaveLength(1);
  });
});

async function endHold(bookingId: string) {
  await store.db
    .updateTable('bookings')
    .set({ hold_until: new Date(Date.now() - 1000) })
    .where('id', '=', bookingId)
    .execute();
}
