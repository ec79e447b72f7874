export const CLAIM_REASONS = ['not_as_described', 'damaged', 'incomplete', 'unsafe', 'wrong_item', 'other'] as const;
export type ClaimReason = (typeof CLAIM_REASONS)[number];

/** `not_received`: the buyer contradicts a handover without the code. */
export const DISPUTE_REASONS = [...CLAIM_REASONS, 'not_received'] as const;
export type DisputeReason = (typeof DISPUTE_REASONS)[number];

/** Length of the text of a side or an admin. */
export const WORDS_MIN_CHARS = 20;
export const WORDS_MAX_CHARS = 2000;
export const DISPUTE_MAX_PHOTOS = 6;
export const APPEAL_DAYS = 7;

/** The states: waits for the seller's answer, the buyer's reply, an admin, the end of the appeal's time, the return. */
export const DISPUTE_STATES = ['answer', 'reply', 'decision', 'appeal', 'return', 'closed'] as const;
export type DisputeState = (typeof DISPUTE_STATES)[number];

const NEXT = {
  answer: ['reply', 'return', 'closed'],
  reply: ['decision', 'closed'],
  decision: ['appeal', 'return', 'closed'],
  appeal: ['decision', 'closed'],
  return: ['decision', 'closed'],
  closed: [],
} as const satisfies Record<DisputeState, readonly DisputeState[]>;

/** The states after one. A bank that returns the whole price closes each open dispute. */
export type NextState<From extends DisputeState> = (typeof NEXT)[From][number];

/** Whether a dispute may go from one state to another. A trigger has the same list. */
export function mayBecome(from: DisputeState, to: DisputeState): boolean {
  return NEXT[from].some((next) => next === to);
}

export const WANTS = ['refund', 'part'] as const;
export const OUTCOMES = ['refund', 'part', 'none'] as const;
export type Outcome = (typeof OUTCOMES)[number];
export const ANSWERS = ['accept', 'offer', 'refuse'] as const;
export const REPLIES = ['accept', 'decide'] as const;

/** Parts of a dispute's thread: the listing, words and choices of a side, and decisions. */
export const THREAD_ENTRY_KINDS = [
  'listing',
  'claim',
  'accept',
  'offer',
  'refuse',
  'agree',
  'decide',
  'decision',
  'appeal',
  'tried',
] as const;
export type ThreadEntryKind = (typeof THREAD_ENTRY_KINDS)[number];

export type DisputeSide = 'buyer' | 'seller';

/** The end of a dispute: the amount for the buyer in poisha, and whether the item comes back first. */
export interface Settlement {
  outcome: Outcome;
  amountPoisha: number;
  withReturn: boolean;
}

export interface DisputeTerms {
  state: DisputeState;
  reason: DisputeReason;
  pricePoisha: number;
  /** Null: the whole price. */
  wantedPoisha: number | null;
  offeredPoisha: number | null;
  until: Date | null;
  settlement: Settlement | null;
  appealUntil: Date | null;
  appealed: Record<DisputeSide, boolean>;
  returnTriedAt: Date | null;
}

/** Returns the claim of the buyer. The whole price comes back after the item does, if there is one to bring. */
export function claimedSettlement({ wantedPoisha, pricePoisha, reason }: DisputeTerms): Settlement {
  if (wantedPoisha !== null) return { outcome: 'part', amountPoisha: wantedPoisha, withReturn: false };
  return { outcome: 'refund', amountPoisha: pricePoisha, withReturn: reason !== 'not_received' };
}

/** Returns the offer of the seller; a refusal offers nothing. */
export function offeredSettlement({ offeredPoisha }: DisputeTerms): Settlement {
  if (offeredPoisha === null) return { outcome: 'none', amountPoisha: 0, withReturn: false };
  return { outcome: 'part', amountPoisha: offeredPoisha, withReturn: false };
}

/** Whether an amount is a part of the price: above nothing and below all. */
export function isPart(amountPoisha: number, pricePoisha: number): boolean {
  return Number.isInteger(amountPoisha) && amountPoisha > 0 && amountPoisha < pricePoisha;
}

/** The effect of a passed deadline: the claim is accepted, an admin decides, or the dispute ends with this refund. */
export type PassedDeadline = { settle: Settlement } | 'decision' | { refundedPoisha: number };

