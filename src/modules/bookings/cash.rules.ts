/**
 * The reasons against cash: the store or the seller takes none, the buyer has two open cash bookings, or missed two
 * pick-ups. A seller that missed two takes none; the buyer does not learn why.
 */
export const CASH_REFUSALS = ['store', 'seller', 'open', 'noShows'] as const;
export type CashRefusal = (typeof CASH_REFUSALS)[number];

/** Open cash bookings of one buyer. */
export const CASH_MAX_BOOKINGS = 2;
/** No-shows within NO_SHOW_DAYS that end the privilege of cash. */
export const NO_SHOWS_MAX_COUNT = 2;
export const NO_SHOW_DAYS = 90;

/** Minutes before the pick-up time in which a side that calls off can be reported all the same. */
export const LATE_CALL_OFF_MINUTES = 60;

/** Whether a side that calls a cash booking off now can be reported as a no-show. */
export function isLateCallOff(pickupUntil: Date, now: Date): boolean {
  return now.getTime() > pickupUntil.getTime() - LATE_CALL_OFF_MINUTES * 60_000;
}
