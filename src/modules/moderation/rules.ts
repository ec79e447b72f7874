export const CASE_STATES = ['open', 'done'] as const;
export type CaseState = (typeof CASE_STATES)[number];

export const DECISIONS = ['keep', 'remove'] as const;
export type Decision = (typeof DECISIONS)[number];

export const OUTCOMES = ['open', 'kept', 'removed'] as const;
export type Outcome = (typeof OUTCOMES)[number];

export const REASON_MIN_CHARS = 10;
export const REASON_MAX_CHARS = 500;

/** Returns the outcome of a case for its reporters. */
export function outcomeOf(decision: Decision | null): Outcome {
  if (decision === null) return 'open';
  return decision === 'keep' ? 'kept' : 'removed';
}

/** Returns the possible decisions. A removed product cannot be kept: its reports are only closed. */
export function decisionsFor(status: 'unsold' | 'sold' | 'removed'): readonly Decision[] {
  return status === 'removed' ? ['remove'] : DECISIONS;
}
