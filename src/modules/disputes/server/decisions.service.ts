import { type Actor, writeAuditEntry } from '#modules/audit/server/service.ts';
import { recordStep } from '#modules/bookings/server/service.ts';
import { hasOtherAdmin } from '#modules/identity/server/service.ts';
import { Problem } from '#platform/contract/problem.ts';
import { type Db, transaction } from '#platform/database/database.ts';
import { ADMINS, publishLive } from '#platform/live/live-events.ts';
import {
  APPEAL_DAYS,
  afterMinutes,
  type DisputeState,
  mayAppeal,
  type Outcome,
  type Settlement,
  stateAfterDecision,
} from '../rules.ts';
import type { DisputeDeps } from './dispute-deps.ts';
import { insertThreadEntry } from './dispute-thread.store.ts';
import { type DisputeRow, updateDecided, updateUndecided } from './disputes.store.ts';
import { act, assertState, type Caller, lockDisputedSale, notFound, partOf } from './service.ts';
import { applyDisputeDeadlines, moveMoney } from './settlement.service.ts';

const APPEAL_MINUTES = APPEAL_DAYS * 24 * 60;

/** An admin's decision; the amount of a part in Tk. */
export interface Decision {
  outcome: Outcome;
  amount?: number | undefined;
  withReturn: boolean;
  reason: string;
}

/** Returns the reason against a decision of this admin: it is their own dispute, or the appeal of their own decision. */
export async function findDecisionRefusal(
  db: Db,
  dispute: DisputeRow,
  adminId: string,
): Promise<'own-dispute' | 'own-decision' | undefined> {
  if (adminId === dispute.buyerId || adminId === dispute.sellerId) return 'own-dispute';
  if (adminId !== dispute.decidedBy) return undefined;
  return (await hasOtherAdmin(db, [adminId, dispute.buyerId, dispute.sellerId])) ? 'own-decision' : undefined;
}

/**
 * Decides a dispute. The money moves when nobody may appeal any more, or when the item came back.
 * @throws Problem (404) without such a dispute, (409) when it waits for no decision or for another admin's, (400) for an amount
 * that is no part of the price, and for a return of an item that was not received.
 */
export function decideDispute(
  deps: DisputeDeps,
  actor: Actor,
  disputeId: string,
  decision: Decision,
): Promise<DisputeState> {
  return transaction(deps.db, async (db): Promise<DisputeState> => {
    const found = await lockDisputedSale(db, disputeId);
    if (!found) throw notFound();
    const locked = await applyDisputeDeadlines(found);
    const { booking, dispute } = locked;
    assertState(dispute.state, 'decision');
    const refusal = await findDecisionRefusal(db, dispute, actor.adminId);
    if (refusal) throw new Problem('conflict', refusal, `disputes.${refusal}`);
    const settlement = settlementOf(dispute, decision);
    const state = stateAfterDecision(settlement, dispute.appealed);
    const appealUntil = afterMinutes(dispute.now, APPEAL_MINUTES);
    const until = { return: afterMinutes(dispute.now, dispute.returnMinutes), appeal: appealUntil, closed: null }[
      state
    ];
    const { outcome, withReturn, amountPoisha } = settlement;
    const facts = { outcome, withReturn };
    await insertThreadEntry(db, {
      disputeId,
      kind: 'decision',
      by: 'store',
      text: decision.reason,
      amountPoisha,
      facts,
    });
    await updateDecided(db, disputeId, { adminId: actor.adminId, settlement, state, until, appealUntil });
    await recordStep(db, booking, { bookingId: booking.id, step: 'decided', by: 'store' });
    if (state === 'return') await recordStep(db, booking, { bookingId: booking.id, step: 'return_due', by: 'store' });
    if (state === 'closed') await moveMoney(locked, amountPoisha, { by: 'store' });
    await writeAuditEntry(db, actor, 'decide-dispute', { targetId: disputeId });
    publishLive(db, [ADMINS]);
    return state;
  });
}

function settlementOf({ pricePoisha, reason }: DisputeRow, { outcome, amount, withReturn }: Decision): Settlement {
  if (withReturn && reason === 'not_received')
    throw new Problem('invalid', 'no-return', 'disputes.noReturn', [
      { field: 'withReturn', message: 'disputes.noReturn' },
    ]);
  if (outcome === 'part') return { outcome, withReturn, amountPoisha: partOf(amount, pricePoisha) };
  return { outcome, withReturn, amountPoisha: outcome === 'refund' ? pricePoisha : 0 };
}

/** Appeals against a decision for one side. @throws Problem (409) when that side may not appeal, or no longer. */
export function appealDecision(deps: DisputeDeps, caller: Caller, reason: string): Promise<DisputeState> {
  return act<DisputeState>(deps, caller, ['buyer', 'seller'], async ({ db, booking, dispute }, side) => {
    if (!mayAppeal(side, dispute, dispute.now)) throw new Problem('conflict', 'no-appeal', 'disputes.noAppeal');
    await insertThreadEntry(db, { disputeId: dispute.id, kind: 'appeal', by: side, text: reason });
    await updateUndecided(db, dispute.id, dispute.state === 'decision' ? dispute.since : undefined, side);
    await recordStep(db, booking, { bookingId: booking.id, step: 'appealed', by: side });
    publishLive(db, [ADMINS]);
    return 'decision';
  });
}
