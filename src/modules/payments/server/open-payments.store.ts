import { sql } from 'kysely';
import type { Db } from '#platform/database/database.ts';
import type { PaymentState } from '../rules.ts';

/** Longest time of a request that takes money, with its retries. */
export const CONFIRM_MINUTES = 2;

/** A payment of a booking that waits for its buyer. */
export interface OpenPayment {
  id: string;
  provider: string;
  intent: string;
  redirectUrl: string | null;
  /** The provider refused it: its page is over. */
  hasFailed: boolean;
  /** The provider may be taking the money now. */
  isConfirming: boolean;
  ageMinutes: number;
}

/**
 * Finds the open payments of a booking, and counts all payments of one provider. One query reads both, so that concurrent
 * requests number their payments equally.
 */
export async function findOpenPayments(
  db: Db,
  bookingId: string,
  provider: string,
): Promise<{ open: OpenPayment[]; count: number }> {
  const { rows } = await sql<OpenPayment & { isOpen: boolean; count: number }>`
    select id, provider, intent, redirect_url as "redirectUrl", state = 'failed' as "hasFailed", state in ('created', 'failed') as "isOpen",
      coalesce(confirming_at > now() - make_interval(mins => ${CONFIRM_MINUTES}), false) as "isConfirming",
      extract(epoch from now() - created_at)::float / 60 as "ageMinutes",
      count(*) filter (where provider = ${provider}) over () as count
    from payments where booking_id = ${bookingId}`.execute(db);
  return { open: rows.filter(({ isOpen }) => isOpen), count: rows[0]?.count ?? 0 };
}

/** Whether a booking has, besides these ids, a payment that took money or an open one by another provider. */
export async function hasRival(db: Db, bookingId: string, provider: string, ids: string[]): Promise<boolean> {
  const row = await db
    .selectFrom('payments')
    .select('id')
    .where('booking_id', '=', bookingId)
    .where(sql<boolean>`(state in ('review', 'succeeded')
      or (state in ('created', 'failed') and provider <> ${provider} and id <> all(${ids}::uuid[])))`)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Ends an open payment here: no money is taken by the store's own act any more. Returns false when it is being confirmed. */
export async function updateEnded(db: Db, id: string): Promise<boolean> {
  const result = await db
    .updateTable('payments')
    .set({ state: 'cancelled' })
    .where('id', '=', id)
    .where('state', 'in', ['created', 'failed'])
    .where(sql<boolean>`(confirming_at is null or confirming_at <= now() - make_interval(mins => ${CONFIRM_MINUTES}))`)
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

/** A page of a provider is dead after so long. */
const PAGE_MAX_MINUTES = 60;

/** Ends the open payments of providers whose money was never taken: one of them, or those whose page is dead. */
export async function updateAbandoned(db: Db, providers: string[], id?: string): Promise<boolean> {
  const result = await db
    .updateTable('payments')
    .set({ state: 'cancelled' })
    .where('state', 'in', ['created', 'failed'])
    .where('confirming_at', 'is', null)
    .where(sql<boolean>`provider = any(${providers}::text[])`)
    .$if(id !== undefined, (query) => query.where('id', '=', id ?? ''))
    .$if(id === undefined, (query) =>
      query.where('created_at', '<', sql<Date>`now() - make_interval(mins => ${PAGE_MAX_MINUTES})`),
    )
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

/** Notes that the money of an open payment is taken now. Returns false when the payment is not open. */
export async function updateConfirming(db: Db, provider: string, intent: string): Promise<boolean> {
  const result = await db
    .updateTable('payments')
    .set({ confirming_at: sql<Date>`now()` })
    .where('provider', '=', provider)
    .where('intent', '=', intent)
    .where('state', 'in', ['created', 'failed'])
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

/** Notes that the outcome of taking the money is known. */
export async function updateConfirmed(db: Db, provider: string, intent: string): Promise<void> {
  await db
    .updateTable('payments')
    .set({ confirming_at: null })
    .where('provider', '=', provider)
    .where('intent', '=', intent)
    .execute();
}

/** Finds the latest payment of a buyer's booking, its successful one first. */
export async function findLatestPayment(db: Db, bookingId: string, buyerId: string) {
  const row = await db
    .selectFrom('payments as p')
    .innerJoin('bookings as b', 'b.id', 'p.booking_id')
    .select(['p.provider', 'p.intent', 'p.state', sql<boolean>`p.confirming_at is not null`.as('isConfirming')])
    .where('p.booking_id', '=', bookingId)
    .where('b.buyer_id', '=', buyerId)
    .orderBy(sql`p.state in ('succeeded', 'review')`, 'desc')
    .orderBy('p.created_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row && { ...row, state: row.state as PaymentState };
}
