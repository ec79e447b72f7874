import type { Task } from 'graphile-worker';
import { z } from 'zod';
import { transaction } from '#platform/database/database.ts';
import { FAILED_REFUNDS_MAX, type PaymentState } from '../rules.ts';
import { findBalance, type PaymentEntry, selectPaymentEntries } from './ledger.store.ts';
import type { PaymentDeps } from './payment-deps.ts';
import { sendPaymentEmails } from './payment-emails.ts';
import { insertAnswer } from './provider-answers.store.ts';
import {
  isWithdrawn,
  type PaymentNumber,
  type ProviderRecord,
  type ProviderRefund,
  RefundRefused,
  remainingAmount,
} from './providers/provider.ts';
import { fetchFullRecord, fetchRecord } from './records.service.ts';
import { closeRefundRequest, findPendingRefund, openRefundRequest } from './refund-requests.store.ts';
import { isRefundRequested, updateRefundRefused, updateRefundRequested, updateRefundStopped } from './refunds.store.ts';
import { findSale, lockPayment } from './sale.store.ts';
import { settlePayment } from './settle.service.ts';
import { findPayment } from './store.ts';

/** A payment that is due back, or a captured one without a booking. Older releases queued intents of cards only. */
const payload = z.union([
  z.object({ paymentId: z.uuid() }),
  z.object({ provider: z.string().default('stripe'), intent: z.string() }),
]);

/** Refunds payments that are due back. A retry refunds only the missing amount. After a refusal, the minute job retries. */
export function refundTask(deps: PaymentDeps): Task {
  return async (input, { logger }) => {
    const due = payload.parse(input);
    if ('intent' in due) await refundUnknownPayment(deps, due);
    else
      await refundDuePayment(deps, due.paymentId).catch((error: unknown) => {
        // The minute job runs it again until the refund ends.
        if (error instanceof RefundPending) return logger.debug(error.message);
        if (!(error instanceof RefundRefused)) throw error;
        logger.error(`The refund of payment ${due.paymentId}: ${error.message}`);
      });
  };
}

/**
 * Refunds the missing amount of a payment that is due back, in whole or in part. Returns false when an admin has to decide,
 * and while a bank holds the money of a part.
 * @throws RefundPending while a refund of it is pending, RefundRefused after a refusal and until the time of the next try.
 */
export async function refundDuePayment(deps: PaymentDeps, paymentId: string): Promise<boolean> {
  const payment = await findPayment(deps.db, { id: paymentId });
  if (!payment || !isDue(payment)) return true;
  const provider = deps.providers.of(payment.provider);
  const pending = await findPendingRefund(deps.db, paymentId);
  if (pending) assertNotPending(payment.intent, [await provider.refundState(payment.intent, pending)]);
  const record = await fetchRecord(deps, payment, { all: true });
  if (!record) return refuseUnknown(deps, payment);
  await settlePayment(deps, record);
  const settled = await findPayment(deps.db, { id: paymentId });
  if (!settled || !isDue(settled)) return true;
  if (settled.isRefundStopped) return false;
  assertNotPaused(settled);
  const isWhole = settled.state === 'refund_due';
  if (!mayRefund(record, isWhole ? await selectPaymentEntries(deps.db, paymentId) : [])) return false;
  assertNotPending(payment.intent, record.refunds);
  if (provider.refundsOnce && record.refunds.some(({ state }) => state === 'succeeded'))
    return stopRefunds(deps, payment);
  const missing = await startRefund(deps, payment);
  if (!missing) return false;
  if (missing.amount === 0) return true;
  const refund = await sendRefund(deps, record, missing).catch(async (error: unknown) => {
    if (!(error instanceof RefundRefused)) throw error;
    if (error.answer) await insertAnswer(deps.db, payment.id, error.answer);
    if (!missing.key && (await fetchFullRecord(deps, payment)).refunds.length > record.refunds.length)
      throw new Error(`Another refund of ${payment.intent} was made at the same time`, { cause: error });
    if (await noteRefusal(deps, payment, missing)) return undefined;
    throw error;
  });
  if (!refund) return false;
  if (refund.answer) await insertAnswer(deps.db, payment.id, refund.answer);
  const made = await provider.refundState(payment.intent, refund);
  const others = record.refunds.filter(({ ref }) => ref !== made.ref);
  await settlePayment(deps, { ...record, refunds: [...others, made] });
  if (made.state === 'pending') throw new RefundPending(payment.intent);
  if (made.state !== 'succeeded') throw new Error(`The refund of ${payment.intent} is ${made.state} at the provider`);
  return true;
}

