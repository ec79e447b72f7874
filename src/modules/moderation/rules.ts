export const CASE_STATES = ['open', 'done'] as const;
export type CaseState = (typeof CASE_STATES)[number];

/** What an admin can decide about a reported product. */
export const DECISIONS = ['keep', 'remove'] as const;
export type Decision = (typeof DECISIONS)[number];

/** What somebody who reported is told. */
export const OUTCOMES = ['open', 'kept', 'removed'] as const;
export type Outcome = (typeof OUTCOMES)[number];

/** A reason that somebody else can act on, in characters. */
export const REASON_MIN = 10;
export const REASON_MAX = 500;

export function outcomeOf(decision: Decision | null): Outcome {
  if (decision === null) return 'open';
  return decision === 'keep' ? 'kept' : 'removed';
}

/** A product that is gone already cannot be kept: its reports are only closed. */
export function decisionsFor(status: 'unsold' | 'sold' | 'removed'): readonly Decision[] {
  return status === 'removed' ? ['remove'] : DECISIONS;
}
