import { message } from '#platform/contract/message-reference.ts';
import { Problem } from '#platform/contract/problem.ts';
import type { Db } from '#platform/database/database.ts';
import { countNewIntents, findDeclines } from './store.ts';

/**
 * Limits on a buyer's payment attempts, against card testing
 * (https://docs.stripe.com/disputes/prevention/card-testing).
 */
export interface VelocityLimits {
  /** New payments of one buyer in an hour. */
  intents: number;
  /** Declined cards of one buyer before a pause. */
  declines: number;
}

/** Pause after too many declined cards. */
export const PAUSE_MINUTES = 15;

/** @throws Problem (429) during the pause after too many declined cards. */
export async function assertNotPaused(db: Db, buyerId: string, { declines }: VelocityLimits): Promise<void> {
  const { count, secondsLeft } = await findDeclines(db, buyerId, PAUSE_MINUTES, declines);
  if (count < declines) return;
  const minutes = Math.max(1, Math.ceil(secondsLeft / 60));
  throw new Problem('tooMany', 'paused', message('pay.paused', { n: declines, minutes })).retryAfter(minutes * 60);
}

/** @throws Problem (429) when a buyer starts too many payments. */
export async function assertIntentsBelowLimit(db: Db, buyerId: string, { intents }: VelocityLimits): Promise<void> {
  if ((await countNewIntents(db, buyerId)) < intents) return;
  throw new Problem('tooMany', 'too-many-intents', message('pay.tooManyIntents', { n: intents })).retryAfter(3600);
}
