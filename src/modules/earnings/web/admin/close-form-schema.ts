import { z } from 'zod';
import { payoutReason, payoutReference } from '../../payouts.contract.ts';

/** Returns the schema of the form that closes payouts: a text for each id. */
export function closeSchema(ids: string[], outcome: 'paid' | 'failed') {
  const text = outcome === 'paid' ? payoutReference : payoutReason;
  return z.object(Object.fromEntries(ids.map((id) => [id, text])));
}
