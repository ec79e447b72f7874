import { bookProduct, listBookings } from '#modules/bookings/contract.ts';
import { addProduct } from '#modules/catalogue/contract.ts';
import { aCategory, aProduct } from '#modules/catalogue/server/fixtures.ts';
import { createPaymentIntent, recordPayment } from '#modules/payments/contract.ts';
import { verifyBooks } from '#modules/payments/server/reconciliation-report.ts';
import type { CardClient } from './card-client.ts';
import type { Person, TestStore } from './test-store.ts';

const PRICE_POISHA = 650_000;

/** A paid booking. */
export interface PaidBooking {
  itemId: string;
  bookingId: string;
  intent: string;
}

/** Returns functions that sell and book through calls, and read the books. */
export async function openSales(store: TestStore, client: CardClient) {
  const [seller, buyer] = [await store.as('seller', 'Sadia Karim'), await store.as('buyer', 'Ayesha Rahman')];
  const categoryId = await aCategory(store.db);

  async function book(who = buyer) {
    const { insertedId: itemId } = await seller.api.send(addProduct, { body: aProduct(categoryId) });
    const body = { itemId, phone: '01712345678', location: 'Mirpur' };
    const { insertedId: bookingId } = await who.api.send(bookProduct, { body });
    const prepared = await who.api.send(createPaymentIntent, { body: { bookingId, itemPrice: PRICE_POISHA / 100 } });
    return { itemId, bookingId, prepared };
  }

  /** Pays a booking of the buyer. Returns the number of its payment. */
  async function pay({ bookingId }: { bookingId: string }, prepared: { clientSecret: string }, card?: string) {
    const intent = await client.pay(prepared, card);
    await buyer.api.send(recordPayment, { body: { bookingId, transactionId: intent } });
    return intent;
  }

  return {
    seller,
    buyer,
    book,
    pay,
    /** Sells a product to the buyer. */
    async sell(card?: string): Promise<PaidBooking> {
      const { prepared, ...booked } = await book();
      return { ...booked, intent: await pay(booked, prepared, card) };
    },
    /** Pays a booking twice: the second payment is due back. */
    async overpay(card?: string): Promise<PaidBooking> {
      const { prepared, ...booked } = await book();
      await client.pay(prepared);
      const stray = await client.strayIntent(booked.bookingId, PRICE_POISHA);
      const intent = await client.pay(stray, card);
      await buyer.api.send(recordPayment, { body: { bookingId: booked.bookingId, transactionId: idOf(prepared) } });
      await buyer.api
        .send(recordPayment, { body: { bookingId: booked.bookingId, transactionId: intent } })
        .catch(() => undefined);
      return { ...booked, intent };
    },
    /** Returns the states of a payment, its booking and its product, and its ledger. */
    async stateOf({ intent, itemId }: Pick<PaidBooking, 'intent' | 'itemId'>) {
      const payment = await store.db
        .selectFrom('payments as p')
        .innerJoin('bookings as b', 'b.id', 'p.booking_id')
        .select(['p.id', 'p.state', 'p.disputed_at', 'b.state as booking'])
        .where('intent', '=', intent)
        .executeTakeFirstOrThrow();
      const product = await store.db
        .selectFrom('products')
        .select('status')
        .where('id', '=', itemId)
        .executeTakeFirstOrThrow();
      const lines = await store.db
        .selectFrom('ledger_transactions')
        .select(['kind', 'amount_poisha'])
        .where('payment_id', '=', payment.id)
        .orderBy('id')
        .execute();
      return {
        payment: payment.state + (payment.disputed_at ? ', disputed' : ''),
        booking: payment.booking,
        product: product.status,
        ledger: lines.map(({ kind, amount_poisha }) => `${kind} ${amount_poisha}`),
      };
    },
    orderOf: async (bookingId: string, who: Person = buyer) =>
      (await who.api.send(listBookings, { query: { email: who.email } })).items.find(({ _id }) => _id === bookingId),
  };
}

export type Sales = Awaited<ReturnType<typeof openSales>>;

const idOf = ({ clientSecret }: { clientSecret: string }) => clientSecret.split('_secret_')[0] ?? '';

/** Returns the differences of `verify-books` ten minutes later, when nothing is in transit. */
export async function differencesLater(store: TestStore): Promise<string[]> {
  const { differences } = await verifyBooks(store.db, store.providers, Date.now() + 10 * 60_000);
  return differences;
}
