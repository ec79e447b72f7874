import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { isLower, isShipped, MODULES, moduleOf, ROOT, sources } from './support/sources.ts';

/**
 * The module that owns each table and view. A view over tables of higher modules belongs to the lower module that reads
 * it. Tables of the platform belong to no module, and every module may use them.
 */
const OWNERS: Record<string, string> = {
  idempotency_keys: 'platform',
  limit_counts: 'platform',
  admin_acts: 'audit',
  audit_names: 'audit',
  accounts: 'identity',
  credentials: 'identity',
  email_changes: 'identity',
  known_networks: 'identity',
  seller_listings: 'identity',
  trading_people: 'identity',
  sessions: 'identity',
  signing_keys: 'identity',
  user_roles: 'identity',
  users: 'identity',
  verifications: 'identity',
  categories: 'catalogue',
  photos: 'photos',
  product_holders: 'catalogue',
  lapsed_sales: 'catalogue',
  products: 'catalogue',
  products_on_record: 'catalogue',
  shown_pictures: 'photos',
  search_synonym_words: 'search',
  search_synonyms: 'search',
  search_words: 'search',
  wishes: 'wishlist',
  booking_disputes: 'bookings',
  undecided_disputes: 'disputes',
  booking_payments: 'bookings',
  booking_photos: 'bookings',
  booking_steps: 'bookings',
  bookings: 'bookings',
  live_bookings: 'bookings',
  no_shows: 'bookings',
  order_timeline: 'bookings',
  dispute_photos: 'disputes',
  dispute_words: 'disputes',
  disputes: 'disputes',
  report_cases: 'moderation',
  reports: 'moderation',
  booking_dues: 'ledger',
  ledger_balances: 'ledger',
  ledger_lines: 'ledger',
  ledger_month_sums: 'ledger',
  ledger_months: 'ledger',
  ledger_transactions: 'ledger',
  payment_balances: 'payments',
  payments: 'payments',
  provider_answers: 'payments',
  provider_events: 'payments',
  refund_requests: 'payments',
  stopped_refunds: 'payments',
  unknown_captures: 'payments',
  payout_accounts: 'earnings',
  payouts: 'earnings',
  receipts: 'earnings',
  contact_messages: 'support',
};

const types = readFileSync(join(ROOT, 'src/platform/database/database.types.ts'), 'utf8');
const tables = [...(types.split('export interface DB {')[1] ?? '').matchAll(/^ {2}(\w+):/gm)].map(
  ([, name]) => name ?? '',
);

/** Returns the tables that SQL and query builders of a file name. */
function tablesIn(text: string): string[] {
  const code = text.replace(/\/\*\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '');
  return tables.filter((table) =>
    new RegExp(
      `\\b(?:from|join|into|update|using|table)\\s+${table}\\b|(?:From|Into|Join|Table|Lateral|using)\\(\\s*\\[?\\s*'${table}\\b`,
    ).test(code),
  );
}

test('every table and view has an owner', () => {
  expect(Object.keys(OWNERS).sort()).toEqual([...tables].sort());
  expect(Object.values(OWNERS).filter((owner) => owner !== 'platform' && !MODULES.includes(owner))).toEqual([]);
});

test('a store names tables of its own module and of lower modules only', () => {
  const stores = sources('src/modules/*/server/**/*.ts').filter(isShipped);
  const wrong = stores.flatMap(({ path, text }) =>
    tablesIn(text)
      .filter((table) => {
        const owner = OWNERS[table] ?? '';
        return owner !== 'platform' && owner !== moduleOf(path) && !isLower(owner, moduleOf(path));
      })
      .map((table) => `${path}: ${table}`),
  );
  expect(wrong).toEqual([]);
});

test('the platform, entry points, rendering and site name tables of the platform only', () => {
  const wrong = sources('src/{,{platform,rendering,site}/**/}*.{ts,tsx}')
    .filter(isShipped)
    .flatMap(({ path, text }) => tablesIn(text).map((table) => `${path}: ${table}`))
    .filter((line) => !line.endsWith(': idempotency_keys') && !line.endsWith(': limit_counts'));
  expect(wrong).toEqual([]);
});