/** @throws RefundRefused until the time of the next try. */
function assertNotPaused({ intent, isRefundPaused }: { intent: string; isRefundPaused: boolean }): void {
  if (isRefundPaused) throw new RefundRefused(`The provider refused the refund of ${intent} a while ago`);
}

function isDue({ state, partDuePoisha }: { state: PaymentState; partDuePoisha: number }): boolean {
  return state === 'refund_due' || partDuePoisha > 0;
}

type DuePayment = NonNullable<Awaited<ReturnType<typeof findPayment>>>;

/** An amount to refund, in minor units. The provider must not take a part for the whole of an earlier request. */
interface Missing {
  amount: number;
  isPart: boolean;
  refusals: number;
  /** Of a request that the store keeps; otherwise empty. */
  key: string;
  tries: number;
}

/**
 * Stores the refund request. Returns the missing amount; 0 when the payment is not due, undefined when an admin decides.
 * @throws Error while an earlier request is under way, RefundRefused after a refusal.
 */
function startRefund({ db, providers }: PaymentDeps, number: PaymentNumber): Promise<Missing | undefined> {
  return transaction(db, async (db) => {
    const payment = await lockPayment(db, number);
    const isPart = payment?.state === 'succeeded';
    const refusals = payment?.refusals ?? 0;
    const nothing = { amount: 0, isPart, refusals, key: '', tries: 0 };
    if (!payment || !isDue(payment) || (isPart && payment.isDisputed)) return nothing;
    // Another run may have been refused a moment ago.
    const now = await findPayment(db, { id: payment.id });
    if (!now || now.isRefundStopped) return undefined;
    assertNotPaused(now);
    const { captured, returned } = await findBalance(db, payment.id);
    const amount = isPart ? payment.partDuePoisha : captured - returned;
    if (amount <= 0) return nothing;
    const { needsRefundRequests, refundsOnce } = providers.of(number.provider);
    // Such a provider takes a second request for another refund.
    if (refundsOnce && (await isRefundRequested(db, payment.id)))
      throw new Error(`A refund of ${number.intent} is under way`);
    await updateRefundRequested(db, payment.id);
    if (!needsRefundRequests) return { amount, isPart, refusals, key: '', tries: 1 };
    const request = await openRefundRequest(db, payment, amount);
    if (!request) throw new Error(`A refund of ${number.intent} is under way`);
    return { ...request, isPart, refusals };
  });
}

/** Sends a refund, and stores the answer to a request that the store keeps. */
async function sendRefund(
  { db, providers }: PaymentDeps,
  record: ProviderRecord,
  missing: Missing,
): Promise<ProviderRefund> {
  const { key, amount, isPart, refusals } = missing;
  const refund = await providers.of(record.provider).refund({ record, key, amount, isPart, refusals });
  if (key) await closeRefundRequest(db, key, { ref: refund.ref });
  return refund;
}

/**
 * Notes that the provider refused a refund. Returns true when the job stops: without a next try, and when the repeat
 * of a request without an answer was refused. The first one may have been made.
 */
