import { sql } from 'kysely';
import type { Db } from '#platform/database/database.ts';
import type { Keyset } from '#platform/database/keyset.ts';
import { HOLD_NOW, MONEY_STATE, STATE_NOW } from './store.ts';

export type BuyerRow = Awaited<ReturnType<typeof selectBookingsOfSeller>>[number];

/** Who booked a seller's products, newest first. `buyer_name` is null for somebody whose account is gone. */
export function selectBookingsOfSeller(db: Db, sellerId: string, limit: number, after: Keyset | undefined) {
  return db
    .selectFrom('bookings as b')
    .leftJoin('users as u', (join) => join.onRef('u.id', '=', 'b.buyer_id').on('u.status', '=', 'active'))
    .select(['b.id', 'b.product_id', 'b.item_name', 'b.item_image', 'b.price_poisha', 'b.pickup', 'b.created_at'])
    .select([
      'u.name as buyer_name',
      STATE_NOW.as('state'),
      MONEY_STATE.as('money_state'),
      HOLD_NOW.as('hold_until'),
      sql<string>`b.created_at::text`.as('cursor_at'),
    ])
    .where('b.seller_id', '=', sellerId)
    .$if(after !== undefined, (query) =>
      query.where(sql<boolean>`(b.created_at, b.id) < (${after?.at}::timestamptz, ${after?.id}::uuid)`),
    )
    .orderBy('b.created_at', 'desc')
    .orderBy('b.id', 'desc')
    .limit(limit)
    .execute();
}
