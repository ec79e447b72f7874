import { afterAll, expect, test } from 'vitest';
import { getBooking } from '#modules/bookings/contract.ts';
import { openCardSales } from '../../../../tests/support/card-sales.ts';
import { createPaymentIntent, recordPayment } from '../contract.ts';

const { store, client, sales } = await openCardSales();
afterAll(() => store.close());

const begin = (bookingId: string) =>
  sales.buyer.api.send(createPaymentIntent, { body: { bookingId, itemPrice: 6500 } });

/** A booking whose payment the store does not have, and does not learn of. */
async function unbegun() {
  await client.injectFaults({ clear: true, webhooks: [{ kind: 'drop', type: 'payment_intent.created' }] });
  const { bookingId, prepared } = await sales.book();
  await store.db.deleteFrom('payments').where('booking_id', '=', bookingId).execute();
  return { bookingId, prepared };
}

async function expectPayable(bookingId: string) {
  const transactionId = await client.pay(await begin(bookingId));
  await sales.buyer.api.send(recordPayment, { body: { bookingId, transactionId } });
  expect(await sales.buyer.api.send(getBooking, { params: { id: bookingId } })).toMatchObject({ paid: true });
}

test('a payment begins after an error that Stripe has saved', async () => {
  const { bookingId } = await unbegun();
  await client.injectFaults({ clear: true, api: [{ kind: 'error-after', on: 'POST /v1/payment_intents' }] });
  await expect(begin(bookingId)).rejects.toMatchObject({ status: 503 });
  await expectPayable(bookingId);
});

test('a payment begins after its intent was cancelled before the store had it', async () => {
  const { bookingId, prepared } = await unbegun();
  await client.cancel((await client.intent(prepared)).id);
  await expectPayable(bookingId);
});

test('of two requests at once one intent stays open, and both get it', async () => {
  const { bookingId } = await unbegun();
  await client.injectFaults({
    clear: true,
    api: [{ kind: 'late', on: 'POST /v1/payment_intents', delay: 300, times: 2 }],
  });
  const [one, other] = await Promise.all([begin(bookingId), begin(bookingId)]);
  expect(one).toEqual(other);
  const states = await client.statesOf(bookingId);
  // The first one is of the payment that the store does not have.
  expect(states.filter((state) => state !== 'canceled')).toHaveLength(2);
  expect(states).toHaveLength(3);
  await expectPayable(bookingId);
});
