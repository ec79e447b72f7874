import { randomUUIDv7 } from 'node:crypto';
import type { TradeSettings } from '#modules/bookings/server/service.ts';
import {
  disputeSale,
  type LockedBooking,
  lockProductAndBooking,
  recordStep,
} from '#modules/bookings/server/service.ts';
import { applyDeadlines } from '#modules/handover/server/service.ts';
import { lockPaymentOfSale } from '#modules/payments/server/sale.service.ts';
import { attachPrivatePhotos } from '#modules/photos/server/service.ts';
import { fieldProblem, Problem } from '#platform/contract/problem.ts';
import { toPoisha } from '#platform/contract/values.ts';
import { type Db, transaction } from '#platform/database/database.ts';
import { ADMINS, publishLive } from '#platform/live/live-events.ts';
import {
  type ANSWERS,
  afterMinutes,
  type ClaimReason,
  claimedSettlement,
  type DisputeReason,
  type DisputeSide,
  type DisputeState,
  isPart,
  offeredSettlement,
  type REPLIES,
  type WANTS,
} from '../rules.ts';
import type { DisputeDeps } from './dispute-deps.ts';
import { insertListing, insertThreadEntry } from './dispute-thread.store.ts';
import {
  findBookingOfDispute,
  findOpenDispute,
  insertDispute,
  lockDispute,
  updateAnswered,
  updateUndecided,
} from './disputes.store.ts';
import { applyDisputeDeadlines, type LockedDispute, settle } from './settlement.service.ts';

export interface Claim {
  reason: ClaimReason;
  text: string;
  photos: readonly string[];
  want: (typeof WANTS)[number];
  /** In Tk. */
  amount?: number | undefined;
}

/**
 * Opens the dispute of a buyer about their booking. Returns its id.
 * @throws Problem (404) for a booking of others, (409) before the handover, after the inspection and for cash, (400) for an
 * amount that is no part of the price.
 */
export function openDispute(
  deps: DisputeDeps,
  { bookingId, buyerId }: { bookingId: string; buyerId: string },
  claim: Claim,
): Promise<string> {
  return transaction(deps.db, async (db) => {
    const payment = await lockPaymentOfSale(db, bookingId);
    const found = await lockProductAndBooking(db, bookingId);
    if (found?.buyer_id !== buyerId) throw notFound();
    const booking = await applyDeadlines({ ...deps, db }, { ...found, payment });
    assertMayComplain(booking);
    const wantedPoisha = claim.want === 'part' ? partOf(claim.amount, booking.price_poisha) : null;
    const images = await attachPrivatePhotos(db, buyerId, claim.photos);
    return open({ db, trade: deps.trade }, booking, { reason: claim.reason, wantedPoisha, text: claim.text, images });
  });
}

function assertMayComplain({ state, method }: LockedBooking): void {
  if (state === 'handed_over') return;
  if (method === 'cash') throw new Problem('conflict', 'cash-sale', 'disputes.cash');
  if (state === 'disputed') throw new Problem('conflict', 'disputed', 'disputes.already');
  if (state === 'held' || state === 'paid') throw new Problem('conflict', 'not-handed-over', 'disputes.early');
  throw new Problem('conflict', 'inspection-over', 'disputes.late');
}

/** Opens the dispute of a buyer who contradicts a claimed handover. It has no text. Runs in the caller's transaction. */
export async function openNotReceivedDispute(db: Db, booking: LockedBooking, trade: TradeSettings): Promise<void> {
  await open({ db, trade }, booking, { reason: 'not_received', wantedPoisha: null, text: '', images: [] });
}

async function open(
  { db, trade }: Pick<DisputeDeps, 'db' | 'trade'>,
  booking: LockedBooking,
  claim: { reason: DisputeReason; wantedPoisha: number | null; text: string; images: readonly string[] },
): Promise<string> {
  const { reason, wantedPoisha, text, images } = claim;
  const id = randomUUIDv7();
  await disputeSale(db, booking);
  const { answerMinutes, pickupMinutes: returnMinutes } = trade;
  if (!(await insertDispute(db, { id, bookingId: booking.id, reason, wantedPoisha, answerMinutes, returnMinutes })))
    throw new Problem('conflict', 'disputed', 'disputes.already');
  await insertListing(db, id, booking.id);
  await insertThreadEntry(db, { disputeId: id, kind: 'claim', by: 'buyer', text, amountPoisha: wantedPoisha, images });
  return id;
}

export interface Caller {
  disputeId: string;
  personId: string;
}

/**
 * Runs an act of a side on a dispute in one transaction. Locks payment, product, booking and dispute, and applies passed
 * deadlines first. @throws Problem (404) when the person is not of a side that may act.
 */
