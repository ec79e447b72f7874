import type { DisputeDetails } from '#modules/disputes/contract.ts';

/**
 * Returns the texts of the form to appeal. While an appeal waits for its decision, the other side may write to it, which
 * uses up their own.
 */
export function appealTexts(state: DisputeDetails['state']) {
  const isOther = state === 'decision';
  return {
    title: isOther ? 'disputes.appealToo' : 'disputes.appeal',
    until: isOther ? 'disputes.appealTooUntil' : 'disputes.appealUntil',
    reason: isOther ? 'disputes.appealTooReason' : 'disputes.appealReason',
  } as const;
}
