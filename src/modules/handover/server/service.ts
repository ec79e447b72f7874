import {
  ACCOUNT_DELETED,
  type BookingState,
  CODE_TRIES_MAX_COUNT,
  isPageMethod,
  type Method,
  type Party,
} from '#modules/bookings/rules.ts';
import { lockProductsOf } from '#modules/bookings/server/erasure.service.ts';
import {
  callOffHold,
  callOffSale,
  changeMethod,
  claimHandover,
  completeCashSale,
  completeSale,
  contradictAbsence,
  denyHandover,
  handOver,
  type LockedBooking,
  lockProductAndBooking,
  readCode,
  reportAbsence,
  type TradeSettings,
} from '#modules/bookings/server/service.ts';
import { lockPersonForCount } from '#modules/identity/server/service.ts';
import { releaseSale, saleTermsOf } from '#modules/ledger/server/service.ts';
import {
  isUnderReview,
  type LockedPayment,
  lockOpenPayments,
  lockPaymentOfSale,
  lockPaymentsBeforeHandover,
  refundSale,
} from '#modules/payments/server/sale.service.ts';
import { Problem } from '#platform/contract/problem.ts';
import { type Db, transaction } from '#platform/database/database.ts';
import { defineEvent, publish } from '#platform/database/domain-events.ts';
import { CODE_WINDOW_MINUTES } from '../rules.ts';
import { checkCode, type WrongCode, wrongCodeProblem } from './code.service.ts';
import type { HandoverDeps } from './handover-deps.ts';

export interface Caller {
  bookingId: string;
  personId: string;
}

/** A locked booking with the locked payment that made it a sale. */
export type LockedSale = LockedBooking & { payment: LockedPayment | undefined };

/**
 * Runs an act on a booking in one transaction. Locks payment, product and booking, and applies passed deadlines first.
 * @throws Problem (404) when the person is neither its buyer nor its seller, or not of the side that may act.
 */
async function act<T>(
  deps: HandoverDeps,
  { bookingId, personId }: Caller,
  sides: readonly Party[],
  run: (db: Db, booking: LockedSale, side: 'buyer' | 'seller') => Promise<T>,
  lockFirst?: (db: Db) => Promise<unknown>,
): Promise<T> {
  return transaction(deps.db, async (db) => {
    await lockFirst?.(db);
    const payment = await lockPaymentOfSale(db, bookingId);
    const booking = await lockProductAndBooking(db, bookingId);
    const side = booking?.buyer_id === personId ? 'buyer' : booking?.seller_id === personId ? 'seller' : undefined;
    if (!booking || !side || !sides.includes(side)) throw new Problem('missing', 'not-found', 'error.notFound');
    return run(db, await applyDeadlines({ ...deps, db }, { ...booking, payment }), side);
  });
}

/** Applies the passed deadlines of a locked booking. Returns it as it is then. */
export async function applyDeadlines(deps: HandoverDeps, booking: LockedSale): Promise<LockedSale> {
  const { db, trade } = deps;
  const { state, stateNow } = booking;
  if (state === stateNow || stateNow === 'expired') return booking;
  if (stateNow === 'refunded') await callOff(db, booking, 'clock');
  else {
    if (state === 'paid') await handOver(db, booking, 'clock', trade);
    if (stateNow === 'completed') await complete(db, booking, 'clock');
  }
  return { ...booking, ...(await lockProductAndBooking(db, booking.id)) };
}

/** Ends a sale and releases its money to the seller. */
async function complete(db: Db, booking: LockedBooking, by: Party): Promise<void> {
  await completeSale(db, booking, by, booking.inspect_until);
  await releaseSale(db, saleTermsOf(booking));
}

/** Ends a paid booking before its handover: its whole amount is returned. */
async function callOff(db: Db, booking: LockedSale, by: Party, reason?: string): Promise<void> {
  await callOffSale(db, booking, by, reason);
  await refundSale(db, { payment: booking.payment, terms: saleTermsOf(booking) }, 'whole', 'call-off');
}

/**
 * Calls off the sales of and to a person before their handover, as the person is erased. A sale that its seller claims to
 * have handed over stays. Runs in the caller's transaction; `refundCalledOff` moves the money at its end.
 */
