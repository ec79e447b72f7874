import { sql } from 'kysely';
import type { Db } from '#platform/database/database.ts';
import { cutPage, keysetCondition, type PageRequest, type PageRows, selectPage } from '#platform/database/keyset.ts';
import type { CaseState, Decision } from '../rules.ts';

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

/** Returns the id of a person's report of a product; undefined without one. */
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
  return selectPage(db, reports, ['r.created_at', 'r.id'], page);
}

/** Finds or inserts the open case of a product, and locks it against decisions. Returns its id. */
export async function openCase(db: Db, productId: string): Promise<string> {
  const { id } = await db
    .insertInto('report_cases')
    .values({ product_id: productId })
    .onConflict((conflict) =>
      conflict
        .column('product_id')
        .where('decided_at', 'is', null)
        .doUpdateSet((set) => ({ product_id: set.ref('excluded.product_id') })),
    )
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Decides the open case of a product. Returns the number of its reports; undefined without an open case. */
export async function updateDecided(
  db: Db,
  { productId, decision, adminId }: { productId: string; decision: Decision; adminId: string },
): Promise<number | undefined> {
  const row = await db
    .updateTable('report_cases')
    .set({ decision, decided_at: sql`now()`, decided_by: adminId })
    .where('product_id', '=', productId)
    .where('decided_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  if (!row) return undefined;
  const { count } = await db
    .selectFrom('reports')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('case_id', '=', row.id)
    .executeTakeFirstOrThrow();
  return count;
}

export interface CaseRow {
  id: string;
  cursor_at: string;
  product_id: string;
  opened_at: Date;
  decision: Decision | null;
  decided_at: Date | null;
  item_name: string;
  image: string;
  status: 'unsold' | 'sold' | 'removed';
  seller_name: string | null;
  count: number;
  reasons: { id: string; reason: string; created_at: string; reporter: string | null }[];
}

const SHOWN_MAX_REPORTS = 20;
const COUNT_MAX_REPORTS = 1000;

/** Selects a page of cases with their product and newest reports, the last opened or decided first. */
export async function selectCases(db: Db, state: CaseState, { size, after }: PageRequest): Promise<PageRows<CaseRow>> {
  const at = sql.ref(state === 'open' ? 'c.opened_at' : 'c.decided_at');
  const inState = state === 'open' ? sql`c.decided_at is null` : sql`c.decided_at is not null`;
  const condition = after ? sql`and ${keysetCondition(sql`${at}, c.id`, after)}` : sql``;
  const { rows } = await sql<CaseRow>`
    select c.id, ${at}::text as cursor_at, c.product_id, c.opened_at, c.decision, c.decided_at,
      p.name as item_name, p.image, p.status, case s.status when 'active' then s.name end as seller_name,
      (select count(*)::int from (select from reports where case_id = c.id limit ${COUNT_MAX_REPORTS}) as counted) as count,
      (select coalesce(json_agg(shown), '[]') from
        (select r.id, r.reason, r.created_at, case u.status when 'active' then u.name end as reporter
          from reports r join users u on u.id = r.reporter_id
          where r.case_id = c.id order by r.created_at desc, r.id desc limit ${SHOWN_MAX_REPORTS}) as shown) as reasons
    from report_cases c join products p on p.id = c.product_id join users s on s.id = p.seller_id
    where ${inState} ${condition}
    order by ${at} desc, c.id desc limit ${size + 1}`.execute(db);
  return cutPage(rows, size);
}
