/** A booking's life. `held` is unpaid within its hold; the database lets one `held` or `paid` stand for a product. */
export type BookingState = 'held' | 'paid' | 'expired' | 'cancelled' | 'refunded';

const NEXT: Record<BookingState, readonly BookingState[]> = {
  held: ['paid', 'expired', 'cancelled'],
  // A payment that was under way when the hold ended revives the booking, if nobody else has the product.
  expired: ['paid'],
  cancelled: [],
  paid: ['refunded'],
  refunded: [],
};

export function mayBecome(from: BookingState, to: BookingState): boolean {
  return NEXT[from].includes(to);
}

export interface Hold {
  state: BookingState;
  /** When an unpaid booking ends; null once it is no longer held. */
  holdUntil: Date | null;
}

/** Whether a booking can be paid at this instant. */
export function isPayable(booking: Hold, now: Date): boolean {
  return booking.state === 'held' && booking.holdUntil !== null && booking.holdUntil > now;
}