export function act<T>(
  deps: DisputeDeps,
  { disputeId, personId }: Caller,
  sides: readonly DisputeSide[],
  run: (locked: LockedDispute, side: DisputeSide) => Promise<T>,
): Promise<T> {
  return transaction(deps.db, async (db) => {
    const locked = await lockDisputedSale(db, disputeId);
    const side =
      locked?.dispute.buyerId === personId ? 'buyer' : locked?.dispute.sellerId === personId ? 'seller' : undefined;
    if (!locked || !side || !sides.includes(side)) throw notFound();
    return run(await applyDisputeDeadlines(locked), side);
  });
}

/** Locks payment, product, booking and dispute. Returns undefined for an unknown dispute. */
export async function lockDisputedSale(db: Db, disputeId: string): Promise<LockedDispute | undefined> {
  const bookingId = await findBookingOfDispute(db, disputeId);
  if (!bookingId) return undefined;
  const payment = await lockPaymentOfSale(db, bookingId);
  const booking = await lockProductAndBooking(db, bookingId);
  return booking && { db, payment, booking, dispute: await lockDispute(db, disputeId) };
}

/** Applies the passed deadlines of a dispute in a transaction of its own. */
export function advanceDispute(deps: Pick<DisputeDeps, 'db'>, disputeId: string): Promise<void> {
  return transaction(deps.db, async (db) => {
    const locked = await lockDisputedSale(db, disputeId);
    if (locked) await applyDisputeDeadlines(locked);
  });
}

/** Applies the passed deadlines of the open dispute of a booking, if it has one. */
export async function advanceDisputeOf(deps: Pick<DisputeDeps, 'db'>, bookingId: string): Promise<void> {
  const id = await findOpenDispute(deps.db, bookingId);
  if (id) await advanceDispute(deps, id);
}

/** The seller's answer; the amount in Tk. */
export interface Answer {
  answer: (typeof ANSWERS)[number];
  amount?: number | undefined;
  text: string;
  photos: readonly string[];
}

/** Records the seller's answer. @throws Problem (409) when no answer is due, (400) for an amount that is no part of the price. */
export function answerDispute(deps: DisputeDeps, caller: Caller, reply: Answer): Promise<DisputeState> {
  return act(deps, caller, ['seller'], async (locked) => {
    const { db, booking, dispute } = locked;
    assertState(dispute.state, 'answer');
    const { answer, text } = reply;
    const amountPoisha = answer === 'offer' ? partOf(reply.amount, dispute.pricePoisha) : null;
    const images = await attachPrivatePhotos(db, caller.personId, reply.photos);
    await insertThreadEntry(db, { disputeId: dispute.id, kind: answer, by: 'seller', text, amountPoisha, images });
    const isAccepted = answer === 'accept';
    await recordStep(db, booking, { bookingId: booking.id, step: 'answered', by: 'seller', isAccepted });
    if (isAccepted) return settle(locked, claimedSettlement(dispute), 'seller');
    await updateAnswered(db, dispute.id, amountPoisha, afterMinutes(dispute.now, dispute.answerMinutes));
    return 'reply';
  });
}

/** Records the buyer's reply to the answer. @throws Problem (409) when no reply is due. */
export function replyToAnswer(
  deps: DisputeDeps,
  caller: Caller,
  reply: (typeof REPLIES)[number],
): Promise<DisputeState> {
  return act(deps, caller, ['buyer'], async (locked) => {
    const { db, booking, dispute } = locked;
    assertState(dispute.state, 'reply');
    await insertThreadEntry(db, { disputeId: dispute.id, kind: reply === 'accept' ? 'agree' : 'decide', by: 'buyer' });
    await recordStep(db, booking, { bookingId: booking.id, step: 'replied', by: 'buyer' });
    if (reply === 'accept') return settle(locked, offeredSettlement(dispute), 'buyer');
    await updateUndecided(db, dispute.id);
    publishLive(db, [ADMINS]);
    return 'decision';
  });
}

/** @throws Problem (409) when a dispute does not wait for this. */
export function assertState(state: DisputeState, wanted: DisputeState): void {
  if (state !== wanted) throw new Problem('conflict', 'not-due', `disputes.notDue.${wanted}`);
}

/** Returns an amount in poisha. @throws Problem (400) when it is no part of the price. */
export function partOf(amount: number | undefined, pricePoisha: number): number {
  const poisha = toPoisha(amount ?? 0);
  if (isPart(poisha, pricePoisha)) return poisha;
  throw fieldProblem('invalid', 'no-part', 'amount', 'disputes.amount');
}

/** The refusal of a dispute that its reader does not have. */
export function notFound(): Problem {
  return new Problem('missing', 'not-found', 'error.notFound');
}
