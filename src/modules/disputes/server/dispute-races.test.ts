import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { getBooking } from '#modules/bookings/contract.ts';
import { listPayments, recordRefundByHand } from '#modules/payments/admin.contract.ts';
import { differencesLater } from '../../../../tests/support/sales.ts';
import { openTestStore, type Person, type TestStore } from '../../../../tests/support/test-store.ts';
import * as calls from '../contract.ts';
import { openDisputes, WORDS } from './disputes.fixtures.ts';

let store: TestStore;
let open: Awaited<ReturnType<typeof openDisputes>>;
let buyer: Person;
beforeAll(async () => {
  store = await openTestStore();
  open = await openDisputes(store);
  ({ buyer } = open);
});
afterAll(() => store.close());

describe('races end in one state with matching books', () => {
  test('a complaint at the moment the inspection ends', async () => {
    const { bookingId } = await open.handedOver();
    await sql`update bookings set inspect_until = now() + interval '30 milliseconds' where id = ${bookingId}`.execute(
      store.db,
    );
    await Promise.allSettled([
      open.complain(bookingId),
      sql`select graphile_worker.add_job('booking-deadlines')`.execute(store.db),
      open.complain(bookingId),
    ]);
    await vi
      .waitFor(async () => expect(await open.bookingOf(bookingId)).not.toBe('handed_over'), 10_000)
      .catch(() => undefined);
    const state = await open.bookingOf(bookingId);
    const { items } = await buyer.api.send(calls.listDisputes, { query: { booking: bookingId } });
    expect(items).toHaveLength(state === 'disputed' ? 1 : 0);
    await vi.waitFor(async () => expect(await differencesLater(store)).toEqual([]), 10_000);
  });

  test('an acceptance, a refusal and silence at once', async () => {
    const { id, bookingId, intent } = await open.dispute(1500);
    await open.pass(id, 0);
    await Promise.allSettled([
      open.answer(id, {}),
      open.answer(id, { answer: 'refuse', text: WORDS }),
      open.applyDeadlines(),
    ]);
    await vi.waitFor(async () => expect(await open.bookingOf(bookingId)).toBe('partly_refunded'), 10_000);
    await vi.waitFor(async () => expect(await open.client.refunded(intent)).toBe(150_000), 10_000);
    await vi.waitFor(async () => expect(await differencesLater(store)).toEqual([]), 10_000);
  });
});

test('the whole price that an admin returns beside a dispute closes it at once, and is a step of the timeline', async () => {
  const admin = await store.as('admin');
  const { id, bookingId, intent } = await open.dispute();
  const { items } = await admin.api.send(listPayments, { query: { transactionId: intent } });
  const body = { amount: 6500, reference: 'Cash receipt 1' };
  await admin.api.send(recordRefundByHand, { params: { id: items[0]?._id ?? '' }, body });
  const order = await buyer.api.send(getBooking, { params: { id: bookingId } });
  const dispute = await open.see(id, buyer);
  expect([order.state, dispute.state, dispute.refunded]).toEqual(['refunded', 'closed', 6500]);
  for (const { timeline } of [order, dispute]) expect(timeline.at(-1)).toMatchObject({ step: 'refunded', by: 'store' });
  await expect(open.answer(id, {})).rejects.toMatchObject({ status: 409 });
  expect(await differencesLater(store)).toEqual([]);
});
