import { ACCOUNT_DELETED, CANCELLED_UNPAID, NOT_FOR_SALE, TAKEN_DOWN } from '#modules/bookings/rules.ts';

export const CODE_CHARS = 6;
/** Wrong codes within CODE_WINDOW_MINUTES after which further tries are refused. */
export const CODE_TRIES_WINDOW_MAX_COUNT = 5;
export const CODE_WINDOW_MINUTES = 15;
export const REASON_MAX_CHARS = 500;

/** Codes of common reasons to call a booking off, translated where they are shown. Any other reason is a person's own text. */
export const CALL_OFF_REASONS = ['noTime', 'notNeeded', NOT_FOR_SALE, 'noAnswer'] as const;

/** Codes that the store records by itself. No person may give one. */
export const STORE_REASONS = [ACCOUNT_DELETED, CANCELLED_UNPAID, TAKEN_DOWN] as const;

export const REASON_CODES = [...CALL_OFF_REASONS, ...STORE_REASONS] as const;
