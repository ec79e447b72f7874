import { afterAll, expect, test, vi } from 'vitest';
import { deleteAccount } from '#modules/account/contract.ts';
import { cancelBooking, getBooking, listBookings, listSellerBookings } from '#modules/bookings/contract.ts';
import { changeMyProduct, deleteMyProduct, getMyProduct } from '#modules/catalogue/contract.ts';
import { getItemOffer } from '#modules/catalogue/items.contract.ts';
import { callOff } from '#modules/handover/contract.ts';
import { replaceRoles } from '#modules/identity/server/store.ts';
import { openOutbox } from '#sandbox/outbox/outbox.ts';
import { openProviderStore } from '../../../../tests/support/provider-store.ts';
import { recordRefundByHand, reviewPayment } from '../admin.contract.ts';

const providerStore = await openProviderStore();
const { seller, buyer, admin, book, choose, payAt, stateOf, sslcommerz } = providerStore;
afterAll(() => providerStore.close());

async function risky() {
  const id = await book();
  await (await payAt('sslcommerz', await choose(id, 'sslcommerz'), 'risky'))();
  await sslcommerz.settled();
  return id;
}
function mailsTo(to: string, subject: string) {
  const outbox = openOutbox(providerStore.store.dataDir);
  try {
    return outbox.mails().filter((mail) => mail.to === to && mail.subject.startsWith(subject));
  } finally {
    outbox.close();
  }
}
const seenBy = async (id: string) => {
  const lists = [
    await buyer.api.send(listBookings, { query: { email: buyer.email } }),
    await seller.api.send(listSellerBookings, { query: { email: seller.email } }),
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
  const params = { id: order.itemId };
  expect(await buyer.api.send(getItemOffer, { params })).toMatchObject({ yours: { waitsFor: 'review' } });
  expect(await seller.api.send(getMyProduct, { params })).toMatchObject({ waitsFor: 'review' });
});

test('after the refund of a reviewed payment the booking is to be paid again', async () => {
  const id = await risky();
  const [payment] = (await stateOf(id)).payments;
  const body = { decision: 'refund' as const, reason: 'Another name' };
  await admin.api.send(reviewPayment, { params: { id: payment?.id ?? '' }, body });
  const [own] = await seenBy(id);
  expect(own).toMatchObject({ state: 'held', next: { step: 'pay', by: 'buyer' } });
  const refused = [
    [buyer.email, 'Coach pram: your payment goes back', 'pay by another method within an hour'],
    [seller.email, 'Coach pram: payment not accepted', 'by another method within an hour'],
  ] as const;
  for (const [to, subject, sentence] of refused)
    await vi.waitFor(
      () => expect(mailsTo(to, subject)).toMatchObject([{ text: expect.stringContaining(sentence) }]),
      10_000,
    );
});

test('a booking under review is not ended by its sides, and the sale is made after the release', async () => {
  const id = await risky();
  const { itemId } = await buyer.api.send(getBooking, { params: { id } });
  const product = { params: { id: itemId } };
  const reason = { params: { id }, body: { reason: 'noTime' } };
  const acts = [
    () => seller.api.send(changeMyProduct, { ...product, query: { status: 'SOLD' } }),
    () => seller.api.send(deleteMyProduct, product),
    () => seller.api.send(callOff, reason),
    () => buyer.api.send(callOff, reason),
    () => buyer.api.send(cancelBooking, { params: { id } }),
  ];
  for (const act of acts)
    await expect(act()).rejects.toMatchObject({
      status: 409,
      problem: {
        title: 'under-review',
        message: expect.stringMatching(/We are checking .+\. Until Dolna decides, /),
      },
    });
  const order = await buyer.api.send(getBooking, { params: { id } });
  expect(order).toMatchObject({ state: 'held', moneyState: 'review' });
  expect(order.timeline.map(({ step }) => step)).not.toContain('called_off');
  const [payment] = (await stateOf(id)).payments;
  const body = { decision: 'release' as const, reason: 'Known buyer' };
  await admin.api.send(reviewPayment, { params: { id: payment?.id ?? '' }, body });
  expect(await stateOf(id)).toMatchObject({ booking: 'paid', payments: [{ state: 'succeeded' }] });
});

test('an admin decides about no payment of an own sale, and records no money of it', async () => {
  const id = await risky();
  const [payment] = (await stateOf(id)).payments;
  const params = { id: payment?.id ?? '' };
  await replaceRoles(providerStore.store.db, buyer.id, ['admin']);
  const own = { status: 403, problem: { title: 'own-payment' } };
  await expect(
    buyer.api.send(reviewPayment, { params, body: { decision: 'refund', reason: 'Mine' } }),
  ).rejects.toMatchObject(own);
  await admin.api.send(reviewPayment, { params, body: { decision: 'release', reason: 'Known buyer' } });
  await expect(
    buyer.api.send(recordRefundByHand, { params, body: { amount: 1, reference: 'BFD1' } }),
  ).rejects.toMatchObject(own);
  expect(await stateOf(id)).toMatchObject({ booking: 'paid', payments: [{ state: 'succeeded' }] });
  await replaceRoles(providerStore.store.db, buyer.id, ['buyer']);
});

test('a cancellation beside a payment that is to be reviewed ends in a review or in a refund', async () => {
  const id = await book();
  const back = await payAt('sslcommerz', await choose(id, 'sslcommerz'), 'risky');
  const [cancelled] = await Promise.allSettled([buyer.api.send(cancelBooking, { params: { id } }), back()]);
  await sslcommerz.settled();
  const { booking, payments } = await stateOf(id);
  if (cancelled.status === 'rejected') expect([booking, payments[0]?.state]).toEqual(['held', 'review']);
  else {
    expect(booking).toBe('cancelled');
    expect(['refund_due', 'refunded']).toContain(payments[0]?.state);
  }
});

test('the account of a seller is deleted during a review: the order says at once that the money goes back', async () => {
  const id = await risky();
  await seller.api.send(deleteAccount, { body: { password: seller.password } });
  const order = await buyer.api.send(getBooking, { params: { id } });
  expect(order).toMatchObject({ state: 'cancelled', moneyState: 'refund_due' });
  expect(order.timeline.at(-1)).toMatchObject({ step: 'called_off', by: 'store', reason: 'accountDeleted' });
  await providerStore.reconcile();
  await vi.waitFor(async () => expect((await stateOf(id)).payments).toMatchObject([{ state: 'refunded' }]), 10_000);
});
