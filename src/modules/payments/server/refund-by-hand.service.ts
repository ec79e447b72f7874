import { type Actor, writeAuditEntry } from '#modules/audit/server/service.ts';
import { message } from '#platform/contract/message-reference.ts';
import { Problem } from '#platform/contract/problem.ts';
import { toPoisha, toTk } from '#platform/contract/values.ts';
import { type Db, transaction } from '#platform/database/database.ts';
import type { Once } from '#platform/http/idempotency.ts';
import { isCaptured } from '../rules.ts';
import { findBalance } from './ledger.store.ts';
import type { PaymentDeps } from './payment-deps.ts';
import { fetchRecord } from './records.service.ts';
import { findPendingRefund, hasOpenRequest } from './refund-requests.store.ts';
import { isRefundRequested } from './refunds.store.ts';
import { applyReturns, bookReturns } from './returns.service.ts';
import { assertNotParty } from './review.service.ts';
import { lockPayment } from './sale.store.ts';
import { settlePayment } from './settle.service.ts';
import { findPayment } from './store.ts';

/** Money that a person returned outside the provider. */
export interface RefundByHand {
  /** In Tk, or the rest of the payment. */
  amount: number | 'rest';
  /** The number of the transfer or receipt. */
  reference: string;
}

/**
 * Records money that a person returned by hand: ledger, payment state and audit entry, in one transaction. Without an actor
 * it is the command line. Returns the rest of the payment, in Tk.
 * @throws Problem (404) for an unknown payment, (403) for an admin's own booking, (409) when the amount exceeds the
 * rest, during a dispute and during a refund, (503) when the provider cannot be reached.
 */
export async function recordReturnByHand(
  deps: PaymentDeps,
  { paymentId, actor, once }: { paymentId: string; actor: Actor | null; once: Once },
  { amount, reference }: RefundByHand,
): Promise<{ acknowledged: boolean; left: number }> {
  const known = await findPayment(deps.db, { id: paymentId });
  if (!known) throw new Problem('missing', 'not-found', 'error.notFound');
  // The provider may no longer have the account. Then only the ledger records the return.
  const record = await fetchRecord(deps, known, { all: true });
  const recordIn = async (db: Db) => {
    if (record) await settlePayment({ ...deps, db }, record);
    const payment = await lockPayment(db, known);
    if (payment?.state === 'review') throw new Problem('conflict', 'under-review', 'payments.decideFirst');
    if (!payment || !isCaptured(payment.state) || payment.state === 'refunded')
      throw new Problem('conflict', 'nothing-left', 'payments.nothingLeft');
    if (actor) await assertNotParty(db, payment.booking_id, actor);
    if (payment.isDisputed) throw new Problem('conflict', 'disputed', 'payments.disputedNow');
    if (
      (record?.state === 'succeeded'
        ? record.refunds.some(({ state }) => state === 'pending')
        : await findPendingRefund(db, paymentId)) ||
      (await isRefundRequested(db, paymentId)) ||
      (deps.providers.of(known.provider).needsRefundRequests && (await hasOpenRequest(db, paymentId)))
    )
      throw new Problem('conflict', 'refund-under-way', 'payments.refundUnderWay');
    const { captured, returned } = await findBalance(db, paymentId);
    const returning = amount === 'rest' ? captured - returned : toPoisha(amount);
    const left = captured - returned - returning;
    if (left < 0)
      throw new Problem('conflict', 'too-much', message('payments.tooMuch', { left: toTk(captured - returned) }));
    const added = { kind: 'by_hand' as const, ref: reference, amount: returning };
    if ((await bookReturns({ ...deps, db }, payment, [added])).length === 0)
      throw new Problem('conflict', 'recorded', 'payments.recordedBefore');
    await applyReturns({ ...deps, db }, payment, [added], false);
    await writeAuditEntry(db, actor, 'record-refund', { targetId: paymentId });
    return { acknowledged: true, left: toTk(left) };
  };
  return once(deps.db, (db) => transaction(db, recordIn));
}
