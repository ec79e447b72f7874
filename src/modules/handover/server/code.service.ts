import { CODE_TRIES_MAX_COUNT } from '#modules/bookings/rules.ts';
import { type LockedBooking, readCode, recordStep } from '#modules/bookings/server/service.ts';
import { message } from '#platform/contract/message-reference.ts';
import { Problem } from '#platform/contract/problem.ts';
import type { Db } from '#platform/database/database.ts';
import { CODE_TRIES_WINDOW_MAX_COUNT, CODE_WINDOW_MINUTES } from '../rules.ts';

const SECONDS_PER_MINUTE = 60;

/** The outcome of a wrong code: the tries that are left, or the time until the next try. */
export type WrongCode = { left: number } | { secondsLeft: number };

/** The module whose texts a refusal has. */
type Texts = 'handover' | 'disputes';

/**
 * Checks a typed code of a locked booking. Returns undefined for the right one. A wrong code is recorded.
 * @throws Problem (409) when the code is locked.
 */
export async function checkCode(
  db: Db,
  booking: LockedBooking,
  { secret, code, purpose }: { secret: string; code: string; purpose: 'handover' | 'return' },
): Promise<WrongCode | undefined> {
  const [texts, by] = purpose === 'return' ? (['disputes', 'buyer'] as const) : (['handover', 'seller'] as const);
  const known = await readCode(db, booking.id, secret, CODE_WINDOW_MINUTES, purpose);
  if (known.total >= CODE_TRIES_MAX_COUNT) {
    const isCash = purpose === 'handover' && booking.method === 'cash';
    throw new Problem('conflict', 'code-locked', isCash ? 'handover.codeLockedCash' : `${texts}.codeLocked`);
  }
  if (known.count >= CODE_TRIES_WINDOW_MAX_COUNT) return { secondsLeft: known.secondsLeft };
  if (known.code === code) return undefined;
  await recordStep(db, booking, { bookingId: booking.id, step: 'wrong_code', by });
  const left = CODE_TRIES_WINDOW_MAX_COUNT - known.count - 1;
  // The next try is possible once the oldest one is older than CODE_WINDOW_MINUTES.
  return left > 0 ? { left } : { secondsLeft: known.secondsLeft };
}

/** Returns the refusal of a wrong code: 422 with the tries that are left, or 429 with the time until the next try. */
export function wrongCodeProblem(wrong: WrongCode, texts: Texts): Problem {
  if ('left' in wrong)
    return new Problem('unprocessable', 'wrong-code', message(`${texts}.wrongCode`, { n: wrong.left })).withTriesLeft(
      wrong.left,
    );
  const minutes = Math.max(1, Math.ceil(wrong.secondsLeft / SECONDS_PER_MINUTE));
  return new Problem('tooMany', 'too-many-codes', message(`${texts}.tooManyCodes`, { minutes })).retryAfter(
    wrong.secondsLeft,
  );
}