/** Returns the effect of the deadline of a dispute; undefined before it, and in a state without one. */
export function passedDeadlineOf(terms: DisputeTerms, now: Date): PassedDeadline | undefined {
  const { state, until, settlement, returnTriedAt } = terms;
  if (!until || until > now) return undefined;
  // Without an answer of the seller the claim is accepted. Without a reply of the buyer an admin decides.
  if (state === 'answer') return { settle: claimedSettlement(terms) };
  if (state === 'reply') return 'decision';
  // The side that did nothing for a due return loses.
  if (state === 'return' && !returnTriedAt) return { refundedPoisha: 0 };
  // A seller that has appealed cannot contradict the buyer's return.
  if (state === 'return' && terms.appealed.seller) return 'decision';
  return { refundedPoisha: settlement?.amountPoisha ?? 0 };
}

export interface DisputeTimes extends DisputeTerms {
  returnMinutes: number;
  /** The beginning of the state. */
  since: Date;
  endedAt: Date | null;
  /** The sum that went back to the buyer. */
  refundedPoisha: number | null;
}

/** Returns a dispute as of an instant, with its passed deadlines applied. The view booking_disputes has the same rule. */
export function asOf<T extends DisputeTimes>(terms: T, now: Date): T & DisputeTimes {
  const deadline = passedDeadlineOf(terms, now);
  const { until: since } = terms;
  if (!deadline || !since) return terms;
  const passed = { ...terms, since, until: null };
  if (deadline === 'decision') return { ...passed, state: 'decision', settlement: null, returnTriedAt: null };
  if ('refundedPoisha' in deadline) return { ...passed, ...deadline, state: 'closed', endedAt: since };
  const { settle: settlement } = deadline;
  const { amountPoisha: refundedPoisha, withReturn } = settlement;
  if (!withReturn) return { ...passed, settlement, refundedPoisha, state: 'closed', endedAt: since };
  return asOf({ ...passed, settlement, state: 'return', until: afterMinutes(since, terms.returnMinutes) }, now);
}

const MINUTE_MS = 60_000;

/** Returns the instant some minutes later. */
export function afterMinutes(at: Date, minutes: number): Date {
  return new Date(at.getTime() + minutes * MINUTE_MS);
}

/** Whether a side lost something by a settlement. */
function losesBy(side: DisputeSide, { outcome, withReturn }: Settlement): boolean {
  return side === 'buyer' ? outcome !== 'refund' || withReturn : outcome !== 'none';
}

/** Whether a side may still appeal against a decision. */
function mayAppealLater(side: DisputeSide, appealed: Record<DisputeSide, boolean>, settlement: Settlement): boolean {
  return !appealed[side] && losesBy(side, settlement);
}

/**
 * Returns until when a side may appeal; null without a deadline, undefined when it may not. A side appeals once, within
 * seven days of a decision against it, and before the money moves. When the other side appealed, it may as well: without
 * a decision yet, until there is one. A seller also contradicts a buyer who says that they brought the item.
 */
export function appealEndOf(side: DisputeSide, terms: DisputeTerms): Date | null | undefined {
  const { state, settlement, until, appealUntil, appealed, returnTriedAt } = terms;
  if (appealed[side]) return undefined;
  if (state === 'decision') return appealed[side === 'buyer' ? 'seller' : 'buyer'] ? appealUntil : undefined;
  if (!settlement || !until || (state !== 'appeal' && state !== 'return')) return undefined;
  if (side === 'seller' && state === 'return' && returnTriedAt) return until;
  if (!appealUntil || !losesBy(side, settlement)) return undefined;
  return appealUntil < until ? appealUntil : until;
}

/** Whether a side may appeal now. */
export function mayAppeal(side: DisputeSide, terms: DisputeTerms, now: Date): boolean {
  const end = appealEndOf(side, terms);
  return end === null || (end !== undefined && end > now);
}

/** Returns the state after a decision: the return, the time for an appeal, or the end when nobody may appeal. */
export function stateAfterDecision(
  settlement: Settlement,
  appealed: Record<DisputeSide, boolean>,
): NextState<'decision'> {
  if (settlement.withReturn) return 'return';
  return mayAppealLater('buyer', appealed, settlement) || mayAppealLater('seller', appealed, settlement)
    ? 'appeal'
    : 'closed';
}

/** Returns the side that acts next, or the store; undefined when only time passes, and at the end. */
export function waitsFor(terms: Pick<DisputeTerms, 'state' | 'returnTriedAt'>): DisputeSide | 'store' | undefined {
  const { state, returnTriedAt } = terms;
  // A buyer who says that they brought the item waits for the seller's word.
  if (state === 'answer' || (state === 'return' && returnTriedAt)) return 'seller';
  if (state === 'reply' || state === 'return') return 'buyer';
  return state === 'decision' ? 'store' : undefined;
}