function noteRefusal(
  deps: PaymentDeps,
  payment: DuePayment,
  { key, tries, refusals }: Pick<Missing, 'key' | 'tries' | 'refusals'>,
): Promise<boolean> {
  return transaction(deps.db, async (db) => {
    await lockPayment(db, payment);
    const isUnclear = key !== '' && tries > 1;
    if (key) await closeRefundRequest(db, key, isUnclear ? { unclear: true } : { refused: true });
    const isTriedAgain = await updateRefundRefused(db, payment.id, refusals);
    if (!isUnclear && isTriedAgain) return false;
    await stopRefunds({ ...deps, db }, payment);
    return true;
  });
}

/**
 * Counts as a refusal that the provider does not know a payment: its account may have changed. Returns false once the job
 * stops. @throws RefundRefused
 */
async function refuseUnknown(deps: PaymentDeps, payment: DuePayment): Promise<boolean> {
  const { db } = deps;
  const isStopped = await transaction(db, async (db) => {
    const locked = await lockPayment(db, payment);
    const now = await findPayment(db, { id: payment.id });
    if (!locked || !now || !isDue(now) || now.isRefundStopped) return true;
    assertNotPaused(now);
    return noteRefusal({ ...deps, db }, payment, { key: '', tries: 1, refusals: locked.refusals });
  });
  if (isStopped) return false;
  throw new RefundRefused(`${payment.provider} does not know the payment ${payment.intent}`);
}

/** Leaves the rest of a payment to an admin, and tells them once. Returns false, as an admin has to decide. */
function stopRefunds(deps: PaymentDeps, payment: DuePayment): Promise<boolean> {
  return transaction(deps.db, async (db) => {
    const locked = await lockPayment(db, payment);
    if (!locked || !(await updateRefundStopped(db, payment.id))) return false;
    const { captured, returned } = await findBalance(db, payment.id);
    const sale = await findSale(db, payment.bookingId);
    const amount = locked.state === 'succeeded' ? locked.partDuePoisha : captured - returned;
    const change = { amount, sale, payment: locked, toSeller: false };
    await sendPaymentEmails({ ...deps, db }, { ...change, kind: 'refundStopped' });
    return false;
  });
}

/** Refunds the rest of a payment that is not in the books. Returns false when an admin has to decide. */
export async function refundUnknownPayment(
  deps: Pick<PaymentDeps, 'db' | 'providers'>,
  number: PaymentNumber,
): Promise<boolean> {
  const record = await fetchFullRecord(deps, number);
  const rest = remainingAmount(record);
  if (rest <= 0) return true;
  const provider = deps.providers.of(number.provider);
  // A request that the store cannot keep could be made twice.
  if (provider.needsRefundRequests || !mayRefund(record, []) || countNewFailures(record, []) >= FAILED_REFUNDS_MAX)
    return false;
  await provider.refund({ record, amount: rest, isPart: false, key: '', refusals: 0 });
  return true;
}

/** Whether the job may refund: not after a chargeback. Then an admin decides. An inquiry of a bank stops nothing. */
export function mayRefund({ disputes }: ProviderRecord, entries: PaymentEntry[]): boolean {
  return !disputes.some(isWithdrawn) && !entries.some(({ kind }) => kind === 'chargeback');
}

/** Counts the failed refunds of a record that the ledger lacks. The job stops at FAILED_REFUNDS_MAX of them. */
export function countNewFailures({ refunds }: ProviderRecord, entries: PaymentEntry[]): number {
  const isKnown = (ref: string) => entries.some((entry) => entry.kind === 'refund_failed' && entry.ref === ref);
  return refunds.filter(({ ref, state }) => state === 'failed' && !isKnown(ref)).length;
}

/** The provider accepted a refund, which may take days. */
class RefundPending extends Error {
  constructor(intent: string) {
    super(`The refund of ${intent} is pending at the provider`);
  }
}

/** @throws RefundPending while a refund is pending */
function assertNotPending(intent: string, refunds: ProviderRefund[]): void {
  if (refunds.some(({ state }) => state === 'pending')) throw new RefundPending(intent);
}
