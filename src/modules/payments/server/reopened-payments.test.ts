import { sql } from 'kysely';
import { expect, test, vi } from 'vitest';
import { cancelBooking } from '#modules/bookings/contract.ts';
import { transaction } from '#platform/database/database.ts';
import { HIGH_LIMITS, openRecordingStore } from '../../../../tests/support/recording-store.ts';
import { createPaymentIntent } from '../contract.ts';
import { CONFIRM_MINUTES, insertStartedPayment, updateConfirming, updateNotTaken } from './open-payments.store.ts';
import { verifyBooks } from './reconciliation-report.ts';

/** The end of the address, and what was sent. */
const nameOf = ({ pathname }: URL, body: unknown) => `${pathname.replace(/.*\//, '')} ${body}`;
const providerStore = await openRecordingStore({ RATE_LIMITS: 'on', ...HIGH_LIMITS }, { nameOf });
const { store, buyer, faults, book, choose, check, stateOf, payAt, reconcile, sslcommerz, asked } = providerStore;

const executions = (intent = '') => asked.filter((call) => call.startsWith('execute ') && call.includes(intent)).length;
const statesOf = async (id: string) => (await stateOf(id)).payments.map(({ state }) => state);
/** A return that anybody can make up, with the number of the booking's latest payment. */
async function forge(id: string, status: 'cancel' | 'failure' | 'success') {
  const intent = (await stateOf(id)).payments.at(-1)?.intent;
  const { statusCode } = await store.app.inject(`/api/payments/bkash/return?paymentID=${intent}&status=${status}`);
  expect(statusCode).toBe(303);
}
/** The buyer agrees at bKash while its payment is ended here by a forged return. */
async function leaveAndAgree(status: 'cancel' | 'failure' = 'cancel') {
  const id = await book();
  const url = await choose(id, 'bkash');
  await forge(id, status);
  expect(await statesOf(id)).toEqual(['cancelled']);
  return { id, comeBack: await payAt('bkash', url) };
}

test.each(['cancel', 'failure'] as const)(
  'after a forged %s the agreed return makes the sale, once',
  async (status) => {
    const { id, comeBack } = await leaveAndAgree(status);
    await Promise.all([comeBack(), comeBack(), comeBack()]);
    await comeBack();
    expect(executions()).toBe(1);
    expect(await stateOf(id)).toMatchObject({ booking: 'paid', payments: [{ state: 'succeeded' }] });
    expect(await check(id)).toMatchObject({ state: 'paid' });
  },
);

test('of a forged cancel and an agreed return at the same time the money is taken once', async () => {
  for (let round = 0; round < 5; round += 1) {
    const id = await book();
    const comeBack = await payAt('bkash', await choose(id, 'bkash'));
    await Promise.all([forge(id, 'cancel'), comeBack(), forge(id, 'failure')]);
    expect(await stateOf(id)).toMatchObject({ booking: 'paid', payments: [{ state: 'succeeded' }] });
  }
  expect(executions()).toBe(5);
});

test('a forged success a moment before the agreed return does not keep that from being executed', async () => {
  const id = await book();
  const url = await choose(id, 'bkash');
  await forge(id, 'success');
  const comeBack = await payAt('bkash', url);
  await comeBack();
  await vi.waitUntil(async () => (await stateOf(id)).booking === 'paid', 15_000);
  expect(await statesOf(id)).toEqual(['succeeded']);
});

test('an execution without an answer of a payment that is open again is completed by the job', async () => {
  const { id, comeBack } = await leaveAndAgree();
  faults.bkash.addAll({ calls: [{ kind: 'error-before', on: 'execute' }] });
  await comeBack();
  expect(await statesOf(id)).toEqual(['created']);
  await expect(payByCard(id)).rejects.toMatchObject({ status: 409 });
  await reconcile();
  expect(await stateOf(id)).toMatchObject({ booking: 'paid', payments: [{ state: 'succeeded' }] });
});

const payByCard = (bookingId: string) => buyer.api.send(createPaymentIntent, { body: { bookingId, itemPrice: 6500 } });

/** The buyer agrees at bKash on a page that was left, and on the page of the next payment. */
async function agreeTwice() {
  const { id, comeBack: first } = await leaveAndAgree();
  const second = await payAt('bkash', await choose(id, 'bkash'));
  expect(await statesOf(id)).toEqual(['cancelled', 'created']);
  const [one, two] = (await stateOf(id)).payments;
  asked.length = 0;
  return { id, first, second, executed: () => [one, two].map((payment) => executions(payment?.intent)) };
}

