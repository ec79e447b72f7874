import type { Db } from '#platform/database/database.ts';
import { findOrderFacts, type OrderFacts } from './orders.store.ts';
import { updateCashTold } from './sales.store.ts';

export type { OrderFacts };

/** Returns the facts of a booking that e-mails name; undefined for an unknown one. */
export function readOrderFacts(db: Db, bookingId: string): Promise<OrderFacts | undefined> {
  return findOrderFacts(db, bookingId);
}

/** Records that the seller of a booking was told of its cash. */
export function markCashTold(db: Db, bookingId: string): Promise<void> {
  return updateCashTold(db, bookingId);
}
