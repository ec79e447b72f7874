import type { DisputeDetails } from '#modules/disputes/contract.ts';

type Ended = Pick<DisputeDetails, 'settlement' | 'refunded' | 'decidedAt' | 'returnTriedAt' | 'thread' | 'timeline'>;

/** Returns the text for the reason of an end that no words of the thread give; undefined when they do. */
export function endReason(dispute: Ended) {
  const { settlement, refunded, returnTriedAt, timeline } = dispute;
  if (!settlement) return undefined;
  if (settlement.withReturn && refunded === 0) return 'disputes.end.notBrought';
  const isBack = timeline.some(({ step }) => step === 'returned');
  if (settlement.withReturn && returnTriedAt && !isBack) return 'disputes.end.returnSilence';
  if (settlement.by === 'clock') return 'disputes.end.silence';
  return settlement.by === 'store' && !isDecided(dispute) ? 'disputes.end.elsewhere' : undefined;
}

/** Whether the settlement is that of the last decision. A whole refund beside a dispute replaces another one. */
function isDecided({ settlement, decidedAt, thread }: Ended): boolean {
  // Words are deleted after a year.
  if (thread.length === 0) return decidedAt !== undefined;
  const last = thread.findLast(({ kind }) => kind === 'decision' || kind === 'appeal');
  return last?.outcome === settlement?.outcome && last?.withReturn === settlement?.withReturn;
}