test('of two payments of bKash the one that the buyer agrees to makes the sale, and the other one takes nothing', async () => {
  const { id, first, second, executed } = await agreeTwice();
  await first();
  expect(await check(id, 'bkash')).toEqual({ state: 'paid', method: 'bkash', away: false });
  expect(await statesOf(id)).toEqual(['succeeded', 'cancelled']);
  await second();
  await reconcile();
  expect(executed()).toEqual([1, 0]);
  expect((await stateOf(id)).booking).toBe('paid');
});

test('while the money of an agreed payment may be taken, its page asks bKash, although a newer payment has ended', async () => {
  const { id, first } = await agreeTwice();
  faults.bkash.addAll({
    calls: [
      { kind: 'error-after', on: 'execute' },
      { kind: 'error-before', on: 'payment/status', times: 2 },
    ],
  });
  await first();
  expect(await check(id, 'bkash')).toMatchObject({ state: 'open', method: 'bkash' });
  faults.bkash.addAll({ clear: true });
  await reconcile();
  expect(await check(id, 'bkash')).toMatchObject({ state: 'paid', method: 'bkash' });
});

test('of two payments of bKash that are agreed to at the same time one takes the money', async () => {
  for (let round = 0; round < 5; round += 1) {
    const { id, first, second } = await agreeTwice();
    await Promise.all([first(), second(), first(), second()]);
    expect(executions()).toBe(1);
    expect((await statesOf(id)).sort()).toEqual(['cancelled', 'succeeded']);
  }
});

test('an ended payment of bKash does not go on while the money of another one may be taken', async () => {
  const { id, first, second, executed } = await agreeTwice();
  const unheard = [
    { kind: 'error-after', on: 'execute' },
    { kind: 'error-before', on: 'payment/status' },
  ];
  faults.bkash.addAll({ calls: unheard });
  await second();
  await sql`update payments set confirming_at = confirming_at - interval '5 minutes' where booking_id = ${id}`.execute(
    store.db,
  );
  await first();
  await reconcile();
  expect(executed()[0]).toBe(0);
  expect((await stateOf(id)).booking).toBe('paid');
  expect((await statesOf(id)).sort()).toEqual(['cancelled', 'succeeded']);
});

test('a forged success of an ended payment keeps the buyer from no other one of bKash', async () => {
  const id = await book();
  await choose(id, 'bkash');
  const [ended] = (await stateOf(id)).payments;
  await forge(id, 'cancel');
  const comeBack = await payAt('bkash', await choose(id, 'bkash'));
  await store.app.inject(`/api/payments/bkash/return?paymentID=${ended?.intent}&status=success`);
  expect(await statesOf(id)).toEqual(['failed', 'cancelled']);
  await comeBack();
  expect(await stateOf(id)).toMatchObject({
    booking: 'paid',
    payments: [{ state: 'cancelled' }, { state: 'succeeded' }],
  });
});

test('of an agreed return and a card that begin at the same time the agreed payment goes on', async () => {
  for (let round = 0; round < 5; round += 1) {
    const { id, comeBack } = await leaveAndAgree();
    asked.length = 0;
    await Promise.allSettled([payByCard(id), comeBack()]);
    expect(executions()).toBe(1);
    // A message about the cancelled card payment may store it first.
    const going = async () => (await statesOf(id)).filter((state) => state !== 'cancelled');
    await vi.waitFor(async () => expect(await going()).toEqual(['succeeded']), 5000);
  }
});

test('a payment that was left, and its booking ended or paid otherwise, is not executed', async () => {
  const ended = await leaveAndAgree();
  await buyer.api.send(cancelBooking, { params: { id: ended.id } });
  const late = await leaveAndAgree();
  await sql`update bookings set hold_until = now() - interval '1 second' where id = ${late.id}`.execute(store.db);
  const paid = await leaveAndAgree();
  await payAt('sslcommerz', await choose(paid.id, 'sslcommerz'));
  await sslcommerz.settled();
  for (const { comeBack } of [ended, late, paid]) await comeBack();
  expect(executions()).toBe(0);
  expect(await statesOf(ended.id)).toEqual(['cancelled']);
  expect(await statesOf(late.id)).toEqual(['cancelled']);
  expect((await statesOf(paid.id)).sort()).toEqual(['cancelled', 'succeeded']);
});

test('neither page nor job executes a left payment without its return', async () => {
  const { id } = await leaveAndAgree();
  await check(id);
  await reconcile();
  expect(executions()).toBe(0);
  expect(await statesOf(id)).toEqual(['cancelled']);
});

