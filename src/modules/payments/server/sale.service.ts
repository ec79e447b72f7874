import type { SaleTerms } from '#modules/ledger/rules.ts';
import { correctHeld } from '#modules/ledger/server/service.ts';
import type { Db } from '#platform/database/database.ts';
import { findBalance } from './ledger.store.ts';
import { lockOpenPayments } from './open-payments.store.ts';
import { enqueueRefund } from './refund-queue.ts';
import {
  findReview,
  findSale,
  type LockedPayment,
  lockPaymentOfSale,
  lockPaymentsBeforeHandover,
  selectCalledOff,
  updatePaymentState,
  updateReturn,
} from './sale.store.ts';

export { type LockedPayment, lockOpenPayments, lockPaymentOfSale, lockPaymentsBeforeHandover };

/** Makes the payments of a person's sales and purchases due back that the caller's transaction called off. */
export async function refundCalledOff(db: Db, personId: string): Promise<void> {
  for (const id of await selectCalledOff(db, personId))
    await refundSale(
      db,
      { payment: await lockPaymentOfSale(db, id), terms: await findSale(db, id) },
      'whole',
      'call-off',
    );
}

/** Whether an admin has to decide about a payment of a booking. */
export async function isUnderReview(db: Db, bookingId: string): Promise<boolean> {
  return (await findReview(db, bookingId)) !== undefined;
}

/**
 * Makes the payment of a sale due back: the refund job returns it. An amount is the total that goes back by decisions
 * about the sale. So a repeat changes nothing, and a later decision for more returns the difference. Money that was
 * released is taken back from the seller as far as possible. Runs in the caller's transaction with the payment of
 * `lockPaymentOfSale`, after the change of the booking. Returns false when nothing changes, as for cash.
 * @param cause names the decision, unique for the booking
 * @throws RangeError when the amount is not a part of the payment.
 */
export async function refundSale(
  db: Db,
  { payment: locked, terms }: { payment: LockedPayment | undefined; terms: SaleTerms },
  amountPoisha: number | 'whole',
  cause: string,
): Promise<boolean> {
  // A payment may be settled after the caller looked for it.
  const payment = locked ?? (await lockPaymentOfSale(db, terms.bookingId));
  if (!payment) return false;
  if (amountPoisha === 'whole') await updatePaymentState(db, payment.id, 'refund_due', payment.isDisputed);
  else if (!(await returnPart(db, payment, amountPoisha))) return false;
  await correctHeld(db, terms, { ref: `refund of ${cause}`, fromSeller: true });
  await enqueueRefund(db, payment.id);
  return true;
}

async function returnPart(db: Db, payment: LockedPayment, amount: number): Promise<boolean> {
  if (!(Number.isInteger(amount) && amount > 0 && amount < payment.amount_poisha))
    throw new RangeError(`${amount} poisha is not a part of the payment ${payment.intent}`);
  if (amount <= payment.returnPoisha) return false;
  const { returned } = await findBalance(db, payment.id);
  await updateReturn(db, payment.id, amount, Math.max(0, amount - returned));
  return true;
}
