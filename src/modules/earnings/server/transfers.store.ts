import { sql } from 'kysely';
import type { Db } from '#platform/database/database.ts';

/** Selects the paid transfers of the last days after one of them, by number. */
export function selectTransfers(db: Db, { after, days, limit }: { after: number; days: number; limit: number }) {
  return db
    .selectFrom('payouts')
    .select(['number', 'reference', 'amount_poisha as amount', 'account'])
    .where('state', '=', 'paid')
    .where('transfer_at', '>', sql<Date>`now() - make_interval(days => ${days})`)
    .where('number', '>', after)
    .orderBy('number')
    .limit(limit)
    .execute();
}

/** Returns the numbers of payouts with a wrong account: the bank's after a transfer, a provider's without one. */
export async function findWrongTransferEntries(db: Db): Promise<number[]> {
  const { rows } = await sql<{ number: number }>`
    select p.number from ledger_transactions t join payouts p on p.id::text = t.ref
      join ledger_lines l on l.transaction_id = t.id and l.amount_poisha < 0
    where t.kind = 'payout_paid' and (l.account = 'bank') = (p.transfer_at is not null) order by p.number limit 20`.execute(
    db,
  );
  return rows.map(({ number }) => number);
}
