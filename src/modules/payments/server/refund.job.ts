import type { Task } from 'graphile-worker';
import Stripe from 'stripe';
import { z } from 'zod';
import { type Db, transaction } from '#platform/server/database.ts';
import { findBalance } from './ledger.store.ts';
import type { PaymentDeps } from './payment-deps.ts';
import { fetchRecord, isUnderWay, type ProviderRecord } from './provider-record.ts';
import { amountKept, settleIntent } from './settle.service.ts';
import { findPayment, lockPayment, updateRefundTried } from './store.ts';

/** A payment of ours that is due back, or an intent that we could not take for any booking. */
const payload = z.union([z.object({ paymentId: z.uuid() }), z.object({ intent: z.string() })]);

/** After so many failed refunds a person has to find another way; an admin records it. */
const FAILED_REFUNDS_MAX = 3;

/** Returns money that is due back. Run again after any fault, it refunds what is missing and no more. */
export function refundTask(deps: PaymentDeps): Task {
  return async (given) => {
    const due = payload.parse(given);
    if ('intent' in due) await returnStray(deps.stripe, due.intent);
    else await returnDue(deps, due.paymentId);
  };
}

/** Refunds what is missing of a payment that is due back. @throws while a refund of it is under way. */
export async function returnDue(deps: PaymentDeps, paymentId: string): Promise<void> {
  const payment = await findPayment(deps.db, paymentId);
  if (payment?.state !== 'refund_due') return;
  const record = await fetchRecord(deps.stripe, payment.intent, { all: true });
  await settleIntent(deps, record);
  if (!mayRefund(record)) return;
  mustBeQuiet(record);
  const missing = await beginRefund(deps.db, payment.intent);
  if (missing === 0) return;
  const refund = await createRefund(deps.stripe, record, missing).catch(async (error) => {
    if (error instanceof Stripe.errors.StripeInvalidRequestError) await updateRefundTried(deps.db, payment.id, null);
    throw error;
  });
  await settleIntent(deps, await fetchRecord(deps.stripe, payment.intent, { all: true }));
  if (refund.status !== 'succeeded')
    throw new Error(`The refund of ${payment.intent} is ${refund.status} at the provider`);
}

/** Notes that a refund of a payment is asked for now. Returns what is missing of it in minor units; 0 when it is not due. */
function beginRefund(db: Db, intent: string): Promise<number> {
  return transaction(db, async (db) => {
    const payment = await lockPayment(db, intent);
    if (payment?.state !== 'refund_due') return 0;
    const { captured, returned } = await findBalance(db, payment.id);
    await updateRefundTried(db, payment.id, 'now');
    return captured - returned;
  });
}

/** Refunds what the store still has of an intent that is in none of its books. */
export async function returnStray(stripe: Stripe, intentId: string): Promise<void> {
  const record = await fetchRecord(stripe, intentId, { all: true });
  const kept = amountKept(record);
  if (kept > 0 && mayRefund(record)) await createRefund(stripe, record, kept);
}

/** No refund is made by itself after a dispute, nor again and again where it fails: then a person decides. */
function mayRefund({ refunds, disputes }: ProviderRecord): boolean {
  return disputes.length === 0 && refunds.filter(({ status }) => status === 'failed').length < FAILED_REFUNDS_MAX;
}

/** @throws while a refund is under way: the job comes back to it. */
function mustBeQuiet({ intent, refunds }: ProviderRecord): void {
  if (refunds.some(isUnderWay)) throw new Error(`The refund of ${intent.id} is still under way at the provider`);
}

/** The number of refunds so far is in the key, so that the provider does not replay a failed one. */
function createRefund(stripe: Stripe, { intent, refunds }: ProviderRecord, amount: number): Promise<Stripe.Refund> {
  return stripe.refunds.create(
    { payment_intent: intent.id, amount },
    { idempotencyKey: `refund-${intent.id}-${refunds.length}-${amount}` },
  );
}
