import { endReview } from '#modules/bookings/server/review-holds.service.ts';
import { lockProductAndBooking, refundBooking } from '#modules/bookings/server/service.ts';
import { RELEASED } from '#modules/ledger/rules.ts';
import { correctHeld } from '#modules/ledger/server/service.ts';
import { defineEvent, publish } from '#platform/database/domain-events.ts';
import { publishLive } from '#platform/live/live-events.ts';
import type { EmailContext } from '#platform/mail/mail-to.ts';
import { isCaptured, mayBecome, type PaymentState, stateAfterReturns } from '../rules.ts';
import { bookEntry } from './entries.service.ts';
import { findBalance, type PaymentEntry, selectPaymentEntries } from './ledger.store.ts';
import type { PaymentDeps } from './payment-deps.ts';
import { type PaymentEmail, sendPaymentEmails } from './payment-emails.ts';
import { isWithdrawn, type ProviderRecord } from './providers/provider.ts';
import { enqueueRefund } from './refund-queue.ts';
import { updateRefundFailed } from './refunds.store.ts';
import { findSale, type LockedPayment, updatePaymentState } from './sale.store.ts';

/** Published before the return of a released sale exceeds the held part by `amount`, in poisha. No balance is locked yet. */
export const moneyTakenBack = defineEvent<{ sellerId: string; amount: number; emailContext: EmailContext }>(
  'payments.money-taken-back',
);

/**
 * Adds the provider's returns to the ledger of a captured payment, and updates payment and booking. It adds missing
 * entries only, and a record never ends a dispute that it does not name. So repeated and outdated records change nothing.
 * Runs in the transaction that locked the payment. Returns the payment's state.
 */
export async function recordReturns(
  deps: PaymentDeps,
  payment: LockedPayment,
  record: ProviderRecord,
): Promise<PaymentState> {
  const isUntouched = record.refunds.length === 0 && record.disputes.length === 0;
  if (isUntouched || !isCaptured(payment.state)) return payment.state;
  const entries = await selectPaymentEntries(deps.db, payment.id);
  const added = await bookReturns(deps, payment, missingEntries(entries, record));
  return applyReturns(deps, payment, added, isUndecided([...entries, ...added], record));
}

const REVERSALS = new Set<PaymentEntry['kind']>(['refund_failed', 'chargeback_reversed']);

/** Books returns of a payment that the ledger lacks. A sale may end by them, so its booking is locked before the balances. */
export async function bookReturns(
  { db, emailContext }: Pick<PaymentDeps, 'db' | 'emailContext'>,
  payment: LockedPayment,
  returns: PaymentEntry[],
): Promise<PaymentEntry[]> {
  const isLive = payment.state === 'succeeded' || payment.state === 'review';
  const booking = isLive && returns.length > 0 ? await lockProductAndBooking(db, payment.booking_id) : undefined;
  // Of a second payment, under review, the seller got nothing.
  if (booking && payment.state === 'succeeded' && RELEASED.has(booking.state)) {
    const returned = returns.reduce((sum, { kind, amount }) => sum + (REVERSALS.has(kind) ? -amount : amount), 0);
    // A part of the price that is due to the buyer is still held.
    const amount = returned - payment.partDuePoisha;
    if (amount > 0) await publish(db, moneyTakenBack, { sellerId: booking.seller_id, amount, emailContext });
  }
  const added: PaymentEntry[] = [];
  for (const entry of returns) if (await bookEntry(db, payment, entry)) added.push(entry);
  return added;
}

/** Updates a payment to the state of its ledger after these entries were added, and sends e-mails. Returns the state. */
export async function applyReturns(
  deps: PaymentDeps,
  payment: LockedPayment,
  added: PaymentEntry[],
  isDisputed: boolean,
): Promise<PaymentState> {
  const { db } = deps;
  const { captured, returned } = await findBalance(db, payment.id);
  const state = stateAfterReturns(payment.state, { isWhole: returned >= captured, isDisputed });
  const marked = isDisputed && state !== 'refunded';
  const last = added.at(-1);
  if (state === payment.state && marked === payment.isDisputed && !last) return state;
  const isSale = payment.state === 'succeeded';
  if (isSale && state === 'refunded') await refundBooking(db, payment.booking_id);
  if (payment.state === 'review' && state === 'refunded') await endReview(db, payment.booking_id);
  const partDue = state === 'succeeded' ? Math.max(0, payment.returnPoisha - returned) : 0;
  if (state !== payment.state || marked !== payment.isDisputed || partDue !== payment.partDuePoisha)
    await updatePaymentState(db, payment.id, state, marked, partDue);
  // A failed refund is retried after a delay, like a refused one.
  let mayRetry = true;
  if (state === 'refund_due' || partDue > 0)
    for (const { kind } of added) if (kind === 'refund_failed') mayRetry = await updateRefundFailed(db, payment.id);
  if ((mayBecome(payment.state, 'refund_due') && state === 'refund_due') || partDue > payment.partDuePoisha)
    await enqueueRefund(db, payment.id);

  const sale = await findSale(db, payment.booking_id);
  if (last) await correctHeld(db, sale, { ref: `${last.kind} ${last.ref}`, fromSeller: isSale });
  publishLive(db, [sale.sellerId, sale.buyerId]);
  const [byHand] = added.flatMap(({ kind, ref, amount }) =>
    kind === 'by_hand' && ref ? [{ amount, reference: ref }] : [],
  );
  for (const email of emailsFor(payment, { state, added, marked, returned, mayRetry }))
    await sendPaymentEmails(deps, { ...email, sale, payment, byHand, toSeller: isSale });
  return state;
}

