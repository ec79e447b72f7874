import { sql } from 'kysely';
import type { Db } from '#platform/database/database.ts';
import type { AccountKind } from '../rules.ts';

export interface SentRow {
  number: number;
  state_at: Date;
  seller_name: string | null;
  kind: AccountKind;
  account: string | null;
  bank: string | null;
  branch: string | null;
  routing: string | null;
  holder: string | null;
  amount_poisha: number;
}

/** The payouts of a file for the bank: sent by this admin, to accounts of these kinds, and transferred by no provider. */
export interface FileOwner {
  adminId: string;
  kinds: readonly AccountKind[];
}

/** Puts the sent payouts that were in no file into a new one. Returns its time; undefined when there is none. */
export async function updateExported(db: Db, { adminId, kinds }: FileOwner): Promise<Date | undefined> {
  const rows = await db
    .updateTable('payouts')
    .set({ exported_at: sql`date_trunc('milliseconds', now())` })
    .where('state', '=', 'sent')
    .where('sent_by', '=', adminId)
    // An own payout, sent before the database refused that, takes no update.
    .whereRef('seller_id', '<>', 'sent_by')
    .where('kind', 'in', kinds)
    .where('transfer_at', 'is', null)
    .where('exported_at', 'is', null)
    .returning('exported_at')
    .execute();
  return rows[0]?.exported_at ?? undefined;
}

/** Finds the time of an admin's last file; undefined before the first one. */
export async function findLastExport(db: Db, adminId: string): Promise<Date | undefined> {
  const row = await db
    .selectFrom('payouts')
    .select(({ fn }) => fn.max('exported_at').as('at'))
    .where('sent_by', '=', adminId)
    .executeTakeFirst();
  return row?.at ?? undefined;
}

/** Selects the payouts of a file that are still sent, with full accounts, after one of them, oldest first. */
export async function selectExported(
  db: Db,
  { adminId, kinds }: FileOwner,
  { exportedAt, limit, after }: { exportedAt: Date; limit: number; after: number | undefined },
): Promise<SentRow[]> {
  const rows = await db
    .selectFrom('payouts as p')
    .leftJoin('users as u', (join) => join.onRef('u.id', '=', 'p.seller_id').on('u.status', '=', 'active'))
    .select(['p.number', 'p.state_at', 'u.name as seller_name', 'p.account', 'p.bank', 'p.branch', 'p.routing'])
    .select(['p.holder', 'p.amount_poisha', sql<AccountKind>`p.kind`.as('kind')])
    .where('p.state', '=', 'sent')
    .where('p.sent_by', '=', adminId)
    .where('p.kind', 'in', kinds)
    .where('p.exported_at', '=', exportedAt)
    .$if(after !== undefined, (query) => query.where('p.number', '>', after ?? 0))
    .orderBy('p.number')
    .limit(limit)
    .execute();
  return rows;
}
