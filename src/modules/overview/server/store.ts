import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#platform/database/database.ts';
import { COUNTED_MAX_ROWS, type Measure, type Overview, type Task } from '../contract.ts';

const DAY_COUNT = 30;

/** The rows of each measure, and the column of the day that they count for. Each has an index. */
const EVENTS: Record<Measure, { rows: RawBuilder<unknown>; at: RawBuilder<unknown> }> = {
  listed: { rows: sql`products where true`, at: sql`created_at` },
  booked: { rows: sql`bookings where true`, at: sql`created_at` },
  paid: { rows: sql`bookings where paid_at is not null`, at: sql`paid_at` },
  handedOver: { rows: sql`bookings where handed_over_at is not null`, at: sql`handed_over_at` },
  disputed: { rows: sql`disputes where true`, at: sql`opened_at` },
  refunded: { rows: sql`ledger_transactions where kind in ('refund', 'by_hand')`, at: sql`at` },
  waiting: { rows: sql`payouts where state in ('due', 'sent')`, at: sql`requested_at` },
};

const TASK_ROWS: Record<Task, RawBuilder<unknown>> = {
  disputes: sql`undecided_disputes`,
  payouts: sql`payouts where state = 'due'`,
  refunds: sql`payments where state in ('refund_due', 'review') or disputed_at is not null or part_due_poisha > 0`,
  reports: sql`report_cases where decided_at is null`,
  messages: sql`contact_messages where answered_at is null`,
};

const counted = (rows: RawBuilder<unknown>) =>
  sql`(select count(*)::int from (select from ${rows} limit ${sql.lit(COUNTED_MAX_ROWS)}) as counted)`;

/** Payments without a booking in a reply. */
const UNKNOWN_MAX_ROWS = 20;

const UNKNOWN = sql`select json_build_object('provider', provider, 'transactionId', intent, 'amount', amount_poisha / 100.0,
    'at', to_char(seen_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')) as entry
  from unknown_captures where seen_at > now() - make_interval(days => ${sql.lit(DAY_COUNT)})
  order by seen_at desc limit ${sql.lit(UNKNOWN_MAX_ROWS)}`;

const jsonOf = (numbers: [name: string, count: RawBuilder<unknown>][]) =>
  sql`json_build_object(${sql.join(numbers.flatMap(([name, count]) => [sql.lit(name), count]))})`;

const DAY_NUMBERS = jsonOf(
  Object.entries(EVENTS).map(([name, { rows, at }]) => [
    name,
    counted(sql`${rows} and ${at} >= d.start_at and ${at} < d.end_at`),
  ]),
);
const NO_TASKS: Overview['tasks'] = { disputes: 0, payouts: 0, refunds: 0, reports: 0, messages: 0 };
const TASK_NUMBERS = jsonOf(Object.entries(TASK_ROWS).map(([name, rows]) => [name, counted(rows)]));

/** Counts the events of each of the last days in Dhaka, and the work that waits for admins. */
export async function countOverview(db: Db): Promise<Overview> {
  const { rows } = await sql<Overview>`
    with days as (
      select day, day::timestamp at time zone 'Asia/Dhaka' as start_at, (day + 1)::timestamp at time zone 'Asia/Dhaka' as end_at
      from (select (now() at time zone 'Asia/Dhaka')::date - n as day from generate_series(0, ${sql.lit(DAY_COUNT - 1)}) as n) as dates)
    select (select json_agg(json_build_object('day', d.day, 'numbers', ${DAY_NUMBERS}) order by d.day) from days as d) as days,
      ${TASK_NUMBERS} as tasks, (select coalesce(json_agg(entry), '[]') from (${UNKNOWN}) as entries) as unknown`.execute(
    db,
  );
  return rows[0] ?? { days: [], tasks: NO_TASKS, unknown: [] };
}

/** Counts the work that waits for admins. Runs for every page of an admin. */
export async function countTasks(db: Db): Promise<Overview['tasks']> {
  const { rows } = await sql<Pick<Overview, 'tasks'>>`select ${TASK_NUMBERS} as tasks`.execute(db);
  return rows[0]?.tasks ?? NO_TASKS;
}