/** Whether a bank holds money of the payment and the provider does not report that as lost. */
function isUndecided(entries: PaymentEntry[], { disputes }: ProviderRecord): boolean {
  const isReversed = (ref: string | null) =>
    entries.some((one) => one.kind === 'chargeback_reversed' && one.ref === ref);
  const isLost = (ref: string | null) => disputes.some((dispute) => dispute.ref === ref && dispute.state === 'lost');
  return entries.some(({ kind, ref }) => kind === 'chargeback' && !isReversed(ref) && !isLost(ref));
}

/**
 * Returns the entries of a record that the ledger lacks. A failed refund and a won dispute get both entries at once, so
 * that an outdated record adds nothing later.
 */
function missingEntries(entries: PaymentEntry[], { refunds, disputes }: ProviderRecord): PaymentEntry[] {
  const has = (kind: PaymentEntry['kind'], ref: string) =>
    entries.some((entry) => entry.kind === kind && entry.ref === ref);
  const known = knownUnnumbered(entries, refunds);
  const missing: PaymentEntry[] = [];
  for (const refund of refunds) {
    const { ref, amount, state } = refund;
    const isKnown = has('refund', ref) || known.has(ref);
    if (state !== 'pending' && !isKnown) missing.push({ kind: 'refund', ref, amount });
    if (state === 'failed' && !has('refund_failed', ref)) missing.push({ kind: 'refund_failed', ref, amount });
  }
  for (const dispute of disputes) {
    const { ref, amount, state } = dispute;
    const isKnown = has('chargeback', ref);
    const wasWithdrawn = isWithdrawn(dispute) || state === 'won';
    if (wasWithdrawn && !isKnown) missing.push({ kind: 'chargeback', ref, amount });
    if (!isWithdrawn(dispute) && (isKnown || wasWithdrawn) && !has('chargeback_reversed', ref))
      missing.push({ kind: 'chargeback_reversed', ref, amount });
  }
  return missing;
}

/** Returns the refunds that an entry of an older release without a number covers: the first ones, up to its amount. */
function knownUnnumbered(entries: PaymentEntry[], refunds: ProviderRecord['refunds']): Set<string> {
  let left = entries.find(({ kind, ref }) => kind === 'refund' && ref === null)?.amount ?? 0;
  const known = new Set<string>();
  const inOrder = refunds.toSorted((one, other) => one.at.getTime() - other.at.getTime());
  // Failed refunds are covered last, with the rest of the amount.
  for (const wanted of ['succeeded', 'failed'])
    for (const { ref, amount, state } of inOrder)
      if (state === wanted && amount <= left) {
        known.add(ref);
        left -= amount;
      }
  return known;
}

interface Change {
  state: PaymentState;
  added: PaymentEntry[];
  marked: boolean;
  /** The whole returned amount, in minor units. */
  returned: number;
  /** Whether a failed refund is retried. */
  mayRetry: boolean;
}

/** Returns the e-mails about a change. Of a refund that was due, only its end is told, and only to the buyer. */
function emailsFor(
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
  if (payment.state === 'refund_due' && state === 'refunded' && added.some(({ kind }) => kind === 'refund'))
    return [{ kind: 'toBuyer', amount: returned }];
  const emails: Partial<Record<PaymentEntry['kind'], PaymentEmail>> = {
    chargeback: 'disputed',
    chargeback_reversed: 'disputeWon',
    refund_failed: mayRetry ? 'refundFailed' : 'refundStopped',
    ...(isSale ? { refund: 'partRefunded', by_hand: 'partRefunded' } : { by_hand: 'byHand' }),
  };
  const isReversed = (ref: string | null) =>
    added.some((one) => one.ref === ref && (one.kind === 'refund_failed' || one.kind === 'chargeback_reversed'));
  return added.flatMap(({ kind, ref, amount }) => {
    const email = (kind === 'refund' || kind === 'chargeback') && isReversed(ref) ? undefined : emails[kind];
    return email ? [{ kind: email, amount }] : [];
  });
}
