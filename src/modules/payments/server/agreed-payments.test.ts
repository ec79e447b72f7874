import { expect, test, vi } from 'vitest';
import { cardClient } from '../../../../tests/support/card-client.ts';
import { HIGH_LIMITS, openRecordingStore } from '../../../../tests/support/recording-store.ts';
import { createPaymentIntent } from '../contract.ts';
import { verifyBooks } from './reconciliation-report.ts';

const nameOf = ({ pathname }: URL, body: unknown) => `${pathname.replace(/.*\//, '')} ${body}`;
const providerStore = await openRecordingStore({ RATE_LIMITS: 'on', ...HIGH_LIMITS }, { nameOf });
const { store, buyer, book, choose, check, stateOf, payAt, reconcile, sslcommerz, asked } = providerStore;
const cards = cardClient(store);

const executions = () => asked.filter((call) => call.startsWith('execute ')).length;
const statesOf = async (id: string) => (await stateOf(id)).payments.map(({ state }) => state);
const payByCard = (bookingId: string) => buyer.api.send(createPaymentIntent, { body: { bookingId, itemPrice: 6500 } });
/** The buyer agrees on a page of bKash, and turned to another method before that. */
async function agreeAfter<T>(turn: (id: string) => Promise<T>) {
  const id = await book();
  const page = await choose(id, 'bkash');
  const begun = await turn(id);
  return { id, begun, comeBack: await payAt('bkash', page) };
}

test('a payment that the buyer agrees to at bKash makes the sale, and ends a card payment that began after it', async () => {
  const { id, comeBack } = await agreeAfter(payByCard);
  expect(await statesOf(id)).toEqual(['cancelled', 'created']);
  await Promise.all([comeBack(), comeBack()]);
  await comeBack();
  expect(executions()).toBe(1);
  expect(await stateOf(id)).toMatchObject({
    booking: 'paid',
    payments: [{ state: 'succeeded' }, { state: 'cancelled' }],
  });
  expect(await check(id, 'bkash')).toEqual({ state: 'paid', method: 'bkash', away: false });
  expect(await cards.statesOf(id)).toEqual(['canceled']);
  await expect(payByCard(id)).rejects.toMatchObject({ status: 409, problem: { title: 'already-paid' } });
});

test('a page of SSLCommerz that began after the agreed payment and captures second goes back whole', async () => {
  const { id, begun, comeBack } = await agreeAfter((id) => choose(id, 'sslcommerz'));
  await comeBack();
  expect(await stateOf(id)).toMatchObject({
    booking: 'paid',
    payments: [{ state: 'succeeded' }, { state: 'created' }],
  });
  await payAt('sslcommerz', begun);
  await sslcommerz.settled();
  await vi.waitUntil(async () => ['refund_due', 'refunded'].includes((await statesOf(id))[1] ?? ''), 10_000);
});

test('bKash takes nothing after a card was charged or SSLCommerz paid, of which no message told', async () => {
  await cards.injectFaults({ webhooks: [{ kind: 'drop', times: 100 }] });
  const charged = await agreeAfter(payByCard);
  await cards.pay(charged.begun);
  await charged.comeBack();
  await cards.injectFaults({ clear: true });
  const paid = await agreeAfter((id) => choose(id, 'sslcommerz'));
  providerStore.faults.sslcommerz.addAll({ messages: [{ kind: 'drop', times: 9 }] });
  await payAt('sslcommerz', paid.begun);
  await paid.comeBack();
  for (const { id } of [charged, paid]) {
    expect(await stateOf(id)).toMatchObject({
      booking: 'paid',
      payments: [{ state: 'cancelled' }, { state: 'succeeded' }],
    });
    expect(await check(id, 'bkash')).toMatchObject({ state: 'paid' });
  }
  expect(executions()).toBe(0);
});

test('while the card provider is unavailable the page asks on, and the job completes the agreed payment once', async () => {
  const { id, comeBack } = await agreeAfter(payByCard);
  await cards.injectFaults({ api: [{ kind: 'error-before', on: 'POST /v1/payment_intents/:id/cancel', times: 20 }] });
  await comeBack();
  expect(executions()).toBe(0);
  expect(await check(id, 'bkash')).toMatchObject({ state: 'open', method: 'bkash' });
  await cards.injectFaults({ clear: true });
  await reconcile();
  expect(executions()).toBe(1);
  expect((await stateOf(id)).booking).toBe('paid');
  expect((await statesOf(id)).sort()).toEqual(['cancelled', 'succeeded']);
  expect(await cards.statesOf(id)).toEqual(['canceled']);
});

test('no rule of the books is broken', async () => {
  const late = Date.now() + 600_000;
  await vi.waitFor(async () => {
    await reconcile(() => undefined);
    expect((await verifyBooks(store.db, store.providers, late)).differences).toEqual([]);
  }, 20_000);
});
