import { expect, test } from 'vitest';
import type { Deal } from './order-facts.ts';
import { stepsOf } from './order-steps.ts';

const AT = '2026-11-20T13:02:00.000Z';
const UNTIL = '2026-11-27T13:10:00.000Z';
const booked = { step: 'booked', by: 'buyer', at: AT } as const;
const looks = (steps: ReturnType<typeof stepsOf>) => steps.map(({ text, look }) => `${look}: ${text}`);

test('a paid booking shows past steps, that both meet next, and the later steps', () => {
  const steps = stepsOf(
    {
      timeline: [booked, { step: 'paid', by: 'buyer', at: AT }],
      next: { step: 'hand_over', by: 'seller', until: UNTIL },
    },
    'buyer',
  );
  expect(looks(steps)).toEqual([
    'done: step.booked',
    'done: step.paid',
    'now: step.next.hand_over',
    'todo: step.next.inspect',
    'todo: step.next.release',
  ]);
  expect(steps[2]).toMatchObject({ by: 'both', at: UNTIL });
});

test('the seller reads at the end that the money is theirs; a cash sale ends at the meeting', () => {
  const next = { step: 'inspect', by: 'buyer', until: UNTIL } as const;
  expect(looks(stepsOf({ timeline: [booked], next }, 'seller')).at(-1)).toBe('todo: step.next.releaseYou');
  const cash = { step: 'bring_cash', by: 'buyer', until: UNTIL } as const;
  expect(looks(stepsOf({ timeline: [booked], next: cash }, 'seller')).at(-1)).toBe('todo: step.next.complete');
});

test('a booking that the clock called off says so, as gone wrong, with nothing to come', () => {
  const timeline = [booked, { step: 'called_off', by: 'clock', at: UNTIL }] as const;
  expect(looks(stepsOf({ timeline: [...timeline] }, 'buyer'))).toEqual([
    'done: step.booked',
    'wrong: step.clock.called_off',
  ]);
});

test.each(['refunded', 'partly_refunded'] as const)(
  'money of a booking that is %s is on its way back, until the provider has returned it',
  (step) => {
    const timeline = [booked, { step, by: 'store', at: AT } as const];
    expect(looks(stepsOf({ timeline, moneyState: 'refund_due' }, 'buyer'))[1]).toBe(`todo: step.due.${step}`);
    expect(looks(stepsOf({ timeline }, 'buyer'))[1]).toBe(`done: step.${step}`);
  },
);

test.each(['answered', 'replied', 'appealed'] as const)('nobody acted when a deadline passed (%s)', (step) => {
  const lookBy = (by: 'seller' | 'clock') => looks(stepsOf({ timeline: [{ step, by, at: UNTIL }] }, 'buyer'));
  expect(lookBy('seller')).toEqual([`done: step.${step}`]);
  expect(lookBy('clock')).toEqual([`done: step.clock.${step}`]);
});

test('a buyer who brought the item back is on the record, beside the agreed return', () => {
  const timeline = [
    booked,
    { step: 'return_due', by: 'seller', at: AT },
    { step: 'return_due', by: 'buyer', at: UNTIL },
  ];
  const next = { step: 'dispute', by: 'seller', until: UNTIL } as const;
  expect(looks(stepsOf({ timeline: timeline as Deal['timeline'], next }, 'buyer')).slice(1, 3)).toEqual([
    'todo: step.return_due',
    'done: step.brought',
  ]);
});

test('a return that is due is still to come, until the item is back', () => {
  const due = { step: 'return_due', by: 'store', at: AT } as const;
  const returned = { step: 'returned', by: 'seller', at: UNTIL } as const;
  const next = { step: 'dispute', by: 'buyer', until: UNTIL } as const;
  expect(looks(stepsOf({ timeline: [booked, due], next }, 'buyer'))[1]).toBe('todo: step.return_due');
  expect(looks(stepsOf({ timeline: [booked, due, returned] }, 'buyer'))[1]).toBe('done: step.return_due');
});
