import type { RecordStore } from '../record-store.ts';

export interface WalletPayment {
  paymentID: string;
  poisha: number;
  merchantInvoiceNumber: string;
  payerReference: string;
  callbackURL: string;
  createdMs: number;
  /**
   * `open` until the payer confirms or leaves, `confirmed` until the merchant executes. `ended` after a cancellation, a
   * failure or a refused execution.
   */
  state: 'open' | 'confirmed' | 'ended' | 'completed';
  /** The wallet's number, once the payer has typed one. */
  wallet: string;
  /** Whether the payer typed the code of the message. */
  isCodeGiven: boolean;
  /** Wrong codes and PINs. */
  mistakes: number;
  trxID: string;
  completedMs: number;
}

/** Money that leaves the merchant: a refund of a payment, or a payout. */
export interface WalletTransfer {
  trxID: string;
  poisha: number;
  completedMs: number;
  wallet: string;
  kind: 'refund' | 'payout';
  /** The refund failed: its money is with the merchant again. */
  hasFailed?: boolean;
  /** The payment that is refunded, or the merchant's own number of a payout. */
  of: string;
}

export type WalletRecords = RecordStore<{ payment: WalletPayment; transfer: WalletTransfer }>;
