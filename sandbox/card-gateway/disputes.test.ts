import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Shop, startShop } from './test-shop.ts';

let shop: Shop;
beforeEach(async () => {
  shop = await startShop();
});
afterEach(() => shop.close());

async function paid(payment_method: string): Promise<string> {
  const options = { amount: 450_000, currency: 'bdt', confirm: true, payment_method };
  const { id } = await shop.stripe.paymentIntents.create(options);
  return id;
}
const disputeOf = async (payment_intent: string) => (await shop.stripe.disputes.list({ payment_intent })).data[0];
const heard = () => shop.heard.map(({ type }) => type);

test('a charge to the card for disputes is disputed at once, and cannot be refunded meanwhile', async () => {
  const payment_intent = await paid('pm_card_createDispute');
  const dispute = await disputeOf(payment_intent);
  expect(dispute).toMatchObject({ amount: 450_000, status: 'needs_response', payment_intent });
  const { latest_charge } = await shop.stripe.paymentIntents.retrieve(payment_intent, { expand: ['latest_charge'] });
  expect(latest_charge).toMatchObject({ disputed: true, amount_refunded: 0 });
  const refund = shop.stripe.refunds.create({ payment_intent });
  await expect(refund).rejects.toMatchObject({ statusCode: 400, code: 'charge_disputed' });
  await shop.hear(5);
  expect(heard()).toContain('charge.dispute.created');
  expect(await disputeOf(await paid('pm_card_visa'))).toBeUndefined();
});

test('evidence decides a dispute once, and giving in loses it', async () => {
  const won = (await disputeOf(await paid('pm_card_createDispute')))?.id ?? '';
  const evidence = { uncategorized_text: 'winning_evidence' };
  expect(await shop.stripe.disputes.update(won, { evidence })).toMatchObject({ status: 'won' });
  await expect(shop.stripe.disputes.close(won)).rejects.toMatchObject({ statusCode: 400 });
  const lost = (await disputeOf(await paid('pm_card_createDispute')))?.id ?? '';
  expect(await shop.stripe.disputes.close(lost)).toMatchObject({ status: 'lost' });
  await shop.hear(13);
  expect(heard().filter((type) => type === 'charge.dispute.closed')).toHaveLength(2);
  expect(heard().filter((type) => type === 'charge.dispute.funds_reinstated')).toHaveLength(1);
});

test('a slow refund waits until its bank has answered, and one that failed comes back to the charge', async () => {
  const payment_intent = await paid('pm_card_pendingRefund');
  const { id } = await shop.stripe.refunds.create({ payment_intent });
  expect(await shop.stripe.refunds.retrieve(id)).toMatchObject({ status: 'pending' });
  const finish = (status: string) =>
    fetch(`${shop.url}/test/refunds/${id}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${shop.secretKey}` },
      body: JSON.stringify({ status }),
    });
  expect((await finish('lost')).status).toBe(400);
  expect((await finish('failed')).status).toBe(200);
  expect(await shop.stripe.refunds.retrieve(id)).toMatchObject({ status: 'failed' });
  const { latest_charge } = await shop.stripe.paymentIntents.retrieve(payment_intent, { expand: ['latest_charge'] });
  expect(latest_charge).toMatchObject({ refunded: false, amount_refunded: 0 });
  await shop.hear(7);
  expect(heard()).toContain('refund.failed');
  expect(await shop.stripe.refunds.create({ payment_intent })).toMatchObject({ amount: 450_000 });
});
