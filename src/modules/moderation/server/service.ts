import { type Actor, writeAuditEntry } from '#modules/audit/server/service.ts';
import { takeDownProduct } from '#modules/catalogue/server/service.ts';
import { lockPersonShared } from '#modules/identity/server/service.ts';
import { Problem } from '#platform/contract/problem.ts';
import { type Db, transaction } from '#platform/database/database.ts';
import { ADMINS, publishLive } from '#platform/live/live-events.ts';
import type { Decision } from '../rules.ts';
import { findReport, insertReport, lockListedProduct, type NewReport, openCase, updateDecided } from './store.ts';

/**
 * Reports a product, once for each person. Returns the report's id, and whether it existed already.
 * @throws Problem (404) without such a product, (409) for one's own, (401) for an erased person.
 */
export function fileReport(db: Db, report: NewReport): Promise<{ id: string; repeated: boolean }> {
  return transaction(db, async (db) => {
    await lockPersonShared(db, report.reporterId);
    const known = await findReport(db, report);
    if (known) return { id: known, repeated: true };
    const sellerId = await lockListedProduct(db, report.productId);
    if (!sellerId) throw new Problem('missing', 'not-found', 'error.notFound');
    if (sellerId === report.reporterId) throw new Problem('conflict', 'own-product', 'reports.own');
    const id = await insertReport(db, report, await openCase(db, report.productId));
    if (id) {
      publishLive(db, [ADMINS]);
      return { id, repeated: false };
    }
    // A concurrent request of the same person was first.
    return { id: (await findReport(db, report)) ?? '', repeated: true };
  });
}

/**
 * Decides on a reported product and closes its open reports. Locks the product before its case. Returns the number of
 * closed reports. @throws Problem (404) without an open case, (409) when a paid product is to be removed.
 */
export function closeReports(db: Db, actor: Actor, productId: string, decision: Decision): Promise<number> {
  return transaction(db, async (db) => {
    if (decision === 'remove') await takeDownProduct(db, productId);
    const closed = await updateDecided(db, { productId, decision, adminId: actor.adminId });
    if (closed === undefined) throw new Problem('missing', 'not-found', 'error.notFound');
    await writeAuditEntry(db, actor, decision === 'keep' ? 'keep-listing' : 'remove-listing', { targetId: productId });
    publishLive(db, [ADMINS]);
    return closed;
  });
}
