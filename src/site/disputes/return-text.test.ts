import { expect, test } from 'vitest';
import { loadMessages } from '#i18n/messages.ts';
import type { DisputeDetails } from '#modules/disputes/contract.ts';
import { returnText, returnTitle } from './return-text.ts';

const appeal = { kind: 'appeal', by: 'seller' } as DisputeDetails['thread'][number];
const returnTriedAt = '2026-11-20T13:02:00.000Z';

test('a buyer reads that nothing goes back without a step, and then the consequence of a silent seller', () => {
  expect(returnText({ side: 'buyer', thread: [] })).toBe('disputes.triedFirst');
  expect(returnText({ side: 'buyer', thread: [], returnTriedAt })).toBe('disputes.triedHint');
  expect(returnText({ side: 'buyer', thread: [appeal], returnTriedAt })).toBe('disputes.triedStore');
});

test('a seller is told to appeal only while they may', () => {
  expect(returnText({ side: 'seller', thread: [], returnTriedAt })).toBe('disputes.triedSeller');
  expect(returnText({ side: 'seller', thread: [appeal], returnTriedAt })).toBe('disputes.triedSellerStore');
});

test('an admin reads the two people of a return and its next step, not the buyer’s sentence', () => {
  expect(returnTitle({ side: 'store' })).toBe('disputes.returnBetween');
  expect(returnTitle({ side: 'store', returnTriedAt })).toBe('disputes.returnTried');
  expect([returnTitle({ side: 'buyer' }), returnTitle({ side: 'seller' })]).toEqual([
    'disputes.returnTitle',
    'disputes.takeBack',
  ]);
});

test('every text about the end of a return says until when', async () => {
  const texts = await Promise.all([loadMessages('en'), loadMessages('bn')]);
  for (const side of ['buyer', 'seller'] as const)
    for (const tried of [undefined, returnTriedAt])
      for (const thread of [[], [appeal]])
        for (const messages of texts)
          expect(messages[returnText({ side, thread, ...(tried && { returnTriedAt: tried }) })]).toContain('{date}');
});
