import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import {
  appealEndOf,
  asOf,
  claimedSettlement,
  DISPUTE_REASONS,
  DISPUTE_STATES,
  type DisputeTerms,
  type DisputeTimes,
  isPart,
  mayAppeal,
  OUTCOMES,
  passedDeadlineOf,
  stateAfterDecision,
  THREAD_ENTRY_KINDS,
} from './rules.ts';

const NOW = new Date('2026-11-25T10:00:00Z');
const PAST = new Date('2026-11-25T09:59:59Z');
const LATER = new Date('2026-12-02T10:00:00Z');
const ALL = { outcome: 'refund', amountPoisha: 650_000, withReturn: true } as const;
const PART = { outcome: 'part', amountPoisha: 120_000, withReturn: false } as const;
const NONE = { outcome: 'none', amountPoisha: 0, withReturn: false } as const;

const terms = (changes: Partial<DisputeTimes> = {}): DisputeTimes => ({
  state: 'answer',
  reason: 'damaged',
  pricePoisha: 650_000,
  wantedPoisha: null,
  offeredPoisha: null,
  until: LATER,
  settlement: null,
  appealUntil: null,
  appealed: { buyer: false, seller: false },
  returnTriedAt: null,
  returnMinutes: 60,
  since: PAST,
  endedAt: null,
  refundedPoisha: null,
  ...changes,
});

describe('a passed deadline', () => {
  test('is applied at its instant, not before', () => {
    expect(passedDeadlineOf(terms({ until: LATER }), NOW)).toBeUndefined();
    expect(passedDeadlineOf(terms({ until: NOW }), NOW)).toBeDefined();
  });

  test('of an answer accepts; of a reply asks the store', () => {
    expect(passedDeadlineOf(terms({ until: PAST }), NOW)).toEqual({ settle: ALL });
    expect(passedDeadlineOf(terms({ until: PAST, state: 'reply' }), NOW)).toBe('decision');
  });

  test('of a return costs the side that did nothing', () => {
    const due = { until: PAST, state: 'return', settlement: ALL } as const;
    expect(passedDeadlineOf(terms(due), NOW)).toEqual({ refundedPoisha: 0 });
    expect(passedDeadlineOf(terms({ ...due, returnTriedAt: PAST }), NOW)).toEqual({ refundedPoisha: 650_000 });
    const appealed = { buyer: false, seller: true };
    expect(passedDeadlineOf(terms({ ...due, returnTriedAt: PAST, appealed }), NOW)).toBe('decision');
  });

  test('leads over a return that has passed as well', () => {
    const answered = new Date(NOW.getTime() - 30 * 60_000);
    expect(asOf(terms({ until: answered }), NOW).state).toBe('return');
    expect(asOf(terms({ until: new Date(NOW.getTime() - 61 * 60_000) }), NOW).state).toBe('closed');
    const part = asOf(terms({ until: answered, wantedPoisha: 1 }), NOW);
    expect(part).toMatchObject({ state: 'closed', until: null, endedAt: answered, refundedPoisha: 1 });
  });
});

test('an item that was not received is not brought back', () => {
  expect(claimedSettlement(terms({ reason: 'not_received' }))).toEqual({ ...ALL, withReturn: false });
});

test.each([
  [1, true],
  [649_999, true],
  [0, false],
  [650_000, false],
  [-1, false],
  [1.5, false],
])('%i of 650000 poisha is a part: %s', (amount, expected) => expect(isPart(amount, 650_000)).toBe(expected));

describe('an appeal', () => {
  const decided = (settlement: DisputeTerms['settlement'], changes: Partial<DisputeTerms> = {}) =>
    terms({ state: 'appeal', settlement, appealUntil: LATER, ...changes });

  test('is of the side that loses, once, in time', () => {
    expect(mayAppeal('buyer', decided(NONE), NOW)).toBe(true);
    expect(mayAppeal('seller', decided(NONE), NOW)).toBe(false);
    expect(mayAppeal('seller', decided(PART), NOW)).toBe(true);
    expect(mayAppeal('buyer', decided(NONE, { appealed: { buyer: true, seller: false } }), NOW)).toBe(false);
    expect(mayAppeal('buyer', decided(NONE), LATER)).toBe(false);
  });

  test('contradicts a buyer who says that they brought the item', () => {
    const due = { state: 'return', settlement: ALL, appealUntil: null } as const;
    expect(mayAppeal('seller', terms(due), NOW)).toBe(false);
    expect(mayAppeal('seller', terms({ ...due, returnTriedAt: PAST }), NOW)).toBe(true);
  });

  test('of a seller who contradicts an agreed return is answered by the buyer once, until an admin decides', () => {
    const contradicted = { state: 'decision', until: null, appealUntil: null } as const;
    const appealed = { buyer: false, seller: true };
    expect(mayAppeal('buyer', terms({ ...contradicted, appealed }), NOW)).toBe(true);
    expect(mayAppeal('seller', terms({ ...contradicted, appealed }), NOW)).toBe(false);
    expect(mayAppeal('buyer', terms({ ...contradicted, appealed: { ...appealed, buyer: true } }), NOW)).toBe(false);
    // Without an appeal, an admin's decision is awaited for the first time.
    expect(mayAppeal('buyer', terms(contradicted), NOW)).toBe(false);
    expect(mayAppeal('buyer', terms({ ...contradicted, appealed, appealUntil: PAST }), NOW)).toBe(false);
  });

  test('ends with the return: for a seller whose item is said to be brought, at its deadline', () => {
    const DAY_8 = new Date('2026-12-03T10:00:00Z');
    const due = { state: 'return', settlement: ALL, appealUntil: LATER } as const;
    const tried = { ...due, until: DAY_8, returnTriedAt: PAST };
    expect(appealEndOf('seller', terms(tried))).toEqual(DAY_8);
    expect(appealEndOf('buyer', terms(tried))).toEqual(LATER);
    expect(appealEndOf('seller', terms({ ...due, until: NOW, appealUntil: LATER }))).toEqual(NOW);
  });

  test('is waited for unless nobody may appeal', () => {
    const none = { buyer: false, seller: false };
    expect(stateAfterDecision(PART, none)).toBe('appeal');
    expect(stateAfterDecision(NONE, { ...none, buyer: true })).toBe('closed');
    expect(stateAfterDecision(ALL, none)).toBe('return');
  });
});

test('the constraints of the database have the same states, reasons, outcomes and kinds of words', () => {
  const sql = readFileSync('migrations/2060_disputes.sql', 'utf8');
  const listed = (before: string) =>
    [...((sql.split(before)[1] ?? '').split(')', 1)[0] ?? '').matchAll(/'([^']+)'/g)].map(([, name]) => name);
  expect(listed("state text not null default 'answer' check (state in (")).toEqual([...DISPUTE_STATES]);
  expect(listed('reason text not null check (reason in (')).toEqual([...DISPUTE_REASONS]);
  expect(listed('outcome text check (outcome in (')).toEqual([...OUTCOMES]);
  expect(listed('kind text not null check (kind in (')).toEqual([...THREAD_ENTRY_KINDS]);
});
