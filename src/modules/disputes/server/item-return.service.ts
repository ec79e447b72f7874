import { recordStep } from '#modules/bookings/server/service.ts';
import { checkCode, type WrongCode, wrongCodeProblem } from '#modules/handover/server/code.service.ts';
import type { DisputeState } from '../rules.ts';
import type { DisputeDeps } from './dispute-deps.ts';
import { updateReturnTried } from './disputes.store.ts';
import { act, assertState, type Caller } from './service.ts';
import { close, type LockedDispute } from './settlement.service.ts';

/** The outcome of a return. */
type Returned = { state: DisputeState } | WrongCode;

/**
 * Confirms the return of an item: its buyer by the seller's code, or its seller without it. A buyer without the code says that
 * they brought it. A wrong code is recorded. @throws Problem (409) when no return is due.
 */
export function confirmReturn(deps: DisputeDeps, caller: Caller, code: string | undefined): Promise<Returned> {
  return act<Returned>(deps, caller, ['buyer', 'seller'], async (locked, side) => {
    assertState(locked.dispute.state, 'return');
    if (side === 'seller') return finish(locked, 'seller');
    if (code === undefined) return recordReturnTried(locked);
    const { secret } = deps;
    const wrong = await checkCode(locked.db, locked.booking, { secret, code, purpose: 'return' });
    return wrong ?? finish(locked, 'buyer');
  });
}

/** Returns the state after a return. @throws Problem (422) for a wrong code, with the tries that are left, (429) after too many. */
export function stateAfterReturn(returned: Returned): DisputeState {
  if ('state' in returned) return returned.state;
  throw wrongCodeProblem(returned, 'disputes');
}

/** Records that the seller has the item again, and returns the money to the buyer. */
async function finish(locked: LockedDispute, by: 'buyer' | 'seller'): Promise<Returned> {
  const { db, booking, dispute } = locked;
  await recordStep(db, booking, { bookingId: booking.id, step: 'returned', by });
  const { settlement, settledBy } = dispute;
  if (!settlement) throw new Error(`The dispute ${dispute.id} waits for a return and is not settled`);
  await close(locked, { settlement, by: settledBy ?? by }, settlement.amountPoisha, { by });
  return { state: 'closed' };
}

/** Records the buyer's claim that they returned the item. At the deadline the money goes back, unless the seller contradicts. */
async function recordReturnTried({ db, booking, dispute }: LockedDispute): Promise<Returned> {
  if (dispute.returnTriedAt) return { state: 'return' };
  await updateReturnTried(db, dispute.id);
  await recordStep(db, booking, { bookingId: booking.id, step: 'return_due', by: 'buyer' });
  return { state: 'return' };
}
