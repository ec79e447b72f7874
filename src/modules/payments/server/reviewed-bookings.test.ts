import { afterAll, expect, test } from 'vitest';
import { getBooking, listBookings, listBuyers } from '#modules/bookings/contract.ts';
import { openProviderDesk } from '../../../../tests/support/provider-desk.ts';
import { reviewPayment } from '../admin.contract.ts';

const desk = await openProviderDesk();
const { seller, buyer, admin, book, choose, payAt, stateOf, sslcommerz } = desk;
afterAll(() => desk.close());

async function risky() {
  const id = await book();
  await (await payAt('sslcommerz', await choose(id, 'sslcommerz'), 'risky'))();
  await sslcommerz.settled();
  return id;
}
const seenBy = async (id: string) => {
  const lists = [
    await buyer.api.send(listBookings, { query: { email: buyer.email } }),
    await seller.api.send(listBuyers, { query: { email: seller.email } }),
  ];
  return lists.map(({ items }) => items.find(({ _id }) => _id === id));
};

test('a booking under review is shown as paid and reviewed to both sides, and asks nobody for money', async () => {
  const id = await risky();
  for (const shown of await seenBy(id)) {
    expect(shown).toMatchObject({ state: 'held', moneyState: 'review' });
    expect(shown).not.toHaveProperty('next');
  }
  const order = await buyer.api.send(getBooking, { params: { id } });
  expect(order).toMatchObject({ moneyState: 'review', cash: { offered: false } });
});

test('after the refund of a reviewed payment the booking is to be paid again', async () => {
  const id = await risky();
  const [payment] = (await stateOf(id)).payments;
  const body = { decision: 'refund' as const, reason: 'Another name' };
  await admin.api.send(reviewPayment, { params: { id: payment?.id ?? '' }, body });
  const [own] = await seenBy(id);
  expect(own).toMatchObject({ state: 'held', next: { step: 'pay', by: 'buyer' } });
});
