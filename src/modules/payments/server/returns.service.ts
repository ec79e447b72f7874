import { refundBooking } from '#modules/bookings/server/service.ts';
import { addJob } from '#platform/jobs/job-runner.ts';
import { publishLive } from '#platform/live/live-events.ts';
import { FAILED_REFUNDS_MAX, isCaptured, mayBecome, type PaymentState, stateAfterReturns } from '../rules.ts';
import { findBalance, insertLedger, type LedgerLine, selectLedger } from './ledger.store.ts';
import type { PaymentDeps } from './payment-deps.ts';
import { type PaymentEmail, sendPaymentEmails } from './payment-emails.ts';
import { hasFailed, isWithdrawn, type ProviderRecord } from './provider-record.ts';
import { findSale, type LockedPayment, updatePaymentState } from './store.ts';

/** The job that returns money that is due back. */
export const REFUND = 'refund-payment';

/**
 * Writes what went back at the provider into the ledger of a captured payment, and gives payment and booking the state
 * that follows. What is in the ledger already is left, and a record never ends a dispute that it does not name, so that
 * repeated records and those that were fetched earlier change nothing. Runs in the transaction that locked the payment.
 * Returns the payment's state.
 */
export async function recordReturns(
  deps: PaymentDeps,
  payment: LockedPayment,
  record: ProviderRecord,
): Promise<PaymentState> {
  const isUntouched = record.refunds.length === 0 && record.disputes.length === 0;
  if (isUntouched || !isCaptured(payment.state)) return payment.state;
  const lines = await selectLedger(deps.db, payment.id);
  const added: LedgerLine[] = [];
  for (const line of missingLines(lines, record)) if (await insertLedger(deps.db, payment.id, line)) added.push(line);
  return applyReturns(deps, payment, added, isUndecided([...lines, ...added], record));
}

/** Gives a payment the state that its ledger asks for, after these lines were added, and tells people of it. */
export async function applyReturns(
  deps: PaymentDeps,
  payment: LockedPayment,
  added: LedgerLine[],
  isDisputed: boolean,
): Promise<PaymentState> {
  const { db } = deps;
  const { captured, returned } = await findBalance(db, payment.id);
  const state = stateAfterReturns(payment.state, { isWhole: returned >= captured, isDisputed });
  const marked = isDisputed && state !== 'refunded';
  if (state === payment.state && marked === payment.isDisputed && added.length === 0) return state;
  const isSale = payment.state === 'succeeded';
  if (isSale && state === 'refunded') await refundBooking(db, payment.booking_id);
  if (state !== payment.state || marked !== payment.isDisputed) await updatePaymentState(db, payment.id, state, marked);
  if (mayBecome(payment.state, 'refund_due') && state === 'refund_due')
    await addJob(db, REFUND, { paymentId: payment.id }, `refund-${payment.id}`);

  const sale = await findSale(db, payment.booking_id);
  publishLive(db, [sale.sellerId, sale.buyerId]);
  const failed = (await selectLedger(db, payment.id)).filter(({ kind }) => kind === 'refund_failed').length;
  const mayRetry = failed < FAILED_REFUNDS_MAX;
  for (const news of newsOf(payment, { state, added, marked, returned, mayRetry }))
    await sendPaymentEmails(deps, { ...news, sale, intent: payment.intent, toSeller: isSale });
  return state;
}

/** Whether a bank holds money of the payment and the provider does not report that as lost. */
function isUndecided(lines: LedgerLine[], { disputes }: ProviderRecord): boolean {
  const isReversed = (ref: string | null) => lines.some((one) => one.kind === 'chargeback_reversed' && one.ref === ref);
  const isLost = (ref: string | null) => disputes.some(({ id, status }) => id === ref && status === 'lost');
  return lines.some(({ kind, ref }) => kind === 'chargeback' && !isReversed(ref) && !isLost(ref));
}

