/** The states of a booking. `held` is unpaid within its hold. The database allows one `held` or `paid` per product. */
export type BookingState = 'held' | 'paid' | 'expired' | 'cancelled' | 'refunded';

const NEXT: Record<BookingState, readonly BookingState[]> = {
  held: ['paid', 'expired', 'cancelled'],
  // A payment in progress at the end of the hold revives the booking, if the product is still free.
  expired: ['paid'],
  cancelled: [],
  paid: ['refunded'],
  refunded: [],
};

/** Where the money of a booking is, when it is not simply with the store: a bank holds it, or it is still to go back. */
export const MONEY_STATES = ['disputed', 'refund_due'] as const;
export type MoneyState = (typeof MONEY_STATES)[number];

export function mayBecome(from: BookingState, to: BookingState): boolean {
  return NEXT[from].includes(to);
}

/**
 * The state of a booking as people see it: where its money is, when that is not what its state says. A payment that is due
 * back beside the one that counts changes nothing for a booking that is held or paid.
 */
export function shownState({ state, moneyState }: { state: BookingState; moneyState?: MoneyState | undefined }) {
  if (moneyState === 'disputed') return moneyState;
  return moneyState && state !== 'held' && state !== 'paid' ? moneyState : state;
}

/** Whether a booking can be paid now. A hold that ran out reads as expired, by the database's clock. */
export function isPayable(state: BookingState | MoneyState): state is 'held' {
  return state === 'held';
}
