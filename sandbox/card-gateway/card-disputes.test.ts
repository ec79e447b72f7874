import { afterEach, beforeEach, expect, test } from 'vitest';
import { startTestGateway, type TestGateway } from './gateway.fixtures.ts';

let gateway: TestGateway;
beforeEach(async () => {
  gateway = await startTestGateway();
});
afterEach(() => gateway.close());

async function paid(payment_method: string): Promise<string> {
  const options = { amount: 450_000, currency: 'bdt', confirm: true, payment_method };
  const { id } = await gateway.stripe.paymentIntents.create(options);
  return id;
}
const disputeOf = async (payment_intent: string) => (await gateway.stripe.disputes.list({ payment_intent })).data[0];
const eventTypes = () => gateway.events.map(({ type }) => type);

test('a charge to the dispute card opens a dispute, and cannot be refunded', async () => {
  const payment_intent = await paid('pm_card_createDispute');
  const dispute = await disputeOf(payment_intent);
  expect(dispute).toMatchObject({ amount: 450_000, status: 'needs_response', payment_intent });
  const { latest_charge } = await gateway.stripe.paymentIntents.retrieve(payment_intent, { expand: ['latest_charge'] });
  expect(latest_charge).toMatchObject({ disputed: true, amount_refunded: 0 });
  const refund = gateway.stripe.refunds.create({ payment_intent });
  await expect(refund).rejects.toMatchObject({ statusCode: 400, code: 'charge_disputed' });
  await gateway.waitForEvents(5);
  expect(eventTypes()).toContain('charge.dispute.created');
  expect(await disputeOf(await paid('pm_card_visa'))).toBeUndefined();
});

test('evidence decides a dispute once', async () => {
  const won = (await disputeOf(await paid('pm_card_createDispute')))?.id ?? '';
  const evidence = { uncategorized_text: 'winning_evidence' };
  expect(await gateway.stripe.disputes.update(won, { evidence })).toMatchObject({ status: 'won' });
  await expect(gateway.stripe.disputes.update(won, { evidence })).rejects.toMatchObject({ statusCode: 400 });
  const lost = (await disputeOf(await paid('pm_card_createDispute')))?.id ?? '';
  const losing = { uncategorized_text: 'losing_evidence' };
  expect(await gateway.stripe.disputes.update(lost, { evidence: losing })).toMatchObject({ status: 'lost' });
  await gateway.waitForEvents(13);
  expect(eventTypes().filter((type) => type === 'charge.dispute.closed')).toHaveLength(2);
  expect(eventTypes().filter((type) => type === 'charge.dispute.funds_reinstated')).toHaveLength(1);
});

test('a pending refund waits for the bank, and the money of a failed one returns to the charge', async () => {
  const payment_intent = await paid('pm_card_pendingRefund');
  const { id } = await gateway.stripe.refunds.create({ payment_intent });
  const statusOf = async () =>
    (await gateway.stripe.refunds.list({ payment_intent })).data.find((one) => one.id === id)?.status;
  expect(await statusOf()).toBe('pending');
  const finish = (status: string) =>
    fetch(`${gateway.url}/test/refunds/${id}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${gateway.secretKey}` },
      body: JSON.stringify({ status }),
    });
  expect((await finish('lost')).status).toBe(400);
  expect((await finish('failed')).status).toBe(200);
  expect(await statusOf()).toBe('failed');
  const { latest_charge } = await gateway.stripe.paymentIntents.retrieve(payment_intent, { expand: ['latest_charge'] });
  expect(latest_charge).toMatchObject({ refunded: false, amount_refunded: 0 });
  await gateway.waitForEvents(7);
  expect(eventTypes()).toContain('refund.failed');
  expect(await gateway.stripe.refunds.create({ payment_intent })).toMatchObject({ amount: 450_000 });
});
