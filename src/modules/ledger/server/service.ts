import type { Db } from '#platform/database/database.ts';
import { heldAccount, RELEASED, releaseLines, type SaleTerms, sellerAccount, takeBackLines } from '../rules.ts';
import { findSaleAccounts, insertTransaction, lockBalance, type SaleAccounts, selectBalances } from './store.ts';

export { insertTransaction };

/** Returns the terms of a booking's sale. */
export function saleTermsOf(booking: { id: string; seller_id: string; fee_poisha: number }): SaleTerms {
  return { bookingId: booking.id, sellerId: booking.seller_id, feePoisha: booking.fee_poisha };
}

/** States in which there is no sale. */
const CANCELLED = new Set(['refunded', 'expired', 'cancelled']);

/**
 * Releases the held amount of a sale, less the amount that is due back to the buyer. The store takes its fee; the
 * remainder is the seller's. Returns the amount that left the booking, in poisha; 0 when everything was released
 * before. Runs in the transaction that completes the booking, after its payment is locked.
 */
export async function releaseSale(db: Db, terms: SaleTerms): Promise<number> {
  const held = await lockBalance(db, heldAccount(terms.bookingId));
  const sale = await findSaleAccounts(db, terms.bookingId, terms.sellerId);
  return release(db, terms, held - sale.due, sale);
}

/** The cause of a change of the held amount. */
interface Cause {
  /** Unique for the booking. */
  ref: string;
  /** Whether the seller's money may be taken back. Otherwise the store bears the loss. */
  fromSeller: boolean;
}

/**
 * Corrects the held amount after a return was booked or decided. Takes back the amount that is missing for the buyer,
 * or releases the rest after the booking's end. Runs after the change of booking and payment, in their transaction.
 */
export async function correctHeld(db: Db, terms: SaleTerms, { ref, fromSeller }: Cause): Promise<void> {
  const { bookingId, sellerId } = terms;
  const held = await lockBalance(db, heldAccount(bookingId));
  const sale = await findSaleAccounts(db, bookingId, sellerId);
  const excess = held - sale.due;
  if (excess >= 0) {
    if (RELEASED.has(sale.state) || CANCELLED.has(sale.state)) await release(db, terms, excess, sale);
    return;
  }
  const available = fromSeller ? await lockBalance(db, sellerAccount(sellerId)) : 0;
  const lines = takeBackLines(terms, -excess, fromSeller ? sale : { ...sale, fees: 0 }, available);
  await insertTransaction(db, { kind: 'take_back', bookingId, ref, lines });
}

async function release(db: Db, terms: SaleTerms, amount: number, sale: SaleAccounts): Promise<number> {
  if (amount <= 0) return 0;
  // Money that comes back after a release is released again, under the next number.
  const ref = sale.releases > 0 ? String(sale.releases + 1) : null;
  const lines = releaseLines(terms, amount, sale, !CANCELLED.has(sale.state));
  await insertTransaction(db, { kind: 'release', bookingId: terms.bookingId, ref, lines });
  return amount;
}

/** Locks a seller's balance that is not paid out, and returns it, in poisha. */
export function lockSellerBalance(db: Db, sellerId: string): Promise<number> {
  return lockBalance(db, sellerAccount(sellerId));
}

/** Returns a seller's balance that is not paid out, in poisha. */
export async function findSellerBalance(db: Db, sellerId: string): Promise<number> {
  const account = sellerAccount(sellerId);
  return (await selectBalances(db, [account])).get(account) ?? 0;
}
