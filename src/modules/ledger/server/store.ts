import { sql } from 'kysely';
import type { Db } from '#platform/database/database.ts';
import type { AccountLine, LedgerKind } from '../contract.ts';
import type { SaleTotals } from '../rules.ts';

export interface NewTransaction {
  kind: LedgerKind;
  bookingId?: string | undefined;
  paymentId?: string | undefined;
  /** The number of the refund, dispute, transfer, payout or decision that causes it. */
  ref?: string | null | undefined;
  lines: AccountLine[];
}

/**
 * Books a transaction with its lines. Returns false when one of the same kind, booking, payment and `ref` is booked
 * already. The database refuses lines that do not sum to zero, at commit.
 */
export async function insertTransaction(db: Db, transaction: NewTransaction): Promise<boolean> {
  const { kind, bookingId = null, paymentId = null, ref = null } = transaction;
  // Balances are locked in the order of their accounts.
  const lines = transaction.lines.toSorted((one, other) => (one.account < other.account ? -1 : 1));
  const amount = lines.reduce((sum, line) => sum + Math.max(0, line.amount), 0);
  const { rows } = await sql`
    with booked as (
      insert into ledger_transactions (kind, booking_id, payment_id, ref, amount_poisha)
      values (${kind}, ${bookingId}, ${paymentId}, ${ref}, ${amount})
      on conflict (booking_id, payment_id, kind, ref) do nothing returning id)
    insert into ledger_lines (transaction_id, account, amount_poisha)
    select booked.id, line.account, line.amount
    from booked, unnest(${lines.map(({ account }) => account)}::text[], ${lines.map((line) => line.amount)}::bigint[])
      as line (account, amount)
    returning account`.execute(db);
  return rows.length > 0;
}

/** Locks the balance of an account and returns it, in poisha; 0 when nothing was booked to it. */
export async function lockBalance(db: Db, account: string): Promise<number> {
  const row = await db
    .selectFrom('ledger_balances')
    .select('balance_poisha')
    .where('account', '=', account)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return row?.balance_poisha ?? 0;
}

/** Selects the balances of held, seller and payout accounts, in poisha. Accounts without transactions are absent. */
export async function selectBalances(db: Db, accounts: readonly string[]): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('ledger_balances')
    .select(['account', 'balance_poisha'])
    .where('account', '=', sql<string>`any(${[...accounts]})`)
    .execute();
  return new Map(rows.map(({ account, balance_poisha }) => [account, balance_poisha]));
}

/** The money of one sale outside its booking, and the data of its booking. */
export interface SaleAccounts extends SaleTotals {
  /** Due back to the buyer, in poisha. */
  due: number;
  /** State of the booking. */
  state: string;
  /** How often money of the sale was released. */
  releases: number;
}

/** Finds the money of one sale outside its booking, in poisha. @throws Error when there is no such booking. */
export async function findSaleAccounts(db: Db, bookingId: string, sellerId: string): Promise<SaleAccounts> {
  const { rows } = await sql<SaleAccounts>`
    select b.state,
      coalesce((select due_poisha from booking_dues where booking_id = b.id), 0)::bigint as due,
      coalesce(-sum(l.amount_poisha) filter (where l.account = 'seller:' || ${sellerId}), 0)::bigint as seller,
      coalesce(-sum(l.amount_poisha) filter (where l.account = 'fees'), 0)::bigint as fees,
      coalesce(sum(l.amount_poisha) filter (where l.account = 'losses'), 0)::bigint as losses,
      count(distinct t.id) filter (where t.kind = 'release') as releases
    from bookings b left join ledger_transactions t on t.booking_id = b.id and t.kind in ('release', 'take_back', 'correction')
      left join ledger_lines l on l.transaction_id = t.id
    where b.id = ${bookingId} group by b.id`.execute(db);
  const [found] = rows;
  if (!found) throw new Error(`There is no booking ${bookingId}.`);
  return found;
}
