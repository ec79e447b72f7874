import { type Actor, writeAuditEntry } from '#modules/audit/server/service.ts';
import { takeDownProduct } from '#modules/catalogue/server/service.ts';
import { holdPerson } from '#modules/identity/server/service.ts';
import { Problem } from '#platform/contract/problem.ts';
import { type Db, transaction } from '#platform/database/database.ts';
import { ADMINS, publishLive } from '#platform/live/live-events.ts';
import type { Decision } from '../rules.ts';
import { openCase, updateDecided } from './cases.store.ts';
import { findReport, findSellerOfListed, insertReport, type NewReport } from './reports.store.ts';

/**
 * Reports a product, once for each person. Gives the report, and whether it stood before.
 * @throws Problem when the product is not on the store, or is one's own, or when the person has been erased.
 */
export function fileReport(db: Db, report: NewReport): Promise<{ id: string; repeated: boolean }> {
  return transaction(db, async (db) => {
    await holdPerson(db, report.reporterId);
    const known = await findReport(db, report);
    if (known) return { id: known, repeated: true };
    const sellerId = await findSellerOfListed(db, report.productId);
    if (!sellerId) throw new Problem('missing', 'not-found', 'error.notFound');
    if (sellerId === report.reporterId) throw new Problem('conflict', 'own-product', 'reports.own');
    const id = await insertReport(db, report, await openCase(db, report.productId));
    if (id) {
      publishLive(db, [ADMINS]);
      return { id, repeated: false };
    }
    // Two presses at once: the other one was first.
    return { id: (await findReport(db, report)) ?? '', repeated: true };
  });
}

/**
 * Decides on a reported product and closes its open reports. Takes the product first, then its case. Gives how many
 * reports were closed. @throws Problem when nobody reported it, or when it is to be removed but was paid for.
 */
export function closeReports(db: Db, doer: Actor, productId: string, decision: Decision): Promise<number> {
  return transaction(db, async (db) => {
    if (decision === 'remove') await takeDownProduct(db, productId);
    const closed = await updateDecided(db, { productId, decision, adminId: doer.adminId });
    if (closed === undefined) throw new Problem('missing', 'not-found', 'error.notFound');
    await writeAuditEntry(db, doer, decision === 'keep' ? 'keep-listing' : 'remove-listing', { targetId: productId });
    publishLive(db, [ADMINS]);
    return closed;
  });
}
