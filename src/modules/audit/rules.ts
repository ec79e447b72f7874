/** Changes by admins, exports of data, and roles that people add to their own account. */
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
  'start-selling',
  'start-buying',
] as const;
export type AuditAction = (typeof AUDIT_ACTIONS)[number];

/** Lists that an admin may download. */
export const EXPORTED_LISTS = ['buyers', 'sellers', 'orders'] as const;
export type ExportedList = (typeof EXPORTED_LISTS)[number];