test('a left page of SSLCommerz that captures after bKash goes back whole', async () => {
  const id = await book();
  const gateway = await choose(id, 'sslcommerz');
  const comeBack = await payAt('bkash', await choose(id, 'bkash'));
  await forge(id, 'cancel');
  await sql`update payments set state = 'cancelled' where booking_id = ${id}`.execute(store.db);
  await comeBack();
  expect((await stateOf(id)).booking).toBe('paid');
  await payAt('sslcommerz', gateway);
  await sslcommerz.settled();
  await vi.waitUntil(async () => {
    const states = await statesOf(id);
    return states.includes('succeeded') && states.some((state) => state === 'refund_due' || state === 'refunded');
  }, 10_000);
});

test('a return soon after a poll reports that nothing was charged', async () => {
  for (const status of ['cancel', 'failure'] as const) {
    const id = await book();
    await choose(id, 'bkash');
    await check(id);
    asked.length = 0;
    await forge(id, status);
    expect(await check(id)).toEqual({ state: 'cancelled', method: 'bkash', away: false });
    // A job may ask about payments of earlier tests.
    const [{ intent = '' } = {}] = (await stateOf(id)).payments;
    expect(asked.filter((call) => call.includes(intent))).toEqual([]);
  }
});

test('a return without payment ends the payment while bKash is slow or unavailable, and the job asks at the same time', async () => {
  for (const kind of ['late', 'error-before', 'cut-before'] as const) {
    const id = await book();
    await choose(id, 'bkash');
    faults.bkash.addAll({ calls: [{ kind, on: 'payment/status', delay: 500, times: 9 }] });
    await Promise.all([check(id), reconcile(() => undefined), forge(id, 'cancel')]);
    expect(await check(id)).toMatchObject({ state: 'cancelled' });
    faults.bkash.addAll({ clear: true });
  }
});

test('no rule of the books is broken', async () => {
  const late = Date.now() + 600_000;
  await vi.waitFor(async () => {
    await reconcile(() => undefined);
    expect((await verifyBooks(store.db, store.providers, late)).differences).toEqual([]);
  }, 20_000);
});

// The last one: the job would complete its payment in others.
test('no payment begins beside one whose money is taken now, also where that had been ended', async () => {
  const id = await book();
  await choose(id, 'bkash');
  const [opened] = (await stateOf(id)).payments;
  const confirmingFor = (seconds: number) =>
    sql`update payments set confirming_at = now() - make_interval(secs => ${seconds}) where booking_id = ${id}`.execute(
      store.db,
    );
  const beginBeside = (provider: string) => {
    const begun = { bookingId: id, amount: 650_000, currency: 'bdt', redirectUrl: undefined, isPolled: false };
    return insertStartedPayment(store.db, { ...begun, provider, intent: `${provider}-beside-${id}` }, [
      opened?.id ?? '',
    ]);
  };
  for (const seconds of [0, 60 * CONFIRM_MINUTES - 10]) {
    await confirmingFor(seconds);
    for (const provider of ['stripe', 'sslcommerz', 'bkash'])
      expect(await beginBeside(provider), provider).toBe('refused');
  }
  expect(await statesOf(id)).toEqual(['created']);
  await confirmingFor(60 * CONFIRM_MINUTES + 1);
  expect(await beginBeside('stripe')).toBe('inserted');
});

async function blockedCount(): Promise<number> {
  const { rows } = await sql`select from pg_stat_activity where datname = current_database()
    and wait_event_type = 'Lock' and query like '%confirming_at%'`.execute(store.db);
  return rows.length;
}

test('a request that waits for another one knows that this one takes the money', async () => {
  const id = await book();
  await choose(id, 'bkash');
  const [{ intent } = { intent: '' }] = (await stateOf(id)).payments;
  const { second } = await transaction(store.db, async (db) => {
    expect((await updateConfirming(db, 'bkash', intent))?.since).toBeNull();
    const second = updateConfirming(store.db, 'bkash', intent);
    await vi.waitUntil(async () => (await blockedCount()) > 0, 5000);
    return { second };
  });
  expect((await second)?.since).toBeInstanceOf(Date);
});

test('a payment is not ended while an earlier request takes its money', async () => {
  const id = await book();
  await choose(id, 'bkash');
  const [{ id: payment, intent } = { id: '', intent: '' }] = (await stateOf(id)).payments;
  const confirm = async () => (await updateConfirming(store.db, 'bkash', intent))?.since;
  expect(await confirm()).toBeNull();
  const since = await confirm();
  expect(since).toBeInstanceOf(Date);
  await updateNotTaken(store.db, payment, since ?? null);
  expect(await statesOf(id)).toEqual(['created']);
  // The second request did not prolong the first.
  expect(await confirm()).toEqual(since);
  await sql`update payments set confirming_at = now() - make_interval(mins => ${CONFIRM_MINUTES}) where id = ${payment}`.execute(
    store.db,
  );
  expect(await confirm()).toBeNull();
  await updateNotTaken(store.db, payment, null);
  expect(await statesOf(id)).toEqual(['cancelled']);
});
