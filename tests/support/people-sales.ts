import { sql } from 'kysely';
import { bookProduct, getBooking } from '#modules/bookings/contract.ts';
import { addProduct } from '#modules/catalogue/contract.ts';
import { aProduct } from '#modules/catalogue/server/fixtures.ts';
import { chooseMethod, handOver } from '#modules/handover/contract.ts';
import { createPaymentIntent, recordPayment } from '#modules/payments/contract.ts';
import type { CardClient } from './card-client.ts';
import type { Person, TestStore } from './test-store.ts';

interface Deps {
  db: TestStore['db'];
  buyer: Person;
  seller: Person;
  cards: CardClient;
  categoryId: string;
}

/** Returns functions that list products of the seller and bring bookings of the buyer into a state. Each creates its own. */
export function openSales({ db, buyer, seller, cards, categoryId }: Deps) {
  async function list(by = seller) {
    return (await by.api.send(addProduct, { body: aProduct(categoryId) })).insertedId;
  }
  async function book() {
    const body = { itemId: await list(), phone: '01712345678', location: 'Mirpur 10' };
    return (await buyer.api.send(bookProduct, { body })).insertedId;
  }
  async function prepare() {
    const bookingId = await book();
    return { bookingId, secret: await buyer.api.send(createPaymentIntent, { body: { bookingId, itemPrice: 6500 } }) };
  }
  async function sellBooking() {
    const { bookingId, secret } = await prepare();
    await buyer.api.send(recordPayment, { body: { bookingId, transactionId: await cards.pay(secret) } });
    return bookingId;
  }
  async function bookForCash() {
    await sql`update bookings set state = 'cancelled', hold_until = null where state = 'held' and method = 'cash'`.execute(
      db,
    );
    return book();
  }
  async function missPickup() {
    const id = await bookForCash();
    await buyer.api.send(chooseMethod, { params: { id }, body: { method: 'cash' } });
    const past = sql<Date>`now() - interval '1 minute'`;
    await db.updateTable('bookings').set({ hold_until: past, pickup_until: past }).where('id', '=', id).execute();
    return id;
  }
  async function handedOver() {
    const bookingId = await sellBooking();
    const { handover } = await buyer.api.send(getBooking, { params: { id: bookingId } });
    await seller.api.send(handOver, { params: { bookingId }, body: { code: handover?.code ?? '' } });
    return bookingId;
  }
  async function sell() {
    const { bookingId, secret } = await prepare();
    const body = { bookingId, transactionId: await cards.pay(secret) };
    return (await buyer.api.send(recordPayment, { body })).insertedId;
  }

  return { list, book, prepare, sell, sellBooking, bookForCash, missPickup, handedOver };
}
