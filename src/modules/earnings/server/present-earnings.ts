import { firstName } from '#modules/identity/name.rules.ts';
import { toTk } from '#platform/contract/values.ts';
import type { Earnings, PayoutTarget, Receipt, Statement } from '../contract.ts';
import { lastMonths, maskNumber, monthOf, payoutNumber, receiptNumber } from '../rules.ts';
import type { EarningsRow } from './earnings.store.ts';
import type { PayoutSettings } from './earnings-deps.ts';
import type { AccountFields } from './payout-accounts.store.ts';
import { feeTakenOf } from './present-line.ts';
import type { ReceiptRow } from './receipts.store.ts';
import type { findStatement } from './statement.store.ts';

const MINUTES_PER_HOUR = 60;

/** Returns the wire shape of a seller's earnings. A month without a release has 0. */
export function presentEarnings(row: EarningsRow, settings: PayoutSettings, now: Date): Earnings {
  const earned = new Map(row.months.map((one) => [one.month, one.earned]));
  const { account } = row;
  return {
    onHold: toTk(row.on_hold),
    available: toTk(row.available),
    paidOut: toTk(row.paid_out),
    ...(row.paid_out_since && { paidOutSince: iso(row.paid_out_since) }),
    months: lastMonths(now).map((month) => ({ month, earned: toTk(earned.get(month) ?? 0) })),
    ...(account && {
      account: {
        ...presentTarget(account, true),
        changedAt: iso(account.changed_at),
        payableFrom: iso(account.payable_from),
        isOnHold: account.is_on_hold,
        weekly: account.is_weekly,
      },
    }),
    payouts: row.payouts.map(({ number, amount, state, at, reason }) => ({
      number: payoutNumber(number),
      amount: toTk(amount),
      state,
      at: iso(at),
      ...(reason !== null && { reason }),
    })),
    minimum: toTk(settings.minimumPoisha),
    weeklyOffered: settings.weekly,
    inspectionHours: settings.inspectionMinutes / MINUTES_PER_HOUR,
    restHours: settings.accountWaitMinutes / MINUTES_PER_HOUR,
    hasPassword: row.has_password,
  };
}

/** An instant, also in the form in which PostgreSQL writes it. */
function iso(instant: string): string {
  return new Date(instant).toISOString();
}

/** Returns the account of a payout, with its number masked or whole. */
export function presentTarget(fields: AccountFields, isMasked: boolean): PayoutTarget {
  const { kind, account, bank, branch, routing, holder } = fields;
  const number = isMasked ? maskNumber(kind, account) : account;
  const details = { bank, branch, ...(!isMasked && { routing }), holder };
  const given = Object.entries(details).filter(([, value]) => value !== null);
  return { kind, number, ...Object.fromEntries(given) };
}

/** Returns the wire shape of a statement of at most `size` entries. */
export function presentStatement(
  month: string,
  { opening, closing, entries }: Awaited<ReturnType<typeof findStatement>>,
  size: number,
): Statement {
  return {
    month,
    opening: toTk(opening),
    closing: toTk(closing),
    entries: entries.slice(0, size).map(({ id, at, kind, item_name, method, payout, payout_kind, amount }) => ({
      _id: id,
      at: at.toISOString(),
      kind,
      ...(item_name !== null && { itemName: item_name }),
      ...(method !== null && { method }),
      ...(payout !== null && { payout: payoutNumber(payout) }),
      ...(payout_kind !== null && { payoutKind: payout_kind }),
      amount: toTk(amount),
    })),
    more: entries.length > size,
  };
}

/** Returns the wire shape of a receipt. Each side reads its own name in full, and the other's first name. */
export function presentReceipt(row: ReceiptRow): Receipt {
  const { buyer_name: buyer, seller_name: seller } = row;
  const year = Number(monthOf(row.paid_at).slice(0, 4));
  return {
    number: receiptNumber(row.number, year),
    soldAt: row.paid_at.toISOString(),
    itemName: row.item_name,
    method: row.method,
    state: row.state,
    price: toTk(row.price_poisha),
    ...(row.is_seller && { fee: toTk(feeTakenOf(row)) }),
    returned: toTk(row.returned_poisha),
    returning: toTk(Math.max(0, row.price_poisha - row.kept_poisha - row.returned_poisha)),
    isSeller: row.is_seller,
    buyerName: row.is_seller ? firstName(buyer ?? '') : (buyer ?? ''),
    sellerName: row.is_seller ? (seller ?? '') : firstName(seller ?? ''),
    ...(row.transaction_id !== null && { transactionId: row.transaction_id }),
  };
}