/**
 * What the provider did and the ledger does not have. A refund that failed and a dispute that was won have both of their
 * lines, even if no record came between, so that an earlier record that comes later has nothing to add.
 */
function missingLines(lines: LedgerLine[], { refunds, disputes }: ProviderRecord): LedgerLine[] {
  const has = (kind: LedgerLine['kind'], ref: string) => lines.some((line) => line.kind === kind && line.ref === ref);
  const known = knownUnnumbered(lines, refunds);
  const missing: LedgerLine[] = [];
  for (const refund of refunds) {
    const { id: ref, amount, status } = refund;
    const isKnown = has('refund', ref) || known.has(ref);
    if ((status === 'succeeded' || hasFailed(refund)) && !isKnown) missing.push({ kind: 'refund', ref, amount });
    if (hasFailed(refund) && !has('refund_failed', ref)) missing.push({ kind: 'refund_failed', ref, amount });
  }
  for (const dispute of disputes) {
    const { id: ref, amount, status } = dispute;
    const isKnown = has('chargeback', ref);
    const wasWithdrawn = isWithdrawn(dispute) || status === 'won';
    if (wasWithdrawn && !isKnown) missing.push({ kind: 'chargeback', ref, amount });
    if (!isWithdrawn(dispute) && (isKnown || wasWithdrawn) && !has('chargeback_reversed', ref))
      missing.push({ kind: 'chargeback_reversed', ref, amount });
  }
  return missing;
}

/** The refunds that an older line without a number stands for: the first ones, up to its amount. */
function knownUnnumbered(lines: LedgerLine[], refunds: ProviderRecord['refunds']): Set<string> {
  let left = lines.find(({ kind, ref }) => kind === 'refund' && ref === null)?.amount ?? 0;
  const known = new Set<string>();
  const inOrder = refunds.toSorted((one, other) => one.created - other.created);
  // Those that failed meanwhile come last, as far as the amount is not used up by the others.
  for (const wanted of ['succeeded', 'failed'])
    for (const { id, amount, status } of inOrder)
      if (status === wanted && amount <= left) {
        known.add(id);
        left -= amount;
      }
  return known;
}

interface Change {
  state: PaymentState;
  added: LedgerLine[];
  marked: boolean;
  /** All that went back, in minor units. */
  returned: number;
  /** Whether a refund that failed is made again. */
  mayRetry: boolean;
}

/** What people are told of a change. A refund by the provider that was due anyway is no news. */
function newsOf(
  payment: LockedPayment,
  { state, added, marked, returned, mayRetry }: Change,
): { kind: PaymentEmail; amount: number }[] {
  const isSale = payment.state === 'succeeded';
  const isWon = added.some(({ kind }) => kind === 'chargeback_reversed');
  const isLost = payment.isDisputed && !marked && !isWon;
  if (isLost) return [{ kind: 'disputeLost', amount: returned }];
  if (isSale && state === 'refunded') {
    const byBank = added.some(({ kind }) => kind === 'chargeback');
    return [{ kind: byBank ? 'disputeLost' : 'refunded', amount: returned }];
  }
  const news: Partial<Record<LedgerLine['kind'], PaymentEmail>> = {
    chargeback: 'disputed',
    chargeback_reversed: 'disputeWon',
    refund_failed: state === 'refund_due' && !mayRetry ? 'refundStopped' : 'refundFailed',
    ...(isSale ? { refund: 'partRefunded', by_hand: 'partRefunded' } : { by_hand: 'byHand' }),
  };
  const isTakenBack = (ref: string | null) =>
    added.some((one) => one.ref === ref && (one.kind === 'refund_failed' || one.kind === 'chargeback_reversed'));
  return added.flatMap(({ kind, ref, amount }) => {
    const told = (kind === 'refund' || kind === 'chargeback') && isTakenBack(ref) ? undefined : news[kind];
    return told ? [{ kind: told, amount }] : [];
  });
}
