import type { Task } from 'graphile-worker';
import { z } from 'zod';
import { transaction } from '#platform/database/database.ts';
import { FAILED_REFUNDS_MAX, type PaymentState } from '../rules.ts';
import { findBalance, type LedgerLine, selectLedger } from './ledger.store.ts';
import type { PaymentDeps } from './payment-deps.ts';
import {
  isWithdrawn,
  type ProviderRecord,
  type ProviderRefund,
  RefundRefused,
  remainingAmount,
} from './providers/provider.ts';
import { fetchKnown, type PaymentNumber } from './records.service.ts';
import { closeRefundRequest, openRefundRequest } from './refund-requests.store.ts';
import { lockPayment } from './sale.store.ts';
import { settlePayment } from './settle.service.ts';
import { findPayment, updateRefundRequested } from './store.ts';

/** A payment that is due back, or a captured one without a booking. Older releases queued intents of cards only. */
const payload = z.union([
  z.object({ paymentId: z.uuid() }),
  z.object({ provider: z.string().default('stripe'), intent: z.string() }),
]);

/** Refunds payments that are due back. A retry refunds only the missing amount. */
export function refundTask(deps: PaymentDeps): Task {
  return async (input) => {
    const due = payload.parse(input);
    if ('intent' in due) await refundUnknownPayment(deps, due);
    else await refundDuePayment(deps, due.paymentId);
  };
}

/**
 * Refunds the missing amount of a payment that is due back, in whole or in part. Returns false when an admin has to decide,
 * and while a bank holds the money of a part.
 * @throws Error while a refund of it is pending.
 */
export async function refundDuePayment(deps: PaymentDeps, paymentId: string): Promise<boolean> {
  const payment = await findPayment(deps.db, { id: paymentId });
  if (!payment || !isDue(payment)) return true;
  const record = await fetchKnown(deps, payment, { all: true });
  await settlePayment(deps, record);
  const settled = await findPayment(deps.db, { id: paymentId });
  if (!settled || !isDue(settled)) return true;
  const isWhole = settled.state === 'refund_due';
  if (!mayRefund(record, isWhole ? await selectLedger(deps.db, paymentId) : [])) return false;
  assertNoPendingRefund(record);
  const missing = await startRefund(deps, payment);
  if (missing.amount === 0) return true;
  const refund = await sendRefund(deps, record, missing).catch(async (error: unknown) => {
    if (error instanceof RefundRefused) await updateRefundRequested(deps.db, payment.id, null);
    throw error;
  });
  await settlePayment(deps, await fetchKnown(deps, payment, { all: true }));
  if (refund.state !== 'succeeded')
    throw new Error(`The refund of ${payment.intent} is ${refund.state} at the provider`);
  return true;
}

function isDue({ state, partDuePoisha }: { state: PaymentState; partDuePoisha: number }): boolean {
  return state === 'refund_due' || partDuePoisha > 0;
}

/** An amount to refund, in minor units. The provider must not take a part for the whole of an earlier request. */
interface Missing {
  amount: number;
  isPart: boolean;
  /** Of a request that the store keeps; otherwise empty. */
  key: string;
}

/** Stores the refund request. Returns the missing amount; 0 when the payment is not due. */
function startRefund({ db, providers }: PaymentDeps, number: PaymentNumber): Promise<Missing> {
  return transaction(db, async (db) => {
    const payment = await lockPayment(db, number);
    const isPart = payment?.state === 'succeeded';
    if (!payment || !isDue(payment) || (isPart && payment.isDisputed)) return { amount: 0, isPart, key: '' };
    const { captured, returned } = await findBalance(db, payment.id);
    await updateRefundRequested(db, payment.id, 'now');
    const amount = isPart ? payment.partDuePoisha : captured - returned;
    if (!providers.of(number.provider).keepsRefundRequests) return { amount, isPart, key: '' };
    const request = await openRefundRequest(db, payment.id, amount);
    return { amount: request.amount, isPart, key: request.key };
  });
}

/** Sends a refund, and stores the answer to a request that the store keeps. */
async function sendRefund(
  { db, providers }: PaymentDeps,
  record: ProviderRecord,
  missing: Missing,
): Promise<ProviderRefund> {
  const { key } = missing;
  try {
    const refund = await providers.of(record.provider).refund({ record, ...missing });
    if (key) await closeRefundRequest(db, key, { ref: refund.ref });
    return refund;
  } catch (error) {
    if (key && error instanceof RefundRefused) await closeRefundRequest(db, key, { refused: true });
    throw error;
  }
}

/** Refunds the rest of a payment that is not in the books. Returns false when an admin has to decide. */
export async function refundUnknownPayment(
  deps: Pick<PaymentDeps, 'db' | 'providers'>,
  number: PaymentNumber,
): Promise<boolean> {
  const record = await fetchKnown(deps, number, { all: true });
  const rest = remainingAmount(record);
  if (rest <= 0) return true;
  const provider = deps.providers.of(number.provider);
  // A request that the store cannot keep could be made twice.
  if (provider.keepsRefundRequests || !mayRefund(record, [])) return false;
  await provider.refund({ record, amount: rest, isPart: false, key: '' });
  return true;
}

/**
 * Whether the job may refund: not after a chargeback, and not after FAILED_REFUNDS_MAX failed refunds. Then an admin
 * decides. An inquiry of a bank stops nothing.
 */
export function mayRefund({ refunds, disputes }: ProviderRecord, lines: LedgerLine[]): boolean {
  const wasWithdrawn = disputes.some(isWithdrawn) || lines.some(({ kind }) => kind === 'chargeback');
  return !wasWithdrawn && refunds.filter(({ state }) => state === 'failed').length < FAILED_REFUNDS_MAX;
}

/** @throws Error while a refund is pending; the job is retried. */
function assertNoPendingRefund({ reference, refunds }: ProviderRecord): void {
  if (refunds.some(({ state }) => state === 'pending'))
    throw new Error(`The refund of ${reference} is still pending at the provider`);
}
