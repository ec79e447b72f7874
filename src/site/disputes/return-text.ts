import type { DisputeDetails } from '#modules/disputes/contract.ts';

/** Returns the title of a return for its reader. An admin reads the names of both sides. */
export function returnTitle({ side, returnTriedAt }: Pick<DisputeDetails, 'side' | 'returnTriedAt'>) {
  if (side === 'seller') return 'disputes.takeBack';
  if (side === 'buyer') return 'disputes.returnTitle';
  return returnTriedAt ? 'disputes.returnTried' : 'disputes.returnBetween';
}

/** Returns the text about the end of a return without the seller's word, as its deadline ends it. */
export function returnText({ side, returnTriedAt, thread }: Pick<DisputeDetails, 'side' | 'returnTriedAt' | 'thread'>) {
  // A seller appeals once.
  const hasAppealed = thread.some(({ kind, by }) => kind === 'appeal' && by === 'seller');
  if (side === 'seller') return hasAppealed ? 'disputes.triedSellerStore' : 'disputes.triedSeller';
  if (!returnTriedAt) return 'disputes.triedFirst';
  return hasAppealed ? 'disputes.triedStore' : 'disputes.triedHint';
}
