import { randomUUIDv7 } from 'node:crypto';
import { type Selectable, sql } from 'kysely';
import type { Party } from '#modules/bookings/rules.ts';
import type { Db } from '#platform/database/database.ts';
import type { Disputes } from '#platform/database/database.types.ts';
import type { DisputeReason, DisputeSide, DisputeState, DisputeTimes, Outcome, Settlement } from '../rules.ts';
import { endThread } from './dispute-thread.store.ts';

/** A dispute as its rules read it, at the database's time `now`. */
export interface DisputeRow extends DisputeTimes {
  id: string;
  bookingId: string;
  sellerId: string;
  buyerId: string;
  settledBy: Party | null;
  openedAt: Date;
  answerMinutes: number;
  decisions: number;
  decidedBy: string | null;
  decidedAt: Date | null;
  now: Date;
}

export interface NewDispute {
  id: string;
  bookingId: string;
  reason: DisputeReason;
  wantedPoisha: number | null;
  answerMinutes: number;
  returnMinutes: number;
}

/** Inserts the dispute of a booking. Returns false when it has one. */
export async function insertDispute(db: Db, dispute: NewDispute): Promise<boolean> {
  const { id, bookingId, reason, wantedPoisha, answerMinutes, returnMinutes } = dispute;
  const { numAffectedRows } = await sql`
    insert into disputes (id, booking_id, seller_id, buyer_id, price_poisha, currency, reason, wanted_poisha, answer_minutes,
      return_minutes, until)
    select ${id}, b.id, b.seller_id, b.buyer_id, b.price_poisha, b.currency, ${reason}, ${wantedPoisha}::bigint, ${answerMinutes}::int,
      ${returnMinutes}::int, now() + make_interval(mins => ${answerMinutes}::int)
    from bookings b where b.id = ${bookingId}
    on conflict (booking_id) do nothing`.execute(db);
  return numAffectedRows === 1n;
}

/** Finds the booking of a dispute, as its id. */
export async function findBookingOfDispute(db: Db, id: string): Promise<string | undefined> {
  const row = await db.selectFrom('disputes').select('booking_id').where('id', '=', id).executeTakeFirst();
  return row?.booking_id;
}

/** Finds the dispute of a booking that is not closed, as its id. */
export async function findOpenDispute(db: Db, bookingId: string): Promise<string | undefined> {
  const open = db
    .selectFrom('disputes')
    .select('id')
    .where('booking_id', '=', bookingId)
    .where('state', '<>', 'closed');
  return (await open.executeTakeFirst())?.id;
}

/** Locks a dispute, whose booking is locked by the caller. */
export async function lockDispute(db: Db, id: string): Promise<DisputeRow> {
  const row = await db
    .selectFrom('disputes')
    .selectAll()
    .select(sql<Date>`now()`.as('now'))
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
  return termsOf(row);
}

/** A row of disputes, with the time of the database. */
export type RawDispute = Selectable<Disputes> & { now: Date };

/** The columns of a dispute, as rules read them. */
export function termsOf(row: RawDispute): DisputeRow {
  const { outcome, amount_poisha: amountPoisha, with_return: withReturn } = row;
  return {
    id: row.id,
    bookingId: row.booking_id,
    sellerId: row.seller_id,
    buyerId: row.buyer_id,
    state: row.state as DisputeState,
    reason: row.reason as DisputeReason,
    pricePoisha: row.price_poisha,
    wantedPoisha: row.wanted_poisha,
    offeredPoisha: row.offered_poisha,
    until: row.until,
    settlement:
      outcome === null || amountPoisha === null || withReturn === null
        ? null
        : { outcome: outcome as Outcome, amountPoisha, withReturn },
    settledBy: row.settled_by as Party | null,
    appealUntil: row.appeal_until,
    appealed: { buyer: row.buyer_appealed_at !== null, seller: row.seller_appealed_at !== null },
    returnTriedAt: row.return_tried_at,
    since: row.since,
    openedAt: row.opened_at,
    answerMinutes: row.answer_minutes,
    returnMinutes: row.return_minutes,
    decisions: row.decisions,
    decidedBy: row.decided_by,
    decidedAt: row.decided_at,
    refundedPoisha: row.refunded_poisha,
    endedAt: row.ended_at,
    now: row.now,
  };
}

/** A change of a dispute's state. Without `from` it begins now. */
interface Move {
  state: DisputeState;
  until: Date | null;
  from?: Date | undefined;
}

