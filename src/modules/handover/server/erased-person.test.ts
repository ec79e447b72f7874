import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { deleteAccount } from '#modules/account/contract.ts';
import { getBooking, getSale } from '#modules/bookings/contract.ts';
import { deleteUser } from '#modules/identity/contract.ts';
import { cardClient } from '../../../../tests/support/card-client.ts';
import { untilIdle } from '../../../../tests/support/rows.ts';
import { differencesLater, openSales, type Sales } from '../../../../tests/support/sales.ts';
import { openTestStore, type TestStore } from '../../../../tests/support/test-store.ts';
import { chooseMethod, handOver } from '../contract.ts';

let store: TestStore;
let sales: Sales;
beforeEach(async () => {
  store = await openTestStore();
  sales = await openSales(store, cardClient(store));
});
afterEach(() => store.close());

const order = (id: string) => sales.buyer.api.send(getBooking, { params: { id } });
const statesOf = async (sold: Awaited<ReturnType<Sales['sell']>>) => {
  const { payment, booking, product } = await sales.stateOf(sold);
  return [payment, booking, product];
};

test('the deletion of a buyer calls their orders off before the handover, and waits while one is in its inspection [P18]', async () => {
  const { buyer, seller } = sales;
  const [open, inspected] = [await sales.sell(), await sales.sell()];
  const { handover } = await order(inspected.bookingId);
  const body = { code: handover?.code ?? '' };
  await seller.api.send(handOver, { params: { bookingId: inspected.bookingId }, body });
  const erase = () => buyer.api.send(deleteAccount, { body: { password: buyer.password } });
  await expect(erase()).rejects.toMatchObject({
    status: 409,
    problem: { title: 'purchase-open', message: expect.stringMatching(/^A purchase is not finished/) },
  });
  const admin = await store.as('admin');
  await expect(admin.api.send(deleteUser, { params: { id: buyer.id } })).rejects.toMatchObject({
    status: 409,
    problem: {
      title: 'purchase-open',
      message: expect.stringMatching(/^A purchase of this person is not finished/),
    },
  });
  expect(await statesOf(open)).toEqual(['succeeded', 'paid', 'sold']);
  // The deadline counts although no job ran. The job completes the sale later.
  await sql`update bookings set inspect_until = now() where id = ${inspected.bookingId}`.execute(store.db);
  await erase();
  await sql`select graphile_worker.add_job('booking-deadlines')`.execute(store.db);
  await vi.waitFor(async () => expect((await statesOf(inspected))[1]).toBe('completed'), 10_000);
  await vi.waitFor(async () => expect(await statesOf(open)).toEqual(['refunded', 'refunded', 'unsold']), 10_000);
  expect(await differencesLater(store)).toEqual([]);
});

test('the deletion of a buyer ends their holds, of cash and of a card, and each seller is told once', async () => {
  const { seller } = sales;
  const buyer = await store.as('buyer', 'Nadia Islam');
  const { bookingId } = await sales.book(buyer);
  const unpaid = await sales.book(buyer);
  await buyer.api.send(chooseMethod, { params: { id: bookingId }, body: { method: 'cash' } });
  await buyer.api.send(deleteAccount, { body: { password: buyer.password } });
  const timelineOf = async (bookingId: string) =>
    (await seller.api.send(getSale, { params: { bookingId } })).timeline.map(({ step, by, reason }) => [
      step,
      by,
      reason,
    ]);
  for (const id of [bookingId, unpaid.bookingId])
    expect((await timelineOf(id)).at(-1)).toEqual(['called_off', 'store', 'accountDeleted']);
  await untilIdle(store.db);
  const { body: mails } = await store.app.inject('/sandbox/outbox/');
  expect(mails.split('The other side’s account was deleted.')).toHaveLength(3);
});

describe('the deletion of a seller', () => {
  test('calls sales off before their handover: the money goes back whole, and the items leave the shop', async () => {
    const sold = [await sales.sell(), await sales.sell()];
    const { seller } = sales;
    await seller.api.send(deleteAccount, { body: { password: seller.password } });
    for (const sale of sold) {
      await vi.waitFor(async () => expect(await statesOf(sale)).toEqual(['refunded', 'refunded', 'removed']), 10_000);
      expect((await order(sale.bookingId)).timeline.map(({ step, by, reason }) => [step, by, reason])).toContainEqual([
        'called_off',
        'store',
        'accountDeleted',
      ]);
    }
    expect(await differencesLater(store)).toEqual([]);
    const { body: mails } = await store.app.inject('/sandbox/outbox/');
    expect(mails.split('The other side’s account was deleted.')).toHaveLength(3);
  });

  test('waits while the seller claims a handover: no sale is called off, by an admin neither', async () => {
    const [claimed, open] = [await sales.sell(), await sales.sell()];
    const { seller } = sales;
    await seller.api.send(handOver, { params: { bookingId: claimed.bookingId }, body: { withoutCode: true } });
    const refused = { status: 409, problem: { title: 'money-on-hold' } };
    const admin = await store.as('admin');
    await expect(admin.api.send(deleteUser, { params: { id: seller.id } })).rejects.toMatchObject(refused);
    await expect(seller.api.send(deleteAccount, { body: { password: seller.password } })).rejects.toMatchObject(
      refused,
    );
    expect(await statesOf(open)).toEqual(['succeeded', 'paid', 'sold']);
  });
});
