import { randomUUIDv7 } from 'node:crypto';
import { sql } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import type { Quality } from '#modules/catalogue/rules.ts';
import type { Db } from '#platform/database/database.ts';
import type { ExpiringTable } from '#platform/jobs/cleanup.job.ts';
import type { DisputeSide, Outcome, ThreadEntryKind } from '../rules.ts';

/** The thread of a dispute, with its photos, is deleted twelve months after its end. */
export const EXPIRING_THREADS: ExpiringTable[] = [{ table: 'dispute_words', since: 'ended_at', kept: '12 months' }];

export interface NewThreadEntry {
  disputeId: string;
  kind: ThreadEntryKind;
  by: DisputeSide | 'store';
  text?: string | undefined;
  amountPoisha?: number | null | undefined;
  /** Outcome and return of a decision. */
  facts?: { outcome: Outcome; withReturn: boolean };
  /** Paths of the photos. */
  images?: readonly string[] | undefined;
}

/** Inserts a part of a dispute's thread with its photos. */
export async function insertThreadEntry(db: Db, word: NewThreadEntry): Promise<void> {
  const { disputeId, kind, by, text = '', amountPoisha = null, facts, images = [] } = word;
  const id = randomUUIDv7();
  await db
    .insertInto('dispute_words')
    .values({
      id,
      dispute_id: disputeId,
      kind,
      by,
      text,
      amount_poisha: amountPoisha,
      facts: facts ? JSON.stringify(facts) : null,
    })
    .execute();
  if (images.length > 0)
    await db
      .insertInto('dispute_photos')
      .values(images.map((image, position) => ({ word_id: id, position, image })))
      .execute();
}

/** Inserts the booked listing as the first entry of the thread. An old booking has no copy: then the current listing. */
export async function insertListing(db: Db, disputeId: string, bookingId: string): Promise<void> {
  const id = randomUUIDv7();
  await sql`insert into dispute_words (id, dispute_id, kind, by, text, facts)
    select ${id}, ${disputeId}, 'listing', 'seller', '', coalesce(b.listing, listing_of(p))
    from bookings b join products p on p.id = b.product_id where b.id = ${bookingId}`.execute(db);
  await sql`insert into dispute_photos (word_id, position, image)
    select ${id}, position, image from booking_photos where booking_id = ${bookingId}`.execute(db);
}

/** The statement that marks a dispute's words as those of an ended dispute. */
export function endThread(db: Pick<Db, 'updateTable'>, disputeId: string) {
  return db.updateTable('dispute_words').set({ ended_at: sql`now()` }).where('dispute_id', '=', disputeId);
}

/** The listing of a booking, in poisha. */
export interface ListingFacts {
  name: string;
  description: string;
  image: string;
  pricePoisha: number;
  originalPoisha: number;
  quality: Quality;
  yearsUsed: number;
}

/** Returns the thread of a dispute, oldest first. */
export async function selectThread(db: Db, disputeId: string) {
  return db
    .selectFrom('dispute_words as w')
    .select(['w.id', 'w.text', 'w.amount_poisha', 'w.at'])
    .select([
      sql<ThreadEntryKind>`w.kind`.as('kind'),
      sql<DisputeSide | 'store'>`w.by`.as('by'),
      sql<ListingFacts | { outcome: Outcome; withReturn: boolean } | null>`w.facts`.as('facts'),
    ])
    .select((select) =>
      jsonArrayFrom(
        select
          .selectFrom('dispute_photos as p')
          .select('p.image')
          .whereRef('p.word_id', '=', 'w.id')
          .orderBy('p.position'),
      ).as('photos'),
    )
    .where('w.dispute_id', '=', disputeId)
    .orderBy('w.id')
    .execute();
}

/** Deletes the words of an erased person, and the listings of their items. Decisions, outcomes and sums stay. */
export async function clearThreadOf(db: Db, userId: string): Promise<void> {
  const own = sql`select w.id from dispute_words w join disputes d on d.id = w.dispute_id
    where (d.buyer_id = ${userId} and w.by = 'buyer') or (d.seller_id = ${userId} and w.by = 'seller')`;
  await sql`with own as materialized (${own}), photos as (delete from dispute_photos where word_id in (select id from own))
    update dispute_words set text = '', facts = case kind when 'listing' then '{}'::jsonb else facts end
    where id in (select id from own)`.execute(db);
}
