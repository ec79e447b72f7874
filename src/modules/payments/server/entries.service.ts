import { BANK, heldAccount, move, providerAccount } from '#modules/ledger/rules.ts';
import { insertTransaction } from '#modules/ledger/server/service.ts';
import type { Db } from '#platform/database/database.ts';
import type { PaymentEntry } from './ledger.store.ts';

export interface BookedPayment {
  id: string;
  booking_id: string;
  provider: string;
}

/** Books money of a payment between the provider and the booking. Returns false when the ledger has it already. */
export function bookEntry(db: Db, payment: BookedPayment, { kind, ref, amount }: PaymentEntry): Promise<boolean> {
  const held = heldAccount(payment.booking_id);
  const outside = kind === 'by_hand' ? BANK : providerAccount(payment.provider);
  const isReturn = kind === 'refund' || kind === 'chargeback' || kind === 'by_hand';
  const lines = isReturn ? move(amount, outside, held) : move(amount, held, outside);
  return insertTransaction(db, { kind, bookingId: payment.booking_id, paymentId: payment.id, ref, lines });
}
