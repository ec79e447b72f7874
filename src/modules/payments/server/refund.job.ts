import type { Task } from 'graphile-worker';
import type Stripe from 'stripe';
import { z } from 'zod';
import { type Db, transaction } from '#platform/database/database.ts';
import { FAILED_REFUNDS_MAX, type PaymentState } from '../rules.ts';
import {
  fetchRecord,
  hasRefundFailed,
  isPendingRefund,
  isWithdrawn,
  type ProviderRecord,
  type StripeClient,
} from './card-provider.ts';
import { findBalance, type LedgerLine, selectLedger } from './ledger.store.ts';
import type { PaymentDeps } from './payment-deps.ts';
import { lockPayment } from './sale.store.ts';
import { remainingAmount, settleIntent } from './settle.service.ts';
import { findPayment, updateRefundRequested } from './store.ts';

/** A payment that is due back, or a captured intent without a booking. */
const payload = z.union([z.object({ paymentId: z.uuid() }), z.object({ intent: z.string() })]);

/** Refunds payments that are due back. A retry refunds only the missing amount. */
export function refundTask(deps: PaymentDeps): Task {
  return async (input) => {
    const due = payload.parse(input);
    if ('intent' in due) await refundUnknownIntent(deps.stripe, due.intent);
    else await refundDuePayment(deps, due.paymentId);
  };
}

/**
 * Refunds the missing amount of a payment that is due back, in whole or in part. Returns false when an admin has to decide,
 * and while a bank holds the money of a part.
 * @throws Error while a refund of it is pending.
 */
export async function refundDuePayment(deps: PaymentDeps, paymentId: string): Promise<boolean> {
  const payment = await findPayment(deps.db, 'id', paymentId);
  if (!payment || !isDue(payment)) return true;
  const record = await fetchRecord(deps.stripe, payment.intent, { all: true });
  await settleIntent(deps, record);
  const settled = await findPayment(deps.db, 'id', paymentId);
  if (!settled || !isDue(settled)) return true;
  const isWhole = settled.state === 'refund_due';
  if (!mayRefund(record, isWhole ? await selectLedger(deps.db, paymentId) : [])) return false;
  assertNoPendingRefund(record);
  const missing = await startRefund(deps.db, payment.intent);
  if (missing.amount === 0) return true;
  const refund = await createRefund(deps.stripe, record, missing).catch(async (error: { type?: string }) => {
    if (error.type === 'StripeInvalidRequestError') await updateRefundRequested(deps.db, payment.id, null);
    throw error;
  });
  await settleIntent(deps, await fetchRecord(deps.stripe, payment.intent, { all: true }));
  if (refund.status !== 'succeeded')
    throw new Error(`The refund of ${payment.intent} is ${refund.status} at the provider`);
  return true;
}

function isDue({ state, partDuePoisha }: { state: PaymentState; partDuePoisha: number }): boolean {
  return state === 'refund_due' || partDuePoisha > 0;
}

/** An amount to refund, in minor units. The provider must not take a part for the whole of an earlier request. */
interface Missing {
  amount: number;
  isPart: boolean;
}

/** Stores the time of the refund request. Returns the missing amount; 0 when the payment is not due. */
function startRefund(db: Db, intent: string): Promise<Missing> {
  return transaction(db, async (db) => {
    const payment = await lockPayment(db, intent);
    const isPart = payment?.state === 'succeeded';
    if (!payment || !isDue(payment) || (isPart && payment.isDisputed)) return { amount: 0, isPart };
    const { captured, returned } = await findBalance(db, payment.id);
    await updateRefundRequested(db, payment.id, 'now');
    return { amount: isPart ? payment.partDuePoisha : captured - returned, isPart };
  });
}

/** Refunds the rest of an intent that is not in the books. Returns false when an admin has to decide. */
export async function refundUnknownIntent(stripe: StripeClient, intentId: string): Promise<boolean> {
  const record = await fetchRecord(stripe, intentId, { all: true });
  const rest = remainingAmount(record);
  if (rest <= 0) return true;
  if (!mayRefund(record, [])) return false;
  await createRefund(stripe, record, { amount: rest, isPart: false });
  return true;
}

/**
 * Whether the job may refund: not after a chargeback, and not after FAILED_REFUNDS_MAX failed refunds. Then an admin
 * decides. An inquiry of a bank stops nothing.
 */
export function mayRefund({ refunds, disputes }: ProviderRecord, lines: LedgerLine[]): boolean {
  const wasWithdrawn = disputes.some(isWithdrawn) || lines.some(({ kind }) => kind === 'chargeback');
  return !wasWithdrawn && refunds.filter(hasRefundFailed).length < FAILED_REFUNDS_MAX;
}

/** @throws Error while a refund is pending; the job is retried. */
function assertNoPendingRefund({ intent, refunds }: ProviderRecord): void {
  if (refunds.some(isPendingRefund)) throw new Error(`The refund of ${intent.id} is still pending at the provider`);
}

/** The number of refunds so far is in the key, so that the provider does not replay a failed one. */
async function createRefund(
  stripe: StripeClient,
  { intent, refunds }: ProviderRecord,
  { amount, isPart }: Missing,
): Promise<Stripe.Refund> {
  const client = await stripe();
  return client.refunds.create(
    { payment_intent: intent.id, amount },
    { idempotencyKey: `${isPart ? 'part-refund' : 'refund'}-${intent.id}-${refunds.length}-${amount}` },
  );
}
