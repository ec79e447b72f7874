import { message } from '#platform/contract/message-reference.ts';
import { Problem } from '#platform/contract/problem.ts';
import type { Db } from '#platform/database/database.ts';
import type { VelocityLimits } from './payment-deps.ts';
import { countDeclines, countNewIntents } from './store.ts';

/** Pause after too many declined cards. */
const PAUSE_MINUTES = 15;

/** @throws Problem (429) during the pause after too many declined cards. */
export async function assertCardNotPaused(
  db: Db,
  buyerId: string,
  { declinesBeforePause }: VelocityLimits,
): Promise<void> {
  const { count, secondsLeft } = await countDeclines(db, buyerId, PAUSE_MINUTES, declinesBeforePause);
  if (count < declinesBeforePause) return;
  const minutes = Math.max(1, Math.ceil(secondsLeft / 60));
  throw new Problem('tooMany', 'paused', message('pay.paused', { n: declinesBeforePause, minutes })).retryAfter(
    minutes * 60,
  );
}

/** Whether a buyer had too many declined cards a short time ago. */
export async function isCardPaused(db: Db, buyerId: string, { declinesBeforePause }: VelocityLimits): Promise<boolean> {
  return (await countDeclines(db, buyerId, PAUSE_MINUTES, declinesBeforePause)).count >= declinesBeforePause;
}

/**
 * Limits the payments that a buyer starts in an hour. Each provider has its own limit, because each change of the
 * method starts a payment.
 * @throws Problem (429) when a buyer starts too many payments by one provider.
 */
export async function assertIntentsBelowLimit(
  db: Db,
  { buyerId, provider }: { buyerId: string; provider: string },
  { intentsPerHour }: VelocityLimits,
): Promise<void> {
  if ((await countNewIntents(db, buyerId, provider)) < intentsPerHour) return;
  throw new Problem('tooMany', 'too-many-intents', message('pay.tooManyIntents', { n: intentsPerHour })).retryAfter(
    3600,
  );
}
