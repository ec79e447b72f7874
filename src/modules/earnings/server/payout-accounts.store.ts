import { sql } from 'kysely';
import type { Db } from '#platform/database/database.ts';
import type { AccountKind } from '../rules.ts';

/** The target of a seller's payouts. The last four fields belong to a bank account. */
export interface AccountFields {
  kind: AccountKind;
  account: string;
  bank: string | null;
  branch: string | null;
  routing: string | null;
  holder: string | null;
}

/** Finds a seller's payout account; undefined before the first one. */
export async function findPayoutAccount(db: Db, userId: string) {
  const row = await db
    .selectFrom('payout_accounts')
    .select(['account', 'bank', 'branch', 'routing', 'holder', 'payable_from'])
    .select([sql<AccountKind>`kind`.as('kind'), sql<boolean>`payable_from > now()`.as('isOnHold')])
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return row;
}

/** Stores a seller's payout account. Payouts to it wait for some minutes. Returns the end of the wait; undefined for the same account. */
export async function upsertPayoutAccount(
  db: Db,
  userId: string,
  { kind, account, bank, branch, routing, holder }: AccountFields,
  accountWaitMinutes: number,
): Promise<Date | undefined> {
  const { rows } = await sql<{ payable_from: Date }>`
    insert into payout_accounts as a (user_id, kind, account, bank, branch, routing, holder, payable_from)
    values (${userId}, ${kind}, ${account}, ${bank}, ${branch}, ${routing}, ${holder},
      now() + make_interval(mins => ${accountWaitMinutes}::int))
    on conflict (user_id) do update set kind = excluded.kind, account = excluded.account, bank = excluded.bank,
      branch = excluded.branch, routing = excluded.routing, holder = excluded.holder, changed_at = now(),
      payable_from = excluded.payable_from
    where (a.kind, a.account, a.bank, a.branch, a.routing, a.holder)
      is distinct from (excluded.kind, excluded.account, excluded.bank, excluded.branch, excluded.routing, excluded.holder)
    returning payable_from`.execute(db);
  return rows[0]?.payable_from;
}

/** Deletes the payout account of an erased person, and the account numbers on their closed payouts. */
export async function deletePayoutAccounts(db: Db, userId: string): Promise<void> {
  await db.deleteFrom('payout_accounts').where('user_id', '=', userId).execute();
  await db
    .updateTable('payouts')
    .set({ account: null, bank: null, branch: null, routing: null, holder: null })
    .where('seller_id', '=', userId)
    .where('account', 'is not', null)
    .execute();
}
