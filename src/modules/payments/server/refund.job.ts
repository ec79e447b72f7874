import type { Task } from 'graphile-worker';
import { z } from 'zod';
import { transaction } from '#platform/server/database.ts';
import type { PaymentDeps } from './service.ts';
import { findPayment, insertLedger, updatePaymentState } from './store.ts';

const payload = z.object({ paymentId: z.uuid() });

/** Returns a payment that is due back. Run again after any fault it refunds once: the key is the payment's. */
export function refundTask({ db, stripe }: PaymentDeps): Task {
  return async (given) => {
    const payment = await findPayment(db, payload.parse(given).paymentId);
    if (payment?.state !== 'refund_due') return;
    const refund = await stripe.refunds.create(
      { payment_intent: payment.intent },
      { idempotencyKey: `refund-${payment.id}` },
    );
    if (refund.status === 'failed') throw new Error(`The provider could not refund payment ${payment.id}`);
    await transaction(db, async (db) => {
      await updatePaymentState(db, payment.id, 'refunded');
      await insertLedger(db, payment.id, 'refund', refund.amount);
    });
  };
}
