import { lockProductsOf, withdrawBuyer } from '#modules/bookings/server/erasure.service.ts';
import { deleteReasonsOf, updateBookingsOfErased, updateItemImage } from '#modules/bookings/server/erasure.store.ts';
import { bookingPaid, cancelWithdrawnBookings, saleRefunded, stepTaken } from '#modules/bookings/server/service.ts';
import {
  productImageChanged,
  productsWithdrawn,
  showFetchedCover,
  withdrawSeller,
} from '#modules/catalogue/server/service.ts';
import { clearThreadOf } from '#modules/disputes/server/dispute-thread.store.ts';
import { openNotReceivedDispute } from '#modules/disputes/server/service.ts';
import { closeRefunded } from '#modules/disputes/server/settlement.service.ts';
import { deletePayoutAccounts } from '#modules/earnings/server/payout-accounts.store.ts';
import { assertNoMoneyDue } from '#modules/earnings/server/service.ts';
import { failDuePayouts } from '#modules/earnings/server/taken-back.service.ts';
import { enqueuePaidEmails, enqueueStepEmails } from '#modules/handover/server/order-emails.ts';
import { callOffSalesOf, handoverDenied } from '#modules/handover/server/service.ts';
import { emailChanged } from '#modules/identity/server/profile.service.ts';
import { personErased } from '#modules/identity/server/service.ts';
import { clearReportReasons } from '#modules/moderation/server/store.ts';
import { moneyTakenBack } from '#modules/payments/server/returns.service.ts';
import { refundCalledOff } from '#modules/payments/server/sale.service.ts';
import { coverFetched } from '#modules/photos/server/service.ts';
import { deleteMessagesUnder, updateEmailOfMessages } from '#modules/support/server/store.ts';
import { deleteWishesOfBuyer } from '#modules/wishlist/server/store.ts';

/** Subscriptions to domain events, once for each process. Listeners run in this order. */

stepTaken.listeners.push(enqueueStepEmails);
bookingPaid.listeners.push(enqueuePaidEmails);
productsWithdrawn.listeners.push(cancelWithdrawnBookings);
coverFetched.listeners.push(showFetchedCover);
productImageChanged.listeners.push((db, { productId, from, to }) => updateItemImage(db, productId, from, to));
// Anybody may register with any e-mail: its messages are moved, and deleted, only after a confirmation.
emailChanged.listeners.push(async (db, { wasConfirmed, ...change }) => {
  if (wasConfirmed) await updateEmailOfMessages(db, change);
});
moneyTakenBack.listeners.push((db, taken) => failDuePayouts(db, taken));
saleRefunded.listeners.push((db, { bookingId }) => closeRefunded(db, bookingId));
handoverDenied.listeners.push((db, { booking, trade }) => openNotReceivedDispute(db, booking, trade));
personErased.listeners.push(
  // In the lock order of ARCHITECTURE.md: payments, products, the rows that refer to them, and balances last.
  (db, { userId }) => callOffSalesOf(db, userId),
  (db, { userId }) => lockProductsOf(db, userId),
  // After the lock: a payment that is settled meanwhile counts.
  (db, erased) => assertNoMoneyDue(db, erased),
  (db, { userId }) => withdrawSeller(db, userId),
  (db, { userId }) => updateBookingsOfErased(db, userId),
  (db, { userId }) => withdrawBuyer(db, userId),
  (db, { userId }) => deleteReasonsOf(db, userId),
  (db, { userId }) => clearThreadOf(db, userId),
  (db, { userId }) => deletePayoutAccounts(db, userId),
  (db, { userId }) => deleteWishesOfBuyer(db, userId),
  (db, { userId }) => clearReportReasons(db, userId),
  async (db, { confirmedEmail }) => {
    if (confirmedEmail) await deleteMessagesUnder(db, confirmedEmail);
  },
  (db, { userId }) => refundCalledOff(db, userId),
);
