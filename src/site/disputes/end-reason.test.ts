import { expect, test } from 'vitest';
import { endReason } from './end-reason.ts';

type Ended = Parameters<typeof endReason>[0];

const AT = '2026-11-20T13:02:00.000Z';
const refund = { outcome: 'refund', amount: 6500, withReturn: false, by: 'store' } as const;
const decision = { kind: 'decision', outcome: 'refund', withReturn: false } as Ended['thread'][number];
const claim = { kind: 'claim' } as Ended['thread'][number];
const appeal = { kind: 'appeal' } as Ended['thread'][number];
const ended = (more: Partial<Ended>) => endReason({ thread: [claim], timeline: [], ...more });

test('a dispute that words ended needs no other reason', () => {
  expect(ended({ settlement: { ...refund, by: 'seller' } })).toBeUndefined();
  expect(ended({ settlement: refund, thread: [claim, decision] })).toBeUndefined();
  expect(ended({ settlement: refund, thread: [], decidedAt: AT })).toBeUndefined();
});

test('a whole refund beside a dispute is named, also after another decision and after an appeal', () => {
  const none = { ...decision, outcome: 'none' as const };
  for (const thread of [[], [claim], [claim, none], [claim, decision, appeal], [{ ...decision, withReturn: true }]])
    expect(ended({ settlement: refund, thread })).toBe('disputes.end.elsewhere');
});

test('silence is named, of the seller and about a return', () => {
  const byClock = { ...refund, by: 'clock', withReturn: true } as const;
  const returned = { step: 'returned', by: 'seller', at: AT } as const;
  expect(ended({ settlement: byClock, refunded: 6500, timeline: [returned] })).toBe('disputes.end.silence');
  expect(ended({ settlement: byClock, refunded: 0 })).toBe('disputes.end.notBrought');
  const tried = { settlement: { ...byClock, by: 'seller' }, refunded: 6500, returnTriedAt: AT } as const;
  expect(ended(tried)).toBe('disputes.end.returnSilence');
  expect(ended({ ...tried, timeline: [returned] })).toBeUndefined();
});
