import { sql } from 'kysely';
import type { Db } from '#platform/database/database.ts';
import { type PageRequest, selectPage } from '#platform/database/keyset.ts';
import type { Decision } from '../rules.ts';

export interface NewReport {
  productId: string;
  reporterId: string;
  reason: string;
}

/** Inserts a report into a case. Returns its id; undefined when this person has reported the product before. */
export async function insertReport(db: Db, report: NewReport, caseId: string): Promise<string | undefined> {
  const row = await db
    .insertInto('reports')
    .values({
      case_id: caseId,
      product_id: report.productId,
      reporter_id: report.reporterId,
      reason: report.reason,
    })
    .onConflict((conflict) => conflict.columns(['product_id', 'reporter_id']).doNothing())
    .returning('id')
    .executeTakeFirst();
  return row?.id;
}

export async function findReport(
  db: Db,
  { productId, reporterId }: Pick<NewReport, 'productId' | 'reporterId'>,
): Promise<string | undefined> {
  const row = await db
    .selectFrom('reports')
    .select('id')
    .where('product_id', '=', productId)
    .where('reporter_id', '=', reporterId)
    .executeTakeFirst();
  return row?.id;
}

/** Locks a product against deletion. Returns its seller; undefined when it is not on the store. */
export async function lockListedProduct(db: Db, productId: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('products')
    .select('seller_id')
    .where('id', '=', productId)
    .where('status', '<>', 'removed')
    .forKeyShare()
    .executeTakeFirst();
  return row?.seller_id;
}

/** Clears the reasons of a deleted person's reports. The reports stay. */
export async function clearReportReasons(db: Db, reporterId: string): Promise<void> {
  await db.updateTable('reports').set({ reason: '' }).where('reporter_id', '=', reporterId).execute();
}

export type OwnReportRow = Awaited<ReturnType<typeof selectReportsOf>>['rows'][number];

/** Returns a page of a person's reports, newest first, with product and decision. */
export function selectReportsOf(db: Db, reporterId: string, page: PageRequest) {
  const reports = db
    .selectFrom('reports as r')
    .innerJoin('report_cases as c', 'c.id', 'r.case_id')
    .innerJoin('products as p', 'p.id', 'r.product_id')
    .select(['r.id', 'r.product_id', 'r.reason', 'r.created_at', 'p.name', 'p.image', 'c.decided_at'])
    .select(sql<Decision | null>`c.decision`.as('decision'))
    .where('r.reporter_id', '=', reporterId);
  return selectPage(reports, ['r.created_at', 'r.id'], page);
}
