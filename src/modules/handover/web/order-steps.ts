import { type NextStep, type Party, PROBLEM_STEPS, type Step, stepKey } from '#modules/bookings/rules.ts';
import type { Deal, Side } from './order-facts.ts';

/** A future step without an actor: the money moves, or the booking ends. */
type Outcome = 'release' | 'complete';

type Refund = 'refunded' | 'partly_refunded';

type StepText =
  | `step.${ReturnType<typeof stepKey>}`
  | `step.next.${NextStep | Outcome}`
  | `step.due.${Refund}`
  | 'step.brought'
  | 'step.next.releaseYou';

export interface ShownStep {
  text: StepText;
  look: 'done' | 'wrong' | 'now' | 'todo';
  by?: Party | 'both' | undefined;
  /** When it happened, or by when it is due. */
  at?: string;
  /** A reason as it was given. */
  reason?: string | undefined;
}

const LATER: Record<NextStep, readonly (NextStep | Outcome)[]> = {
  pay: ['hand_over', 'inspect', 'release'],
  hand_over: ['inspect', 'release'],
  bring_cash: ['complete'],
  confirm: ['inspect', 'release'],
  inspect: ['release'],
  dispute: [],
};

/** Returns the steps of a booking, oldest first: those that happened, the next one, and those to come. */
export function stepsOf(
  { timeline, next, moneyState }: Pick<Deal, 'timeline' | 'next' | 'moneyState'>,
  side: Side,
): ShownStep[] {
  // The last refund is recorded when it is decided, before the provider returns the money.
  const refund = moneyState === 'refund_due' ? timeline.findLast(({ step }) => isRefund(step)) : undefined;
  const happened = timeline.map((one): ShownStep => {
    const { step, by, at, reason } = one;
    if (one === refund && isRefund(step)) return { text: `step.due.${step}`, look: 'todo', by, at };
    // The buyer brought the item, and the seller has not confirmed it.
    if (step === 'return_due' && by === 'buyer') return { text: 'step.brought', look: 'done', by, at };
    const text = `step.${stepKey(step, by)}` as const;
    // The item is not back yet, while the dispute is open.
    const isDue = step === 'return_due' && next && !timeline.some((later) => later.step === 'returned');
    return { text, look: PROBLEM_STEPS.includes(step) ? 'wrong' : isDue ? 'todo' : 'done', by, at, reason };
  });
  if (!next) return happened;
  const now: ShownStep = {
    text: `step.next.${next.step}`,
    look: 'now',
    by: actorOf(next.step, next.by),
    at: next.until,
  };
  const later = LATER[next.step].map((step): ShownStep => {
    const by = step === 'release' || step === 'complete' ? undefined : actorOf(step, 'buyer');
    return { text: `step.next.${step === 'release' && side === 'seller' ? 'releaseYou' : step}`, look: 'todo', by };
  });
  return [...happened, now, ...later];
}

function isRefund(step: Step): step is Refund {
  return step === 'refunded' || step === 'partly_refunded';
}

/** Both sides have to come to a meeting. */
function actorOf(step: NextStep, by: Party): Party | 'both' {
  return step === 'hand_over' || step === 'bring_cash' ? 'both' : by;
}
