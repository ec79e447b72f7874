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

/**
 * Puts an admin's sent payouts that are in no file into a new file, for accounts of these kinds. Returns its time and their
 * number; undefined when there is none. The caller holds the admin's lock: no two of their files have the same time.
 */
export async function updateExported(
  db: Db,
  adminId: string,
  kinds: readonly AccountKind[],
): Promise<{ madeAt: Date; count: number } | undefined> {
  const next = sql<Date>`(select greatest(date_trunc('milliseconds', now()), max(f.exported_at) + interval '1 millisecond')
    from payouts f where f.sent_by = ${adminId})`;
  const rows = await db
    .updateTable('payouts')
    .set({ exported_at: next })
    .where('state', '=', 'sent')
    .where('sent_by', '=', adminId)
    // An admin's payout to themselves, from before that was refused. The database refuses to update it.
    .whereRef('seller_id', '<>', 'sent_by')
    .where('kind', 'in', kinds)
    .where('transfer_at', 'is', null)
    .where('exported_at', 'is', null)
    .returning('exported_at')
    .execute();
  const madeAt = rows[0]?.exported_at;
  return madeAt ? { madeAt, count: rows.length } : undefined;
}

/** Returns the query of an admin's newest files, before one of them, newest first. */
export function selectPayoutFiles(db: Db, adminId: string, limit: number, before?: string) {
  return db
    .selectFrom('payouts')
    .select(({ fn }) => [
      sql<Date>`exported_at`.as('made_at'),
      fn.min('number').as('first_number'),
      fn.countAll<number>().as('count'),
      sql<number>`count(*) filter (where state = 'sent')`.as('open'),
      sql<boolean>`bool_or(export_is_assumed)`.as('is_assumed'),
    ])
    .where('sent_by', '=', adminId)
    .where('exported_at', 'is not', null)
    .$if(before !== undefined, (query) => query.where('exported_at', '<', sql<Date>`${before}::timestamptz`))
    .groupBy('exported_at')
    .orderBy('exported_at', 'desc')
    .limit(limit);
}

/** Whether an admin has a file of this time. */
export async function hasPayoutFile(db: Db, adminId: string, madeAt: string): Promise<boolean> {
  const row = await db
    .selectFrom('payouts')
    .select('id')
    .where('sent_by', '=', adminId)
    .where('exported_at', '=', sql<Date>`${madeAt}::timestamptz`)
    .executeTakeFirst();
  return row !== undefined;
}

/** Selects the payouts of a file that are still sent, with full accounts, after one of them, oldest first. */
export async function selectExported(
  db: Db,
  { adminId, madeAt }: { adminId: string; madeAt: string },
  { limit, after }: { limit: number; after: number | undefined },
): Promise<SentRow[]> {
  const rows = await db
    .selectFrom('payouts as p')
    .leftJoin('users as u', (join) => join.onRef('u.id', '=', 'p.seller_id').on('u.status', '=', 'active'))
    .select(['p.number', 'p.state_at', 'u.name as seller_name', 'p.account', 'p.bank', 'p.branch', 'p.routing'])
    .select(['p.holder', 'p.amount_poisha', sql<AccountKind>`p.kind`.as('kind')])
    .where('p.state', '=', 'sent')
    .where('p.sent_by', '=', adminId)
    .where('p.exported_at', '=', sql<Date>`${madeAt}::timestamptz`)
    .$if(after !== undefined, (query) => query.where('p.number', '>', after ?? 0))
    .orderBy('p.number')
    .limit(limit)
    .execute();
  return rows;
}
