import { sql } from 'kysely';
import type { Db } from '#platform/database/database.ts';
import type { PastPayment } from '#sandbox/card-gateway/past-payments.ts';

const HOUR_S = 60 * 60;

/** The columns of times, and the trigger that refuses their change. */
const TIMES: [table: string, columns: string[], trigger?: string][] = [
  [
    'bookings',
    [
      'created_at',
      'hold_until',
      'paid_at',
      'pickup_until',
      'pickup_ends_at',
      'claimed_until',
      'handed_over_at',
      'inspect_until',
    ],
  ],
  ['booking_steps', ['at'], 'step_stays'],
  ['payments', ['created_at', 'updated_at']],
  ['no_shows', ['reported_at', 'contradict_until']],
  ['disputes', ['opened_at', 'since', 'until', 'decided_at', 'appeal_until', 'ended_at'], 'dispute_moves'],
  ['dispute_words', ['at', 'ended_at'], 'words_stay'],
  ['ledger_transactions', ['at'], 'ledger_append_only'],
  ['payout_accounts', ['changed_at', 'payable_from']],
  ['payouts', ['requested_at', 'state_at'], 'payout_moves'],
  ['admin_acts', ['at'], 'admin_acts_append_only'],
];

/**
 * Moves all times of the trade into the past by some hours, in the database and at the card gateway. Checks the deferred
 * constraints first. For the filling of an empty database only.
 */
export async function backdate(db: Db, payments: readonly PastPayment[], hours: number): Promise<void> {
  const ago = sql.lit(`${hours} hours`);
  await sql`set constraints all immediate`.execute(db);
  await sql`update products set created_at = created_at - ${ago}::interval where id in (select product_id from bookings)`.execute(
    db,
  );
  for (const [table, columns, trigger] of TIMES) {
    const switched = (on: string) =>
      sql`alter table ${sql.table(table)} ${sql.raw(on)} trigger ${sql.ref(trigger ?? '')}`;
    if (trigger) await switched('disable').execute(db);
    const moved = columns.map((column) => sql`${sql.ref(column)} = ${sql.ref(column)} - ${ago}::interval`);
    await sql`update ${sql.table(table)} set ${sql.join(moved)}`.execute(db);
    if (trigger) await switched('enable').execute(db);
  }
  await sumMonths(db);
  await sql`set constraints all deferred`.execute(db);
  for (const { intent, charge, refunds } of payments)
    for (const one of [intent, charge, ...refunds]) one.created -= hours * HOUR_S;
}

/** Sums the ledger by month again, after its times have changed. */
async function sumMonths(db: Db): Promise<void> {
  await sql`alter table ledger_months disable trigger months_follow_lines`.execute(db);
  await sql`delete from ledger_months`.execute(db);
  await sql`insert into ledger_months table ledger_month_sums`.execute(db);
  await sql`alter table ledger_months enable trigger months_follow_lines`.execute(db);
}
