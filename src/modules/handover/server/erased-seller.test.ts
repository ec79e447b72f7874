import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { deleteAccount } from '#modules/account/contract.ts';
import { getBooking } from '#modules/bookings/contract.ts';
import { deleteUser } from '#modules/identity/contract.ts';
import { cardDesk } from '../../../../tests/support/card-desk.ts';
import { findingsLater, openSales, type Sales } from '../../../../tests/support/sales.ts';
import { openTestStore, type TestStore } from '../../../../tests/support/test-store.ts';
import { handOver } from '../contract.ts';

let store: TestStore;
let sales: Sales;
beforeEach(async () => {
  store = await openTestStore();
  sales = await openSales(store, cardDesk(store));
});
afterEach(() => store.close());

const order = (id: string) => sales.buyer.api.send(getBooking, { params: { id } });
const statesOf = async (sold: Awaited<ReturnType<Sales['sell']>>) => {
  const { payment, booking, product } = await sales.stateOf(sold);
  return [payment, booking, product];
};

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
    expect(await findingsLater(store)).toEqual([]);
    const { body: mails } = await store.app.inject('/sandbox/outbox/');
    expect(mails.split('The seller’s account was deleted.')).toHaveLength(3);
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
