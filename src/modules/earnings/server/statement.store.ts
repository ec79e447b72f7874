import { sql } from 'kysely';
import type { Method } from '#modules/bookings/rules.ts';
import { sellerAccount } from '#modules/ledger/rules.ts';
import type { Db } from '#platform/database/database.ts';
import type { AccountKind } from '../rules.ts';
import { salesPastDeadline } from './earnings.store.ts';

export interface EntryRow {
  id: string;
  at: Date;
  kind: string;
  item_name: string | null;
  method: Method | null;
  payout: number | null;
  payout_kind: AccountKind | null;
  amount: number;
}

/**
 * Selects the changes of a seller's money in a month of Dhaka, oldest first, and the balance before, in poisha. Beyond the
 * limit, those with the lowest numbers. `passed` has some sales whose passed deadlines no job has applied.
 */
export async function findStatement(db: Db, sellerId: string, month: string, limit: number) {
  const account = sellerAccount(sellerId);
  // A month is added to the date, not to the instant: in UTC a month of Dhaka begins on the last day of the one before.
  const first = sql`${`${month}-01`}::date`;
  const start = sql`(${first}::timestamp at time zone 'Asia/Dhaka')`;
  const end = sql`((${first} + interval '1 month') at time zone 'Asia/Dhaka')`;
  const ofMonth = sql`from ledger_months where account = ${account} and month = ${first}`;
  // The numbers of the month's transactions bound the part of the account that is read. The times decide.
  const { rows: entries } = await sql<EntryRow>`
    select e.id::text as id, e.at, e.kind, b.item_name, b.method, p.number as payout, p.kind as payout_kind, e.amount
    from (select t.id, t.at, t.kind, t.booking_id, t.ref, -l.amount_poisha as amount
      from ledger_lines l join ledger_transactions t on t.id = l.transaction_id
      where l.account = ${account} and l.transaction_id between (select first_id ${ofMonth}) and (select last_id ${ofMonth})
        and t.at >= ${start} and t.at < ${end}
      order by l.transaction_id limit ${limit}) as e
      left join bookings b on b.id = e.booking_id
      left join payouts p on p.id = case when e.kind like 'payout%' then e.ref::uuid end
    order by e.at, e.id`.execute(db);
  const { rows } = await sql<{ opening: number; change: number; passed: string[] }>`
    select coalesce(sum(change_poisha) filter (where month < ${first}), 0)::bigint as opening,
      coalesce(sum(change_poisha) filter (where month = ${first}), 0)::bigint as change,
      array(${salesPastDeadline(sql`${sellerId}`)}) as passed
    from ledger_months where account = ${account}`.execute(db);
  const [{ opening, change, passed } = { opening: 0, change: 0, passed: [] }] = rows;
  return { opening, closing: opening + change, entries, passed };
}
