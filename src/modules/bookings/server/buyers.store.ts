import type { Db } from '#platform/database/database.ts';
import { type PageRequest, selectPage } from '#platform/database/keyset.ts';
import { BOOKING_ORDER, HOLD_NOW, MONEY_STATE, STATE_NOW } from './store.ts';

export type BuyerRow = Awaited<ReturnType<typeof selectBookingsOfSeller>>['rows'][number];

/** Returns a page of the bookings of a seller's products, newest first. `buyer_name` is null for an erased buyer. */
export function selectBookingsOfSeller(db: Db, sellerId: string, page: PageRequest) {
  const bookings = db
    .selectFrom('bookings as b')
    .leftJoin('users as u', (join) => join.onRef('u.id', '=', 'b.buyer_id').on('u.status', '=', 'active'))
    .select(['b.id', 'b.product_id', 'b.item_name', 'b.item_image', 'b.price_poisha', 'b.pickup', 'b.created_at'])
    .select(['u.name as buyer_name', STATE_NOW.as('state'), MONEY_STATE.as('money_state'), HOLD_NOW.as('hold_until')])
    .where('b.seller_id', '=', sellerId);
  return selectPage(bookings, BOOKING_ORDER, page);
}
