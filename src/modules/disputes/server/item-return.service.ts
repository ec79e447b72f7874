import { TRIES_TOTAL_MAX_COUNT } from '#modules/bookings/rules.ts';
import { readCode, recordStep } from '#modules/bookings/server/service.ts';
import { TRIES_MAX_COUNT, TRY_MINUTES } from '#modules/handover/rules.ts';
import { message } from '#platform/contract/message-reference.ts';
import { Problem } from '#platform/contract/problem.ts';
import type { DisputeState } from '../rules.ts';
import type { DisputeDeps } from './dispute-deps.ts';
import { updateReturnTried } from './disputes.store.ts';
import { act, assertState, type Caller } from './service.ts';
import { type Case, close } from './settlement.service.ts';

/** The outcome of a return: the new state, the tries that are left, or the time until the next try. */
type Returned = { state: DisputeState } | { left: number } | { secondsLeft: number };

const SECONDS_PER_MINUTE = 60;

/**
 * Confirms the return of an item: its buyer by the seller's code, or its seller without it. A buyer without the code says that
 * they brought it. A wrong code is recorded. @throws Problem (409) when no return is due.
 */
export function confirmReturn(deps: DisputeDeps, caller: Caller, code: string | undefined): Promise<Returned> {
  return act<Returned>(deps, caller, ['buyer', 'seller'], async (given, side) => {
    assertState(given.dispute.state, 'return');
    if (side === 'seller') return finish(given, 'seller');
    return code === undefined ? sayBrought(given) : enterCode(given, deps.secret, code);
  });
}

/** Returns the state after a return. @throws Problem (422) for a wrong code, with the tries that are left, (429) after too many. */
export function stateAfterReturn(returned: Returned): DisputeState {
  if ('state' in returned) return returned.state;
  if ('left' in returned)
    throw new Problem('unprocessable', 'wrong-code', message('disputes.wrongCode', { n: returned.left })).withLeft(
      returned.left,
    );
  const minutes = Math.max(1, Math.ceil(returned.secondsLeft / SECONDS_PER_MINUTE));
  throw new Problem('tooMany', 'too-many-codes', message('disputes.tooManyCodes', { minutes })).retryAfter(
    returned.secondsLeft,
  );
}

async function enterCode(given: Case, secret: string, code: string): Promise<Returned> {
  const { db, booking } = given;
  const known = await readCode(db, booking.id, secret, TRY_MINUTES, 'return');
  if (known.total >= TRIES_TOTAL_MAX_COUNT) throw new Problem('conflict', 'code-locked', 'disputes.codeLocked');
  if (known.count >= TRIES_MAX_COUNT) return { secondsLeft: known.secondsLeft };
  if (known.code === code) return finish(given, 'buyer');
  await recordStep(db, booking, { bookingId: booking.id, step: 'wrong_code', by: 'buyer' });
  const left = TRIES_MAX_COUNT - known.count - 1;
  return left > 0 ? { left } : { secondsLeft: TRY_MINUTES * SECONDS_PER_MINUTE };
}

/** The item is back: the money goes back. */
async function finish(given: Case, by: 'buyer' | 'seller'): Promise<Returned> {
  const { db, booking, dispute } = given;
  await recordStep(db, booking, { bookingId: booking.id, step: 'returned', by });
  const { settlement, settledBy } = dispute;
  if (!settlement) throw new Error(`The dispute ${dispute.id} waits for a return and is not settled`);
  await close(given, { settlement, by: settledBy ?? by }, settlement.amountPoisha, { by });
  return { state: 'closed' };
}

/** Without the seller's word until the deadline, the seller loses the claim. */
async function sayBrought({ db, booking, dispute }: Case): Promise<Returned> {
  if (dispute.returnTriedAt) return { state: 'return' };
  await updateReturnTried(db, dispute.id);
  await recordStep(db, booking, { bookingId: booking.id, step: 'return_due', by: 'buyer' });
  return { state: 'return' };
}
