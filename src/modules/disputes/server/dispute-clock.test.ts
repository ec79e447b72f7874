import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { getBooking, getSale, listBookings, listSellerBookings } from '#modules/bookings/contract.ts';
import type { BookingState } from '#modules/bookings/rules.ts';
import { denyReceived, handOver } from '#modules/handover/contract.ts';
import { getOverview } from '#modules/overview/contract.ts';
import { RECONCILE } from '#modules/payments/server/reconcile.job.ts';
import { untilIdle } from '../../../../tests/support/rows.ts';
import { openTestStore, type Person, type TestStore } from '../../../../tests/support/test-store.ts';
import * as calls from '../contract.ts';
import type { DisputeState } from '../rules.ts';
import { openDisputes, WORDS } from './disputes.fixtures.ts';

/** Longer than the answer and the return together. */
const LONG_AGO_MINUTES = 20_000;
const PART_TK = 1200;
const SLOWLY = { timeout: 15_000, interval: 500 };

let store: TestStore;
let open: Awaited<ReturnType<typeof openDisputes>>;
let admin: Person;
let other: Person;
beforeAll(async () => {
  store = await openTestStore();
  open = await openDisputes(store);
  admin = await store.as('admin', 'Nasreen Haque');
  other = await store.as('admin', 'Farid Uddin');
});
afterAll(() => store.close());

async function unreceived() {
  const sold = await open.sell();
  const { buyer, seller } = open;
  await seller.api.send(handOver, { params: { bookingId: sold.bookingId }, body: { withoutCode: true } });
  await buyer.api.send(denyReceived, { params: { id: sold.bookingId } });
  const { items } = await buyer.api.send(calls.listDisputes, { query: { booking: sold.bookingId } });
  return { ...sold, id: items[0]?._id ?? '' };
}

async function refused() {
  const given = await open.dispute();
  await open.answer(given.id, { answer: 'refuse', text: WORDS });
  return given;
}

async function returning(isTried: boolean) {
  const given = await open.dispute();
  await open.answer(given.id, { answer: 'accept' });
  if (isTried) await open.returned(given.id, open.buyer);
  return given;
}

/** The seller has no appeal left to contradict the buyer. */
async function returningAgain() {
  const given = await refused();
  const outcome = { outcome: 'refund', withReturn: true };
  await open.reply(given.id, 'decide');
  await open.decide(given.id, admin, outcome);
  await open.appeal(given.id, open.seller);
  await open.decide(given.id, other, outcome);
  await open.returned(given.id, open.buyer);
  return given;
}

async function decided() {
  const given = await refused();
  await open.reply(given.id, 'decide');
  await open.decide(given.id, admin, { outcome: 'part', amount: PART_TK });
  return given;
}

/** Returns the replies of all calls about a booking and its dispute. */
async function shown({ bookingId, id }: { bookingId: string; id: string }) {
  const { buyer, seller } = open;
  const query = { email: buyer.email };
  const has = <T extends { _id: string }>({ items }: { items: T[] }, wanted: string) =>
    items.find(({ _id }) => _id === wanted);
  const filter = async (state: 'open' | 'closed') =>
    Boolean(has(await buyer.api.send(calls.listDisputes, { query: { state, booking: bookingId } }), id));
  const order = await buyer.api.send(getBooking, { params: { id: bookingId } });
  const sale = await seller.api.send(getSale, { params: { bookingId } });
  expect(sale.kept).toBe(order.kept);
  const others = [
    sale,
    has(await buyer.api.send(listBookings, { query }), bookingId),
    has(await seller.api.send(listSellerBookings, { query: { email: seller.email } }), bookingId),
  ];
  for (const other of others)
    expect(other).toMatchObject({ state: order.state, ...(order.next && { next: order.next }) });
  const dispute = await open.see(id, seller);
  expect([await filter('open'), await filter('closed')]).toEqual([
    dispute.state !== 'closed',
    dispute.state === 'closed',
  ]);
  return { order, dispute };
}

