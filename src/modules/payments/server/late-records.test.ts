import { afterAll, beforeAll, expect, test } from 'vitest';
import { type CardClient, cardClient } from '../../../../tests/support/card-client.ts';
import { differencesLater, openSales, type Sales } from '../../../../tests/support/sales.ts';
import { openTestStore, type TestStore } from '../../../../tests/support/test-store.ts';
import type { PaymentDeps } from './payment-deps.ts';
import { stateOfDispute } from './providers/stripe/stripe-record.ts';
import { fetchFullRecord } from './records.service.ts';
import { mayRefund } from './refund.job.ts';
import { settlePayment } from './settle.service.ts';

let store: TestStore;
let client: CardClient;
let sales: Sales;
let deps: PaymentDeps;
beforeAll(async () => {
  store = await openTestStore();
  client = cardClient(store);
  sales = await openSales(store, client);
  const names = { en: 'Dolna', bn: 'দোলনা' };
  const emailContext = { productName: names, currencyLabel: names, origin: 'http://127.0.0.1' };
  deps = { db: store.db, providers: store.providers, emailContext, pickupMinutes: 10 };
  await client.injectFaults({ webhooks: [{ kind: 'drop', times: 10_000 }] });
});
afterAll(() => store.close());

const WHOLE_POISHA = 650_000;
const HELD = [`capture ${WHOLE_POISHA}`, `chargeback ${WHOLE_POISHA}`];
const fetchNow = (intent: string) => fetchFullRecord(deps, { provider: 'stripe', intent });

test('a record from before a dispute does not end the dispute', async () => {
  const sale = await sales.sell('pm_card_createDispute');
  const disputed = await fetchNow(sale.intent);
  await settlePayment(deps, disputed);
  const open = { payment: 'succeeded, disputed', booking: 'paid', product: 'sold', ledger: HELD };
  expect(await sales.stateOf(sale)).toEqual(open);
  await settlePayment(deps, { ...disputed, disputes: [] });
  expect(await sales.stateOf(sale)).toEqual(open);
});

test('a record from before a dispute was won does not open it again', async () => {
  const sale = await sales.sell('pm_card_createDispute');
  const disputed = await fetchNow(sale.intent);
  await client.decideDispute(sale.intent, 'won');
  await settlePayment(deps, await fetchNow(sale.intent));
  const won = { payment: 'succeeded', booking: 'paid', ledger: [...HELD, `chargeback_reversed ${WHOLE_POISHA}`] };
  expect(await sales.stateOf(sale)).toMatchObject(won);
  await settlePayment(deps, disputed);
  expect(await sales.stateOf(sale)).toMatchObject(won);
  expect(await differencesLater(store)).toEqual([]);
});

test('a record from before a refund failed does not count the refund', async () => {
  const sale = await sales.sell();
  const refund = await client.refund(sale.intent);
  const refunded = await fetchNow(sale.intent);
  await client.finishRefund(refund, 'failed');
  await settlePayment(deps, await fetchNow(sale.intent));
  await settlePayment(deps, refunded);
  expect(await sales.stateOf(sale)).toMatchObject({
    payment: 'succeeded',
    booking: 'paid',
    ledger: [`capture ${WHOLE_POISHA}`, `refund ${WHOLE_POISHA}`, `refund_failed ${WHOLE_POISHA}`],
  });
  expect(await differencesLater(store)).toEqual([]);
});

test.each([
  ['warning_needs_response', true],
  ['warning_closed', true],
  ['prevented', true],
  ['won', true],
  ['needs_response', false],
  ['lost', false],
] as const)('a dispute that is %s leaves a refund that is due to the store: %s', async (status, mayBeMade) => {
  const sale = await sales.sell('pm_card_createDispute');
  const record = await fetchNow(sale.intent);
  const disputes = record.disputes.map((dispute) => ({ ...dispute, state: stateOfDispute(status) }));
  expect(mayRefund({ ...record, disputes }, [])).toBe(mayBeMade);
});
