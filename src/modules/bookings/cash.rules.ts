/**
 * The reasons against cash: the store or the seller takes none, the buyer has two open cash bookings, or missed two
 * pick-ups. A seller that missed two takes none; the buyer does not learn why.
 */
export const CASH_REFUSALS = ['store', 'seller', 'open', 'noShows'] as const;
export type CashRefusal = (typeof CASH_REFUSALS)[number];

/** Open cash bookings of one buyer. */
export const CASH_MAX_BOOKINGS = 2;
/** No-shows within NO_SHOW_DAYS after which cash is refused. */
export const NO_SHOWS_MAX_COUNT = 2;
export const NO_SHOW_DAYS = 90;
