/** What a message to the store can be about. */
export const SUBJECTS = ['account', 'booking-or-payment', 'listing', 'safety', 'press-or-jobs', 'other'] as const;
export type Subject = (typeof SUBJECTS)[number];

export const MESSAGE_STATES = ['open', 'answered'] as const;
export type MessageState = (typeof MESSAGE_STATES)[number];

/** The longest message, in characters. */
export const MESSAGE_MAX = 4000;

/** How many messages may come in an hour from one network address, and as many under one e-mail. */
export const MESSAGES_PER_HOUR = 5;