describe('a deadline of a dispute that passed counts in every answer, although no job ran [P18]:', () => {
  test.each<[string, () => ReturnType<typeof open.dispute>, number, BookingState, DisputeState, number | undefined]>([
    ['no answer, the whole price', () => open.dispute(), 1, 'disputed', 'return', undefined],
    ['no answer, then no return', () => open.dispute(), LONG_AGO_MINUTES, 'completed', 'closed', 0],
    ['no answer, a part', () => open.dispute(PART_TK), 1, 'partly_refunded', 'closed', PART_TK],
    ['no answer, not received', unreceived, 1, 'refunded', 'closed', 6500],
    ['no reply', refused, 1, 'disputed', 'decision', undefined],
    ['no return', () => returning(false), 1, 'completed', 'closed', 0],
    ['a return that the seller does not confirm', () => returning(true), 1, 'refunded', 'closed', 6500],
    ['such a return after the seller appealed', returningAgain, 1, 'disputed', 'decision', undefined],
    ['no appeal', decided, 1, 'partly_refunded', 'closed', PART_TK],
  ])('%s', async (_name, begin, minutes, state, disputeState, refunded) => {
    const given = await begin();
    await open.pass(given.id, minutes);
    const { order, dispute } = await shown(given);
    expect([order.state, order.paid]).toEqual([state, state !== 'refunded']);
    expect(order.moneyState).toBe(state === 'refunded' || state === 'partly_refunded' ? 'refund_due' : undefined);
    expect(dispute.state).toBe(disputeState);
    expect(dispute.refunded).toBe(refunded);
    expect(order.kept).toBe(state === 'partly_refunded' ? 6500 - PART_TK : undefined);
    expect(dispute.endedAt === undefined).toBe(disputeState !== 'closed');
    await open.applyDeadlines();
    await vi.waitFor(async () => expect(await open.dueOf(given.id)).toBe(false), 10_000);
    const applied = await shown(given);
    expect(applied.dispute).toEqual(dispute);
    expect([applied.order.timeline, applied.order.next]).toEqual([order.timeline, order.next]);
    expect(order.timeline.map(({ step, at }) => [step, at])).toEqual(
      dispute.timeline.map(({ step, at }) => [step, at]),
    );
  });

  test.each<[string, () => ReturnType<typeof open.dispute>, boolean]>([
    ['no reply', refused, true],
    ['a return that the seller does not confirm', () => returning(true), false],
    ['such a return after the seller appealed', returningAgain, true],
  ])('%s stands in the queue of an admin only when an admin decides', async (_name, begin, isListed) => {
    const { id } = await begin();
    const queue = async () => {
      const { items } = await admin.api.send(calls.listDisputes, { query: { state: 'decision' } });
      const { tasks } = await admin.api.send(getOverview, {});
      return { dispute: items.find(({ _id }) => _id === id), count: tasks.disputes };
    };
    const before = await queue();
    expect(before.dispute).toBeUndefined();
    await open.pass(id);
    const after = await queue();
    expect(after.dispute?.state).toBe(isListed ? 'decision' : undefined);
    expect(after.count - before.count).toBe(isListed ? 1 : 0);
  });

  test('an open one names its next actor and their deadline', async () => {
    const given = await refused();
    const { order, dispute } = await shown(given);
    expect(order.next).toEqual({ step: 'dispute', by: 'buyer', until: dispute.until });
    await open.reply(given.id, 'decide');
    expect((await shown(given)).order.next).toEqual({ step: 'dispute', by: 'store' });
    for (const [isTried, by] of [
      [false, 'buyer'],
      [true, 'seller'],
    ] as const) {
      const back = await shown(await returning(isTried));
      expect([back.order.next?.by, back.dispute.waitsFor]).toEqual([by, by]);
    }
  });

  test('the buyer is told of a deadline that ends one without money', async () => {
    const given = await returning(false);
    const count = async () => {
      await untilIdle(store.db);
      return (await store.app.inject('/sandbox/outbox/')).body.split('No money goes back').length;
    };
    const before = await count();
    await open.pass(given.id);
    await open.applyDeadlines();
    await vi.waitFor(async () => expect(await count()).toBe(before + 1), 10_000);
  });
});

test('a part of the money is on its way back in every answer, until the provider has returned it', async () => {
  const given = await open.dispute(PART_TK);
  await open.client.injectFaults({ api: [{ kind: 'error-before', on: 'POST /v1/refunds', times: 20 }] });
  await open.answer(given.id, { answer: 'accept' });
  const moneyState = async () => (await shown(given)).order.moneyState;
  expect(await moneyState()).toBe('refund_due');
  await open.client.injectFaults({ clear: true });
  await vi.waitFor(async () => {
    await sql`update payments set refund_next_at = now() where intent = ${given.intent}`.execute(store.db);
    await sql`select graphile_worker.add_job(${RECONCILE}, job_key := ${RECONCILE})`.execute(store.db);
    expect(await moneyState()).toBeUndefined();
  }, SLOWLY);
  expect((await shown(given)).order.state).toBe('partly_refunded');
});
