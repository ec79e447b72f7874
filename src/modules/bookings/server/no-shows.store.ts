import { sql } from 'kysely';
import type { Db } from '#platform/database/database.ts';
import { LATE_CALL_OFF_MINUTES } from '../late-call-off.rules.ts';

/** Days after the end of a cash booking in which a no-show can be reported. */
const REPORT_MAX_DAYS = 7;

/** Returns the SQL of whether a side called a booking `b` off shortly before its pick-up time. */
function calledOffLate(side: 'buyer' | 'seller') {
  return sql`(b.state = 'cancelled' and exists (select from booking_steps s where s.booking_id = b.id and s.step = 'called_off'
    and s.by = ${side} and s.at > b.pickup_until - make_interval(mins => ${LATE_CALL_OFF_MINUTES}::int)))`;
}

/**
 * Returns the SQL of two times for one side of a booking `b`: from when it may report that the other
 * did not come, and until when it may contradict such a report. Null when it may not. The pick-up time of a cash
 * booking is the end of its hold; an unpaid booking for which cash was not chosen has none.
 */
export function noShowTimes(side: 'buyer' | 'seller') {
  const absent = side === 'buyer' ? 'seller' : 'buyer';
  return {
    noShowFrom: sql<Date | null>`case when (b.state in ('held', 'expired') or ${calledOffLate(absent)})
        and b.pickup_until > now() - make_interval(days => ${REPORT_MAX_DAYS}::int)
        and not exists (select from no_shows n where n.booking_id = b.id and n.absent = ${absent}) then b.pickup_until end`,
    contradictUntil: sql<Date | null>`(select n.contradict_until from no_shows n where n.booking_id = b.id and n.absent = ${side}
        and n.contradicted_at is null and n.contradict_until > now())`,
  };
}

/** Inserts a report that one side did not come, after the pick-up time. Returns false when it cannot be reported. */
export async function insertNoShow(
  db: Db,
  { bookingId, absent, minutes }: { bookingId: string; absent: 'buyer' | 'seller'; minutes: number },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into no_shows (booking_id, absent, person_id, contradict_until)
    select b.id, ${absent}, ${absent === 'buyer' ? sql`b.buyer_id` : sql`b.seller_id`}, now() + make_interval(mins => ${minutes}::int)
    from bookings b where b.id = ${bookingId} and (state_now(b) = 'expired' or ${calledOffLate(absent)})
      and b.pickup_until between now() - make_interval(days => ${REPORT_MAX_DAYS}::int) and now()
    on conflict do nothing`.execute(db);
  return numAffectedRows === 1n;
}

/** Whether a side of a booking is reported as absent. */
export async function isReported(db: Db, bookingId: string, absent: 'buyer' | 'seller'): Promise<boolean> {
  const report = await db
    .selectFrom('no_shows')
    .select('absent')
    .where('booking_id', '=', bookingId)
    .where('absent', '=', absent)
    .executeTakeFirst();
  return report !== undefined;
}

/** Marks a report as contradicted by the absent side. Returns false without a report, and after its time. */
export async function updateContradicted(db: Db, bookingId: string, absent: 'buyer' | 'seller'): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update no_shows set contradicted_at = now()
    where booking_id = ${bookingId} and absent = ${absent} and contradicted_at is null and contradict_until > now()`.execute(
    db,
  );
  return numAffectedRows === 1n;
}
