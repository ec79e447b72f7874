import type { Task } from 'graphile-worker';
import Stripe from 'stripe';
import { z } from 'zod';
import { type Db, transaction } from '#platform/database/database.ts';
import { FAILED_REFUNDS_MAX } from '../rules.ts';
import { findBalance, type LedgerLine, selectLedger } from './ledger.store.ts';
import type { PaymentDeps } from './payment-deps.ts';
import { fetchRecord, hasFailed, isUnderWay, isWithdrawn, type ProviderRecord } from './provider-record.ts';
import { amountKept, settleIntent } from './settle.service.ts';
import { findPayment, lockPayment, updateRefundTried } from './store.ts';

/** A payment of ours that is due back, or an intent that we could not take for any booking. */
const payload = z.union([z.object({ paymentId: z.uuid() }), z.object({ intent: z.string() })]);

/** Returns money that is due back. Run again after any fault, it refunds what is missing and no more. */
export function refundTask(deps: PaymentDeps): Task {
  return async (given) => {
    const due = payload.parse(given);
    if ('intent' in due) await returnStray(deps.stripe, due.intent);
    else await returnDue(deps, due.paymentId);
  };
}

/**
 * Refunds what is missing of a payment that is due back. Returns false when that is left to a person.
 * @throws while a refund of it is under way.
 */
export async function returnDue(deps: PaymentDeps, paymentId: string): Promise<boolean> {
  const payment = await findPayment(deps.db, paymentId);
  if (payment?.state !== 'refund_due') return true;
  const record = await fetchRecord(deps.stripe, payment.intent, { all: true });
  const settled = await settleIntent(deps, record);
  if (settled?.state !== 'refund_due') return true;
  if (!mayRefund(record, await selectLedger(deps.db, paymentId))) return false;
  mustBeQuiet(record);
  const missing = await beginRefund(deps.db, payment.intent);
  if (missing === 0) return true;
  const refund = await createRefund(deps.stripe, record, missing).catch(async (error) => {
    if (error instanceof Stripe.errors.StripeInvalidRequestError) await updateRefundTried(deps.db, payment.id, null);
    throw error;
  });
  await settleIntent(deps, await fetchRecord(deps.stripe, payment.intent, { all: true }));
  if (refund.status !== 'succeeded')
    throw new Error(`The refund of ${payment.intent} is ${refund.status} at the provider`);
  return true;
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

/** Refunds what the store still has of an intent that is in none of its books. Returns false when a person has to decide. */
export async function returnStray(stripe: Stripe, intentId: string): Promise<boolean> {
  const record = await fetchRecord(stripe, intentId, { all: true });
  const kept = amountKept(record);
  if (kept <= 0) return true;
  if (!mayRefund(record, [])) return false;
  await createRefund(stripe, record, kept);
  return true;
}

/**
 * Whether a refund is made by itself: not after a bank took money of the payment, nor again and again where it fails.
 * Then a person decides. An inquiry takes nothing and stops nothing.
 */
export function mayRefund({ refunds, disputes }: ProviderRecord, lines: LedgerLine[]): boolean {
  const wasWithdrawn = disputes.some(isWithdrawn) || lines.some(({ kind }) => kind === 'chargeback');
  return !wasWithdrawn && refunds.filter(hasFailed).length < FAILED_REFUNDS_MAX;
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