export async function callOffSalesOf(db: Db, personId: string): Promise<void> {
  const bookingIds = await lockPaymentsBeforeHandover(db, personId);
  if (bookingIds.length === 0) return;
  await lockProductsOf(db, personId);
  for (const id of bookingIds) {
    const booking = await lockProductAndBooking(db, id);
    // The handover may have happened while this transaction waited for the payment.
    if (booking?.state === 'paid' && !booking.claimed_until) await callOffSale(db, booking, 'store', ACCOUNT_DELETED);
  }
}

function refuse(code: string, key: `handover.${string}`): never {
  throw new Problem('conflict', code, key);
}

/**
 * Chooses how a held booking is paid. @throws Problem (409) when it is not held, when cash is refused, and for cash and
 * cards while the money of an open payment may be taken
 */
export function chooseMethod(deps: HandoverDeps, caller: Caller, method: Method): Promise<void> {
  let isPaymentPending = false;
  const lockFirst = async (db: Db) => {
    // Choices of cash by one buyer run one after the other, so that the count of open ones is right.
    if (method === 'cash') await lockPersonForCount(db, caller.personId);
    // A payment at a provider's page ends the others when it begins.
    if (!isPageMethod(method)) isPaymentPending = await lockOpenPayments(db, caller.bookingId);
  };
  const choose = async (db: Db, booking: LockedBooking) => {
    if (booking.stateNow !== 'held') throw new Problem('conflict', 'hold-ended', 'pay.holdEnded');
    if (await isUnderReview(db, booking.id)) throw new Problem('conflict', 'under-review', 'pay.underReview');
    if (isPaymentPending) throw new Problem('conflict', 'payment-under-way', 'pay.underWay');
    if (booking.method !== method) await changeMethod(db, booking, method, deps.trade);
  };
  return act(deps, caller, ['buyer'], choose, lockFirst);
}

/** The outcome of an entered code. */
export type Entered = { state: BookingState } | WrongCode;

/** Hands an item over by the code of its buyer. A wrong code is recorded. @throws Problem (409) when no handover is due. */
export function enterCode(deps: HandoverDeps, caller: Caller, code: string): Promise<Entered> {
  return act<Entered>(deps, caller, ['seller'], async (db, booking) => {
    assertHandoverDue(booking);
    const wrong = await checkCode(db, booking, { secret: deps.secret, code, purpose: 'handover' });
    return wrong ?? { state: await recordHandover(db, deps, booking, 'seller') };
  });
}

/** Returns the state after an entered code. @throws Problem (422) for a wrong code, (429) after too many. */
export function stateAfter(entered: Entered): BookingState {
  if ('state' in entered) return entered.state;
  throw wrongCodeProblem(entered, 'handover');
}

/** Whether buyer and seller still have to meet. @throws Problem (409) with the reason. */
function assertHandoverDue({ stateNow, method }: LockedBooking): void {
  if (stateNow === 'paid' || (stateNow === 'held' && method === 'cash')) return;
  if (stateNow === 'held') refuse('not-paid', 'handover.notPaid');
  if (stateNow === 'handed_over' || stateNow === 'completed') refuse('handed-over', 'handover.handedOver');
  refuse('ended', 'handover.ended');
}

/** Records a handover that takes place now. A cash sale is complete then. */
async function recordHandover(
  db: Db,
  { trade }: HandoverDeps,
  booking: LockedBooking,
  by: Party,
): Promise<BookingState> {
  if (booking.method !== 'cash') {
    await handOver(db, booking, by, trade);
    return 'handed_over';
  }
  if (!(await completeCashSale(db, booking, by))) refuse('sold', 'handover.ended');
  return 'completed';
}

/**
 * Records the seller's claim of a handover without the code.
 * @throws Problem (409) when no handover is due, and for cash: a seller alone does not complete it
 */
export function claimWithoutCode(deps: HandoverDeps, caller: Caller): Promise<BookingState> {
  return act<BookingState>(deps, caller, ['seller'], async (db, booking) => {
    assertHandoverDue(booking);
    if (booking.method === 'cash') await refuseCashClaim(db, deps, booking);
    if (!booking.claimed_until) await claimHandover(db, booking, deps.trade);
    return 'paid';
  });
}

/**
 * Records the buyer's confirmation that they have the item.
 * @throws Problem (409) when no handover is due, and for cash while the code is not locked
 */
