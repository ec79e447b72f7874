import { feeOf } from '#modules/bookings/fee.rules.ts';
import type { AccountLine } from './contract.ts';

/** The parts of a sale that decide about its money. */
export interface SaleTerms {
  bookingId: string;
  sellerId: string;
  /** The store's fee for the whole sale, as it stands on the booking, in poisha. */
  feePoisha: number;
}

/** States of a booking in which a sale stands and its money is the seller's. */
export const RELEASED: ReadonlySet<string> = new Set(['completed', 'partly_refunded']);

/** The store's income from sales. */
export const FEES = 'fees';
/** Money that the store returned to a buyer and could not take back from the seller. */
export const LOSSES = 'losses';
/** Money with the store itself: it returns money by hand and pays sellers from here. */
export const BANK = 'bank';

/** The money with a payment provider, such as `stripe`. */
export function providerAccount(provider: string): string {
  return `provider:${provider}`;
}

/** The money of a booking that belongs to neither side yet. */
export function heldAccount(bookingId: string): string {
  return `held:${bookingId}`;
}

/** The money that the store owes a seller. */
export function sellerAccount(userId: string): string {
  return `seller:${userId}`;
}

/** The money of a payout that is due or sent. */
export function payoutAccount(payoutId: string): string {
  return `payouts:${payoutId}`;
}

/** Returns the lines that move an amount from one account to another. */
export function move(amount: number, from: string, to: string): AccountLine[] {
  return [
    { account: to, amount },
    { account: from, amount: -amount },
  ];
}

/** The money of one sale outside its booking, in poisha. */
export interface SaleTotals {
  /** Released to the seller and not taken back. */
  seller: number;
  /** Earned by the store. */
  fees: number;
  /** Returned to the buyer at the store's loss. */
  losses: number;
}

/**
 * Returns the lines that release an amount. It first covers the store's losses, then the rest of the fee. The remainder
 * is the seller's. After a sale that was cancelled nothing is the seller's.
 */
export function releaseLines(
  { bookingId, sellerId, feePoisha }: SaleTerms,
  amount: number,
  { fees, losses }: SaleTotals,
  isSale = true,
): AccountLine[] {
  const repaid = isSale ? Math.min(amount, Math.max(0, losses)) : amount;
  const fee = feeOf({ fee: feePoisha - fees, kept: amount - repaid });
  return withoutZeros([
    { account: heldAccount(bookingId), amount },
    { account: LOSSES, amount: -repaid },
    { account: FEES, amount: -fee },
    { account: sellerAccount(sellerId), amount: repaid + fee - amount },
  ]);
}

/**
 * Returns the lines that take an amount back to its booking. First the seller pays, as far as it came from this sale
 * and is not paid out. Then the store's fee of the sale pays. The remainder is the store's loss.
 */
export function takeBackLines(
  { bookingId, sellerId }: Pick<SaleTerms, 'bookingId' | 'sellerId'>,
  amount: number,
  { seller, fees }: SaleTotals,
  sellerBalance: number,
): AccountLine[] {
  const fromSeller = Math.max(0, Math.min(amount, seller, sellerBalance));
  const fromFees = Math.max(0, Math.min(amount - fromSeller, fees));
  return withoutZeros([
    { account: heldAccount(bookingId), amount: -amount },
    { account: sellerAccount(sellerId), amount: fromSeller },
    { account: FEES, amount: fromFees },
    { account: LOSSES, amount: amount - fromSeller - fromFees },
  ]);
}

function withoutZeros(lines: AccountLine[]): AccountLine[] {
  return lines.filter(({ amount }) => amount !== 0);
}
