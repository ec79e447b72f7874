import type { DisputeDetails } from '#modules/disputes/contract.ts';

/** Returns the text about the end of a return without the seller's word, as its deadline ends it. */
export function returnText({ side, returnTriedAt, thread }: Pick<DisputeDetails, 'side' | 'returnTriedAt' | 'thread'>) {
  // A seller appeals once.
  const hasAppealed = thread.some(({ kind, by }) => kind === 'appeal' && by === 'seller');
  if (side === 'seller') return hasAppealed ? 'disputes.triedSellerStore' : 'disputes.triedSeller';
  if (!returnTriedAt) return 'disputes.triedFirst';
  return hasAppealed ? 'disputes.triedStore' : 'disputes.triedHint';
}