const orNow = (from: Date | undefined) => from ?? sql<Date>`now()`;

/** Stores the seller's offer. The buyer replies until `until`. */
export async function updateAnswered(db: Db, id: string, offeredPoisha: number | null, until: Date): Promise<void> {
  const values = { state: 'reply', until, since: sql<Date>`now()`, offered_poisha: offeredPoisha };
  await db.updateTable('disputes').set(values).where('id', '=', id).execute();
}

/**
 * Waits for a decision. Nothing is settled then. A seller who contradicts a return leaves the buyer the time of an answer
 * to respond.
 */
export async function updateUndecided(db: Db, id: string, from?: Date, appealBy?: DisputeSide): Promise<void> {
  await db
    .updateTable('disputes')
    .set({
      state: 'decision',
      until: null,
      since: orNow(from),
      outcome: null,
      amount_poisha: null,
      with_return: null,
      settled_by: null,
      return_tried_at: null,
      ...(appealBy === 'seller' && {
        appeal_until: sql`case when return_tried_at is null or appeal_until is null then appeal_until
          else greatest(appeal_until, now() + make_interval(mins => answer_minutes)) end`,
      }),
      ...(appealBy && { [`${appealBy}_appealed_at`]: sql`now()` }),
    })
    .where('id', '=', id)
    .execute();
}

const settled = ({ outcome, amountPoisha, withReturn }: Settlement, by: Party) => ({
  outcome,
  amount_poisha: amountPoisha,
  with_return: withReturn,
  settled_by: by,
});

/** Settles a dispute, which waits for the return or for the end of the time for an appeal. */
export async function updateSettled(db: Db, id: string, settlement: Settlement, by: Party, move: Move): Promise<void> {
  const { state, until, from } = move;
  await db
    .updateTable('disputes')
    .set({ ...settled(settlement, by), state, until, since: orNow(from) })
    .where('id', '=', id)
    .execute();
}

/** Records the admin of a decision, and the time for an appeal. A decision that ends the dispute also ends its thread. */
export async function updateDecided(
  db: Db,
  id: string,
  decision: { adminId: string; settlement: Settlement; state: DisputeState; until: Date | null; appealUntil: Date },
): Promise<void> {
  const { adminId, settlement, state, until, appealUntil } = decision;
  await db
    .updateTable('disputes')
    .set({
      ...settled(settlement, 'store'),
      state,
      until,
      since: sql`now()`,
      decisions: sql`decisions + 1`,
      decided_by: adminId,
      decided_at: sql`now()`,
      appeal_until: appealUntil,
      ...(state === 'closed' && { ended_at: sql`now()`, refunded_poisha: settlement.amountPoisha }),
    })
    .where('id', '=', id)
    .execute();
  if (state === 'closed') await endThread(db, id).execute();
}

/** Ends a dispute and its words with the amount that goes back, at a passed deadline or now. */
export async function updateClosed(
  db: Db,
  id: string,
  end: { settlement: Settlement; by: Party; refundedPoisha: number; at?: Date | undefined },
): Promise<void> {
  const { settlement, by, refundedPoisha, at } = end;
  await db
    .with('words', (db) => endThread(db, id))
    .updateTable('disputes')
    .set({
      ...settled(settlement, by),
      state: 'closed',
      until: null,
      since: orNow(at),
      ended_at: orNow(at),
      refunded_poisha: refundedPoisha,
    })
    .where('id', '=', id)
    .execute();
}

/** Stores the buyer's claim that they returned the item. The seller has the time of an answer to contradict. */
export async function updateReturnTried(db: Db, id: string): Promise<void> {
  await db
    .with('word', (db) =>
      db
        .insertInto('dispute_words')
        .values({ id: randomUUIDv7(), dispute_id: id, kind: 'tried', by: 'buyer', text: '' }),
    )
    .updateTable('disputes')
    .set({
      return_tried_at: sql`now()`,
      until: sql`greatest(until, now() + make_interval(mins => answer_minutes))`,
    })
    .where('id', '=', id)
    .execute();
}

/** Selects disputes with a passed deadline that no job applied, in random order, so that failing ones block no other. */
export async function selectDueDisputes(db: Db, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from disputes where state <> 'closed' and until <= now() order by random() limit ${limit}`.execute(db);
  return rows.map(({ id }) => id);
}
