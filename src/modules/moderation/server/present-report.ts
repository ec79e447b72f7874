import { firstName } from '#modules/identity/rules.ts';
import type { OwnReport, ReportedItem } from '../contract.ts';
import { outcomeOf } from '../rules.ts';
import type { CaseRow } from './cases.store.ts';
import type { OwnReportRow } from './reports.store.ts';

/** Returns the wire shape of a case, with the first names of reporters only. */
export function presentCase(row: CaseRow): ReportedItem {
  return {
    _id: row.id,
    itemId: row.product_id,
    itemName: row.item_name,
    image: row.image,
    ...(row.seller_name === null ? {} : { sellerName: row.seller_name }),
    status: row.status,
    count: row.count,
    reasons: row.reasons.map(({ id, reporter, reason, created_at }) => ({
      _id: id,
      ...(reporter === null ? {} : { reporter: firstName(reporter) }),
      reason,
      createdAt: new Date(created_at).toISOString(),
    })),
    openedAt: row.opened_at.toISOString(),
    ...(row.decision ? { decision: row.decision } : {}),
    ...(row.decided_at ? { decidedAt: row.decided_at.toISOString() } : {}),
  };
}

/** Returns the wire shape of a report for its reporter. */
export function presentOwnReport(row: OwnReportRow): OwnReport {
  return {
    _id: row.id,
    itemId: row.product_id,
    itemName: row.name,
    image: row.image,
    reason: row.reason,
    createdAt: row.created_at.toISOString(),
    outcome: outcomeOf(row.decision),
    ...(row.decided_at ? { decidedAt: row.decided_at.toISOString() } : {}),
  };
}