export function confirmReceipt(deps: HandoverDeps, caller: Caller): Promise<BookingState> {
  return act(deps, caller, ['buyer'], async (db, booking) => {
    if (booking.stateNow === 'handed_over' || booking.stateNow === 'completed') return booking.stateNow;
    assertHandoverDue(booking);
    if (booking.method === 'cash') await assertCodeEnded(db, deps, booking);
    return recordHandover(db, deps, booking, 'buyer');
  });
}

/**
 * Refuses a seller's claim of a cash sale. @throws Problem (409) that names the code, or the buyer's confirmation once
 * the code is locked
 */
async function refuseCashClaim(db: Db, deps: HandoverDeps, booking: LockedBooking): Promise<never> {
  if (await hasCodeEnded(db, deps, booking)) return refuse('code-locked', 'handover.codeLockedCash');
  return refuse('cash-needs-code', 'handover.cashNeedsCode');
}

/** @throws Problem (409) while the code of a cash sale is not locked: the code proves the payment */
async function assertCodeEnded(db: Db, deps: HandoverDeps, booking: LockedBooking): Promise<void> {
  if (!(await hasCodeEnded(db, deps, booking))) refuse('cash-needs-code', 'handover.cashNeedsYourCode');
}

async function hasCodeEnded(db: Db, { secret }: HandoverDeps, { id }: LockedBooking): Promise<boolean> {
  return (await readCode(db, id, secret, CODE_WINDOW_MINUTES)).total >= CODE_TRIES_MAX_COUNT;
}

/** A buyer contradicted a handover without the code. Listeners run in its transaction. */
export const handoverDenied = defineEvent<{ booking: LockedBooking; trade: TradeSettings }>('handover.denied');

/** Records that the buyer contradicts a claimed handover, and opens a dispute. @throws Problem (409) without a claim. */
export function denyReceipt(deps: HandoverDeps, caller: Caller): Promise<BookingState> {
  return act<BookingState>(deps, caller, ['buyer'], async (db, booking) => {
    if (booking.stateNow !== 'paid' || !booking.claimed_until) refuse('no-claim', 'handover.noClaim');
    await denyHandover(db, booking);
    await publish(db, handoverDenied, { booking, trade: deps.trade });
    return 'disputed';
  });
}

/**
 * Calls a booking off before its handover. A repeat changes nothing.
 * @throws Problem (409) after the handover, and while an admin has to decide about its payment.
 */
export function callOffBooking(deps: HandoverDeps, caller: Caller, reason: string): Promise<BookingState> {
  return act<BookingState>(deps, caller, ['buyer', 'seller'], async (db, booking, side) => {
    const { stateNow, claimed_until: claimedUntil } = booking;
    if (stateNow === 'refunded' || stateNow === 'cancelled') return stateNow;
    if (stateNow === 'expired') refuse('ended', 'handover.ended');
    if (stateNow === 'held') {
      if (await isUnderReview(db, booking.id)) throw new Problem('conflict', 'under-review', 'orders.underReview');
      await callOffHold(db, booking, side, reason);
      return 'cancelled';
    }
    if (stateNow !== 'paid') refuse('handed-over', 'handover.handedOver');
    // The buyer first answers whether they have the item.
    if (claimedUntil && side === 'buyer') refuse('claimed', 'handover.answerFirst');
    await callOff(db, booking, side, reason);
    return 'refunded';
  });
}

/** Reports a no-show of the other side of a cash sale. @throws Problem (409) before the pick-up time, and twice. */
export function reportNoShow(deps: HandoverDeps, caller: Caller): Promise<void> {
  return act(deps, caller, ['buyer', 'seller'], (db, booking, side) =>
    reportAbsence(db, booking, side, deps.trade.objectionMinutes),
  );
}

/** Contradicts a reported no-show. @throws Problem (404) without a report, (409) after its time. */
export function contradictNoShow(deps: HandoverDeps, caller: Caller): Promise<void> {
  return act(deps, caller, ['buyer', 'seller'], (db, booking, side) => contradictAbsence(db, booking, side));
}

/** Applies the passed deadlines of a booking in a transaction of its own. */
export function applyBookingDeadlines(deps: HandoverDeps, bookingId: string): Promise<void> {
  return transaction(deps.db, async (db) => {
    const payment = await lockPaymentOfSale(db, bookingId);
    const booking = await lockProductAndBooking(db, bookingId);
    if (booking) await applyDeadlines({ ...deps, db }, { ...booking, payment });
  });
}
