import { type Actor, writeAuditEntry } from '#modules/audit/server/service.ts';
import { Problem } from '#platform/contract/problem.ts';
import { type Db, transaction } from '#platform/database/database.ts';
import type { Once } from '#platform/http/idempotency.ts';
import type { PaymentDeps } from './payment-deps.ts';
import type { Providers } from './providers/provider-list.ts';
import { enqueueRefund } from './refund-queue.ts';
import { updateRefundRetried } from './refunds.store.ts';
import { lockPayment } from './sale.store.ts';
import { findPayment } from './store.ts';

/** Returns the names of the providers that return money of a payment once only. */
export function namesOfSingleRefund({ all }: Providers): string[] {
  return all.filter(({ refundsOnce }) => refundsOnce).map(({ name }) => name);
}

/**
 * Lets the job try a stopped refund again, up to FAILED_REFUNDS_MAX times.
 * @throws Problem (404) for an unknown payment, (409) when its refund is not stopped, during a dispute, and when an earlier
 * try may have returned the money.
 */
export function retryRefund(
  { db, providers }: Pick<PaymentDeps, 'db' | 'providers'>,
  { paymentId, actor, once }: { paymentId: string; actor: Actor; once: Once },
): Promise<{ acknowledged: boolean }> {
  const retryIn = async (db: Db) => {
    const known = await findPayment(db, { id: paymentId });
    if (!known) throw new Problem('missing', 'not-found', 'error.notFound');
    const payment = await lockPayment(db, known);
    if (payment?.isDisputed) throw new Problem('conflict', 'disputed', 'payments.disputedNow');
    const now = await findPayment(db, { id: paymentId });
    if (!now?.isRefundStopped || (now.state !== 'refund_due' && now.partDuePoisha === 0))
      throw new Problem('conflict', 'not-stopped', 'payments.notStopped');
    if (!(await updateRefundRetried(db, paymentId, namesOfSingleRefund(providers))))
      throw new Problem('conflict', 'by-hand-only', 'payments.byHandOnly');
    await enqueueRefund(db, paymentId);
    await writeAuditEntry(db, actor, 'retry-refund', { targetId: paymentId });
    return { acknowledged: true };
  };
  return once(db, (db) => transaction(db, retryIn));
}
