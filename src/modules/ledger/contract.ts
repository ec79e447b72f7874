/**
 * Ledger: the store's money in double entry, in poisha. A transaction moves an amount between accounts. Its lines sum to zero,
 * its cause is unique, and it is never changed. The module has no calls: other modules book, read and present.
 */

/** Kind of a transaction. `_failed` and `_reversed` take back an earlier one of the same `ref`. */
export type LedgerKind =
  | 'capture'
  | 'refund'
  | 'refund_failed'
  | 'chargeback'
  | 'chargeback_reversed'
  /** Money that the store returned outside the provider. */
  | 'by_hand'
  /** Money of a sale goes from the booking to its seller. */
  | 'release'
  /** Released money goes back to its booking, to be returned to the buyer. */
  | 'take_back'
  | 'payout'
  | 'payout_failed'
  | 'payout_paid'
  | 'correction';

/** One side of a transaction. A positive amount is a debit, a negative one a credit, in poisha. */
export interface AccountLine {
  account: string;
  amount: number;
}
