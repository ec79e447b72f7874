export const SUBJECTS = ['account', 'booking-or-payment', 'listing', 'safety', 'press-or-jobs', 'other'] as const;
export type Subject = (typeof SUBJECTS)[number];

export const MESSAGE_STATES = ['open', 'answered'] as const;
export type MessageState = (typeof MESSAGE_STATES)[number];

export const MESSAGE_MAX_CHARS = 4000;

/** Rate limit for each network, and for each e-mail. */
export const MESSAGES_PER_HOUR = 5;
