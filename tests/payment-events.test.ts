import Stripe from 'stripe';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bookProduct } from '#modules/bookings/contract.ts';
import { addProduct } from '#modules/catalogue/contract.ts';
import { aCategory, aProduct } from '#modules/catalogue/server/fixtures.ts';
import { createPaymentIntent } from '#modules/payments/contract.ts';
import { verifyBooks } from '#modules/payments/server/reconciliation-report.ts';
import { type CardClient, cardClient } from './support/card-client.ts';
import { openTestStore, type Person, type TestStore } from './support/test-store.ts';

let store: TestStore;
let client: CardClient;
let seller: Person;
let buyer: Person;
let categoryId: string;
beforeAll(async () => {
  store = await openTestStore();
  client = cardClient(store);
  // The provider's own webhooks would only add another order.
  await client.injectFaults({ webhooks: [{ kind: 'drop', times: 10_000 }] });
  [seller, buyer] = [await store.as('seller'), await store.as('buyer')];
  categoryId = await aCategory(store.db);
});
afterAll(() => store.close());

/** Events of a payment: a declined card, then an accepted one. */
const EVENTS = ['created', 'payment_failed', 'processing', 'succeeded'] as const;
/** States of the provider in which the events start to arrive. */
const MOMENTS = ['before the card was charged', 'when it was charged'] as const;

async function aPayment() {
  const { insertedId: itemId } = await seller.api.send(addProduct, { body: aProduct(categoryId) });
  const body = { itemId, phone: '01712345678', location: 'Mirpur' };
  const { insertedId: bookingId } = await buyer.api.send(bookProduct, { body });
  const prepared = await buyer.api.send(createPaymentIntent, { body: { bookingId, itemPrice: 6500 } });
  await client.pay(prepared, 'pm_card_chargeDeclined').catch(() => undefined);
  return { bookingId, itemId, prepared, intent: await client.intent(prepared) };
}

function deliver(type: string, intent: Stripe.PaymentIntent): Promise<number> {
  return deliverEvent(`evt_${type}_${intent.id}`, `payment_intent.${type}`, intent);
}

async function deliverEvent(id: string, type: string, object: object): Promise<number> {
  const payload = JSON.stringify({ id, object: 'event', type, data: { object } });
  const signature = Stripe.webhooks.generateTestHeaderString({ payload, secret: client.webhookSecret });
  const headers = { 'content-type': 'application/json', 'stripe-signature': signature };
  return (await store.app.inject({ method: 'POST', url: '/api/payments/webhook', payload, headers })).statusCode;
}

/** Returns the resulting rows of the books. */
async function endOf({ bookingId, itemId }: { bookingId: string; itemId: string }) {
  const rows = await store.db
    .selectFrom('bookings as b')
    .innerJoin('products as p', 'p.id', 'b.product_id')
    .innerJoin('payments as m', 'm.booking_id', 'b.id')
    .leftJoin('ledger_transactions as l', 'l.payment_id', 'm.id')
    .select(['b.state as booking', 'p.status as product', 'm.state as payment', 'l.kind', 'l.amount_poisha as amount'])
    .where('b.id', '=', bookingId)
    .where('p.id', '=', itemId)
    .execute();
  return rows;
}

const SOLD = [{ booking: 'paid', product: 'sold', payment: 'succeeded', kind: 'capture', amount: 650_000 }];

function permutations<T>(things: readonly T[]): T[][] {
  if (things.length < 2) return [[...things]];
  return things.flatMap((first, at) => permutations(things.toSpliced(at, 1)).map((rest) => [first, ...rest]));
}

test.each(MOMENTS)(
  'the events of a payment, delivered from %s on, lead to one result in any order and number [P6]',
  async (moment) => {
    const orders = permutations(EVENTS);
    expect(orders).toHaveLength(24);
    for (const [number, order] of orders.entries()) {
      const payment = await aPayment();
      const paid = () => client.pay(payment.prepared);
      if (moment === 'when it was charged') await paid();
      const [first, ...rest] = order;
      expect(await deliver(first ?? '', payment.intent)).toBe(200);
      if (moment !== 'when it was charged') await paid();
      // Each again, and some concurrently.
      const messages = [...rest, ...order, ...order.slice(number % 4)];
      const told = number % 2 === 0 ? await inTurn(messages, payment.intent) : await atOnce(messages, payment.intent);
      expect(new Set(told)).toEqual(new Set([200]));
      const end = await endOf(payment);
      // An event that arrives too early has no effect; the next one settles the payment.
      expect(end, order.join(', ')).toEqual(SOLD);
    }
    expect((await verifyBooks(store.db, store.providers)).differences).toEqual([]);
  },
);

/** Returns after a sale. Each is recorded as at the provider. */
const RETURNS = [
  [
    'a part and the rest',
    'pm_card_visa',
    (intent: string) => client.refund(intent, 100).then(() => client.refund(intent)),
  ],
  ['a dispute that was lost', 'pm_card_createDispute', (intent: string) => client.decideDispute(intent, 'lost')],
] as const;
const OF_RETURNS = ['charge.refunded', 'refund.updated', 'charge.dispute.created', 'charge.dispute.closed'];

test.each(RETURNS)(
  'the events of refunds and a dispute lead to one result in any order and number: %s [16.5]',
  async (_what, card, happens) => {
    for (const [number, order] of permutations(OF_RETURNS).entries()) {
      const payment = await aPayment();
      const { id } = payment.intent;
      await client.pay(payment.prepared, card);
      // For some sales no event arrives before the return.
      if (number % 2 === 0) await deliver('succeeded', payment.intent);
      await happens(id);
      const about = (type: string) =>
        deliverEvent(`evt_${type.replaceAll('.', '_')}_${id}`, type, { id: `x_${id}`, payment_intent: id });
      const messages = [...order, ...order, ...order.slice(number % 4)];
      const told: number[] = number % 3 === 0 ? await Promise.all(messages.map(about)) : [];
      if (number % 3 !== 0) for (const type of messages) told.push(await about(type));
      expect(new Set(told)).toEqual(new Set([200]));
      const end = await endOf(payment);
      expect(new Set(end.map(({ booking, product, payment }) => `${booking} ${product} ${payment}`))).toEqual(
        new Set(['refunded unsold refunded']),
      );
      const returned = end.filter(({ kind }) => kind !== 'capture').map(({ amount }) => amount ?? 0);
      expect(returned.reduce((sum, amount) => sum + amount, 0)).toBe(650_000);
    }
    expect((await verifyBooks(store.db, store.providers, Date.now() + 600_000)).differences).toEqual([]);
  },
  60_000,
);

async function inTurn(types: string[], intent: Stripe.PaymentIntent): Promise<number[]> {
  const told: number[] = [];
  for (const type of types) told.push(await deliver(type, intent));
  return told;
}

function atOnce(types: string[], intent: Stripe.PaymentIntent): Promise<number[]> {
  return Promise.all(types.map((type) => deliver(type, intent)));
}
