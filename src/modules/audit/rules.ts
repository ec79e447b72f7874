/** What an admin does that changes something for others, or takes data away. */
export const AUDIT_ACTIONS = [
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
export type AuditAction = (typeof AUDIT_ACTIONS)[number];

/** The lists that an admin may take away as a file. */
export const EXPORTED_LISTS = ['buyers', 'sellers', 'orders'] as const;
export type ExportedList = (typeof EXPORTED_LISTS)[number];
