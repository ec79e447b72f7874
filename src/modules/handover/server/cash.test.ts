import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { cancelBooking, getBooking, getSale } from '#modules/bookings/contract.ts';
import { changeMyProduct } from '#modules/catalogue/contract.ts';
import { cardClient } from '../../../../tests/support/card-client.ts';
import { untilIdle } from '../../../../tests/support/rows.ts';
import { differencesLater, openSales, type Sales } from '../../../../tests/support/sales.ts';
import { openTestStore, type Person, type TestStore } from '../../../../tests/support/test-store.ts';
import * as calls from '../contract.ts';

let store: TestStore;
let sales: Sales;
let seller: Person;
beforeAll(async () => {
  store = await openTestStore();
  sales = await openSales(store, cardClient(store));
  ({ seller } = sales);
});
afterAll(() => store.close());

const enter = (bookingId: string, code: string) =>
  seller.api.send(calls.handOver, { params: { bookingId }, body: { code } });
const payCash = (id: string, who: Person) =>
  who.api.send(calls.chooseMethod, { params: { id }, body: { method: 'cash' } });
const refusal = (code: string) => ({ problem: { title: code } });

describe('cash at the pick-up', () => {
  test('holds the item for longer and answers with the code; the code completes the sale', async () => {
    const somebody = await store.as('buyer');
    const { bookingId, itemId } = await sales.book(somebody);
    // The hold counts from the booking, not from the choice.
    await sql`update bookings set created_at = created_at - interval '5 hours' where id = ${bookingId}`.execute(
      store.db,
    );
    const offered = await somebody.api.send(getBooking, { params: { id: bookingId } });
    const { code } = await payCash(bookingId, somebody);
    const held = await somebody.api.send(getBooking, { params: { id: bookingId } });
    expect(held).toMatchObject({
      state: 'held',
      method: 'cash',
      handover: { code },
      next: { step: 'bring_cash', by: 'buyer' },
    });
    const leftHours = (new Date(held.holdUntil ?? 0).getTime() - Date.now()) / 3_600_000;
    expect([Math.ceil(leftHours), held.holdUntil]).toEqual([67, offered.cash.until]);
    await expect(somebody.api.send(calls.confirmReceived, { params: { id: bookingId } })).rejects.toMatchObject(
      refusal('cash-needs-code'),
    );
    expect(await enter(bookingId, code ?? '')).toEqual({ state: 'completed' });
    const done = await somebody.api.send(getBooking, { params: { id: bookingId } });
    expect(done).toMatchObject({ state: 'completed', paid: true });
    await expect(
      seller.api.send(changeMyProduct, { params: { id: itemId }, query: { status: 'UNSOLD' } }),
    ).rejects.toMatchObject({ status: 409 });
    expect(await differencesLater(store)).toEqual([]);
  });

  test('a sale whose code no longer counts is completed by its buyer, never by its seller alone', async () => {
    const somebody = await store.as('buyer');
    const { bookingId } = await sales.book(somebody);
    await payCash(bookingId, somebody);
    const done = () => seller.api.send(calls.handOver, { params: { bookingId }, body: { withoutCode: true } });
    const received = () => somebody.api.send(calls.confirmReceived, { params: { id: bookingId } });
    const toSeller = 'A cash sale ends with the buyer’s code. Take the cash, then type the code.';
    const toBuyer = 'A cash sale ends with your code. Show it to the seller when you pay.';
    await expect(done()).rejects.toMatchObject({ problem: { title: 'cash-needs-code', message: toSeller } });
    await expect(received()).rejects.toMatchObject({ problem: { title: 'cash-needs-code', message: toBuyer } });
    await sql`insert into booking_steps (booking_id, step, by)
      select ${bookingId}, 'wrong_code', 'seller' from generate_series(1, 20)`.execute(store.db);
    // A page that was open before has both buttons of the seller.
    const next = expect.stringContaining('Once you have the cash, ask the buyer to press “I have it”.');
    const late = { problem: { title: 'code-locked', message: next } };
    await expect(done()).rejects.toMatchObject(late);
    await expect(enter(bookingId, '123456')).rejects.toMatchObject(late);
    expect(await received()).toEqual({ state: 'completed' });
    const sold = await somebody.api.send(getBooking, { params: { id: bookingId } });
    expect(sold).toMatchObject({ state: 'completed', paid: true });
    expect(await differencesLater(store)).toEqual([]);
  });

  test('a buyer has at most two open cash bookings, however many are chosen at once', async () => {
    const many = await store.as('buyer');
    const booked = [];
    for (let n = 0; n < 4; n += 1) booked.push((await sales.book(many)).bookingId);
    const chosen = await Promise.allSettled(booked.map((id) => payCash(id, many)));
    expect(chosen.filter(({ status }) => status === 'fulfilled')).toHaveLength(2);
    const somebody = await store.as('buyer');
    for (let n = 0; n < 2; n += 1) await payCash((await sales.book(somebody)).bookingId, somebody);
    const { bookingId } = await sales.book(somebody);
    await expect(payCash(bookingId, somebody)).rejects.toMatchObject(refusal('no-cash'));
    expect((await somebody.api.send(getBooking, { params: { id: bookingId } })).cash).toEqual({
      offered: false,
      reason: 'open',
    });
  });

  test('is called off with a reason, and ends with one when the seller withdraws the item', async () => {
    const somebody = await store.as('buyer');
    const { bookingId, itemId } = await sales.book(somebody);
    await payCash(bookingId, somebody);
    await expect(somebody.api.send(cancelBooking, { params: { id: bookingId } })).rejects.toMatchObject(
      refusal('cash-chosen'),
    );
    await seller.api.send(changeMyProduct, { params: { id: itemId }, query: { status: 'SOLD' } });
    const ended = await somebody.api.send(getBooking, { params: { id: bookingId } });
    expect(ended.state).toBe('cancelled');
    expect(ended.timeline.at(-1)).toMatchObject({ step: 'called_off', by: 'seller', reason: 'notForSale' });
  });

  test.each(['card', 'cash'] as const)(
    'a buyer who chose %s is told once that the item is withdrawn, and that no payment came',
    async (method) => {
      const somebody = await store.as('buyer');
      const { bookingId, itemId } = await sales.book(somebody);
      await somebody.api.send(calls.chooseMethod, { params: { id: bookingId }, body: { method } });
      await untilIdle(store.db);
      const counts = async () => {
        const { body } = await store.app.inject('/sandbox/outbox/');
        return ['Called off: Coach pram', 'We received no payment', 'money goes back the way it came'].map(
          (said) => body.split(said).length,
        );
      };
      const [told = 0, unpaid = 0, paid = 0] = await counts();
      for (const status of ['SOLD', 'UNSOLD', 'SOLD'] as const)
        await seller.api.send(changeMyProduct, { params: { id: itemId }, query: { status } });
      await untilIdle(store.db);
      expect(await counts()).toEqual([told + 1, unpaid + 1, paid]);
    },
  );

  test('a buyer who did not come and then cancels is reported all the same [P18]', async () => {
    const somebody = await store.as('buyer');
    const { bookingId } = await sales.book(somebody);
    await payCash(bookingId, somebody);
    await sql`update bookings set hold_until = now() - interval '1 minute', pickup_until = now() - interval '1 minute' where id = ${bookingId}`.execute(
      store.db,
    );
    await somebody.api.send(cancelBooking, { params: { id: bookingId } });
    await seller.api.send(calls.reportNoShow, { params: { id: bookingId } });
  });

  test('a side that calls off in the last hour is reported all the same, and not before the pick-up time', async () => {
    const somebody = await store.as('buyer');
    const move = (id: string, minutes: number) =>
      sql`update bookings set pickup_until = now() + make_interval(mins => ${minutes}::int) where id = ${id}`.execute(
        store.db,
      );
    const report = (id: string, who: Person) => who.api.send(calls.reportNoShow, { params: { id } });
    const cashHold = async () => {
      const { bookingId } = await sales.book(somebody);
      await payCash(bookingId, somebody);
      return bookingId;
    };
    const late = await cashHold();
    await move(late, 30);
    await somebody.api.send(calls.callOff, { params: { id: late }, body: { reason: 'No time' } });
    await expect(report(late, seller)).rejects.toMatchObject(refusal('no-no-show'));
    expect((await seller.api.send(getSale, { params: { bookingId: late } })).noShowFrom).toBeDefined();
    await move(late, -1);
    await expect(report(late, somebody)).rejects.toMatchObject(refusal('no-no-show'));
    await report(late, seller);
    const early = await cashHold();
    await sql`update bookings set state = 'cancelled', hold_until = null where id = ${early}`.execute(store.db);
    await sql`insert into booking_steps (booking_id, step, by, at, reason)
      values (${early}, 'called_off', 'buyer', now() - interval '70 minutes', 'No time')`.execute(store.db);
    await move(early, -1);
    await expect(report(early, seller)).rejects.toMatchObject(refusal('no-no-show'));
  });

  test('a buyer who chooses another method in the last hour and does not pay is reported all the same', async () => {
    const somebody = await store.as('buyer');
    const payByCard = (id: string) =>
      somebody.api.send(calls.chooseMethod, { params: { id }, body: { method: 'card' } });
    const move = (id: string, minutes: number) =>
      sql`update bookings set hold_until = now() + make_interval(mins => ${minutes}::int),
        pickup_until = pickup_until - (hold_until - now()) + make_interval(mins => ${minutes}::int)
        where id = ${id}`.execute(store.db);
    const report = (id: string) => seller.api.send(calls.reportNoShow, { params: { id } });
    const { bookingId: late } = await sales.book(somebody);
    await payCash(late, somebody);
    await move(late, 30);
    await payByCard(late);
    await expect(report(late)).rejects.toMatchObject(refusal('no-no-show'));
    await move(late, -1);
    await report(late);
    const { bookingId: early } = await sales.book(somebody);
    await payCash(early, somebody);
    await payByCard(early);
    await move(early, -1);
    await expect(report(early)).rejects.toMatchObject(refusal('no-no-show'));
  });

  test('two no-shows that stand end the privilege; a contradicted one does not count', async () => {
    const somebody = await store.as('buyer');
    const missed = async () => {
      const { bookingId } = await sales.book(somebody);
      await payCash(bookingId, somebody);
      await expect(seller.api.send(calls.reportNoShow, { params: { id: bookingId } })).rejects.toMatchObject(
        refusal('no-no-show'),
      );
      await sql`update bookings set hold_until = now() - interval '1 minute', pickup_until = now() - interval '1 minute' where id = ${bookingId}`.execute(
        store.db,
      );
      await seller.api.send(calls.reportNoShow, { params: { id: bookingId } });
      return bookingId;
    };
    const [first, second] = [await missed(), await missed()];
    await somebody.api.send(calls.contradictNoShow, { params: { id: first } });
    await expect(somebody.api.send(calls.contradictNoShow, { params: { id: first } })).rejects.toMatchObject({
      status: 409,
    });
    const stand = (id: string) =>
      sql`update no_shows set contradict_until = reported_at where booking_id = ${id}`.execute(store.db);
    await stand(second);
    const offer = async () =>
      (await somebody.api.send(getBooking, { params: { id: (await sales.book(somebody)).bookingId } })).cash;
    expect(await offer()).toMatchObject({ offered: true });
    await stand(await missed());
    expect(await offer()).toEqual({ offered: false, reason: 'noShows' });
  });

  test('two no-shows of a seller end cash for their items; the buyer reads no more than that', async () => {
    const somebody = await store.as('buyer');
    for (let n = 0; n < 2; n += 1) {
      const { bookingId } = await sales.book(somebody);
      await payCash(bookingId, somebody);
      await sql`update bookings set hold_until = now() - interval '1 minute', pickup_until = now() - interval '1 minute' where id = ${bookingId}`.execute(
        store.db,
      );
      await somebody.api.send(calls.reportNoShow, { params: { id: bookingId } });
      await sql`update no_shows set contradict_until = reported_at where booking_id = ${bookingId}`.execute(store.db);
    }
    const { bookingId } = await sales.book(somebody);
    expect((await somebody.api.send(getBooking, { params: { id: bookingId } })).cash).toEqual({
      offered: false,
      reason: 'seller',
    });
    await expect(payCash(bookingId, somebody)).rejects.toMatchObject({
      problem: { message: 'This seller takes no cash. Choose another way.' },
    });
  });
});
