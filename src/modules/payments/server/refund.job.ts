import type { Task } from 'graphile-worker';
import { z } from 'zod';
import { type Db, transaction } from '#platform/server/database.ts';
import type { PaymentDeps } from './service.ts';
import { findPayment, insertLedger, updatePaymentState } from './store.ts';

/** A payment of ours that is due back, or an intent that we could not take for any booking. */
const payload = z.union([z.object({ paymentId: z.uuid() }), z.object({ intent: z.string() })]);

/** Returns money that is due back. Run again after any fault, it refunds once. */
export function refundTask({ db, stripe }: PaymentDeps): Task {
  return async (given) => {
    const due = payload.parse(given);
    if ('intent' in due) return void (await refundIntent(stripe, due.intent));
    const payment = await findPayment(db, due.paymentId);
    if (payment?.state !== 'refund_due') return;
    const amount = await refundIntent(stripe, payment.intent);
    await transaction(db, (db) => recordRefund(db, payment.id, amount));
  };
}

/**
 * Sees to it that an intent's money has gone back, by us or by hand at the provider's, and gives the amount in minor
 * units. A refund that failed is tried anew; its number in the key keeps the provider from replaying the failure.
 * @throws while a refund is under way: the job comes back to it.
 */
async function refundIntent(stripe: PaymentDeps['stripe'], intent: string): Promise<number> {
  const { data } = await stripe.refunds.list({ payment_intent: intent, limit: 100 });
  const done = data.filter((refund) => refund.status === 'succeeded').reduce((sum, refund) => sum + refund.amount, 0);
  if (done > 0) return done;
  if (data.some((refund) => refund.status === 'pending' || refund.status === 'requires_action'))
    throw new Error(`The refund of ${intent} is still under way at the provider`);
  const refund = await stripe.refunds.create(
    { payment_intent: intent },
    { idempotencyKey: `refund-${intent}-${data.length}` },
  );
  if (refund.status !== 'succeeded') throw new Error(`The refund of ${intent} is ${refund.status} at the provider`);
  return refund.amount;
}

async function recordRefund(db: Db, paymentId: string, amount: number): Promise<void> {
  await updatePaymentState(db, paymentId, 'refunded');
  await insertLedger(db, paymentId, 'refund', amount);
}
