/** What an admin does that changes something for others, or takes data away. */
export const ACTS = [
  'verify-seller',
  'delete-person',
  'keep-listing',
  'remove-listing',
  'answer-message',
  'reopen-message',
  'add-synonyms',
  'change-synonyms',
  'remove-synonyms',
  'record-refund',
  'export',
  'add-admin',
  'remove-admin',
] as const;
export type Act = (typeof ACTS)[number];

/** The lists that an admin may take away as a file. */
export const LISTS = ['buyers', 'sellers', 'orders'] as const;
export type List = (typeof LISTS)[number];
