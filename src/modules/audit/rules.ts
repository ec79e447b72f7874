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
  'retry-refund',
  'release-payment',
  'refund-payment',
  'send-payout',
  'make-payout-file',
  'transfer-payout',
  'confirm-payout',
  'fail-payout',
  'export',
  'add-admin',
  'remove-admin',
  'start-selling',
  'start-buying',
  'decide-dispute',
] as const;
export type AuditAction = (typeof AUDIT_ACTIONS)[number];

/** Lists that an admin may download on their pages. */
export const PAGE_LISTS = ['buyers', 'sellers', 'orders'] as const;

/** Lists whose download is in the audit log. */
export const EXPORTED_LISTS = [...PAGE_LISTS, 'payouts'] as const;
export type ExportedList = (typeof EXPORTED_LISTS)[number];
export type PageList = (typeof PAGE_LISTS)[number];

/** Kinds of targets that have a name. */
export const TARGET_KINDS = [
  'person',
  'seller',
  'item',
  'removed-item',
  'payment',
  'dispute',
  'payout',
  'message',
  'search-words',
] as const;
export type TargetKind = (typeof TARGET_KINDS)[number];
