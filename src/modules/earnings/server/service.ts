import { type Actor, writeAuditEntry } from '#modules/audit/server/service.ts';
import { lockPersonForCount, lockPersonShared } from '#modules/identity/server/service.ts';
import { BANK, move, payoutAccount, providerAccount, sellerAccount } from '#modules/ledger/rules.ts';
import { insertTransaction, lockSellerBalance } from '#modules/ledger/server/service.ts';
import { message } from '#platform/contract/message-reference.ts';
import { Problem } from '#platform/contract/problem.ts';
import { toTk } from '#platform/contract/values.ts';
import { type Db, transaction } from '#platform/database/database.ts';
import { ADMINS, publishLive } from '#platform/live/live-events.ts';
import {
  isOnlyAdmin,
  mayArrive,
  mayClose,
  type PayoutObstacle,
  type PayoutState,
  payoutNumber,
  payoutObstacle,
} from '../rules.ts';
import { findMoneyDue, hasUnfinished } from './earnings.store.ts';
import type { EarningsDeps, PayoutSettings } from './earnings-deps.ts';
import { findPayoutAccount } from './payout-accounts.store.ts';
import { sendPayoutEmail } from './payout-emails.ts';
import {
  type Closing,
  findPayoutState,
  insertPayout,
  type Outcome,
  updateClosed,
  updateSent,
} from './payouts.store.ts';
import { updateWeekly } from './weekly.store.ts';

/** The provider that transfers to wallets. */
const WALLETS = 'bkash';

const OBSTACLES: Record<PayoutObstacle, string> = {
  nothing: 'earn.e.nothing',
  'below-minimum': 'earn.e.belowMinimum',
  'not-last': 'earn.e.notLast',
  'no-account': 'earn.e.noAccount',
  'account-on-hold': 'earn.e.accountOnHold',
};

/**
 * Makes a payout of a seller's whole available balance, with the ledger entry that takes the money from the seller. The
 * last one, with nothing on hold or for sale, has no minimum: people can leave with all their money.
 * @throws Problem (409) with the reason when there is nothing to pay, no account, or one that was changed a short time
 * ago.
 */
export function requestPayout(
  db: Db,
  sellerId: string,
  { minimumPoisha }: Pick<PayoutSettings, 'minimumPoisha'>,
  isLast = false,
): Promise<{ acknowledged: boolean; insertedId: string; number: string; amount: number }> {
  return transaction(db, async (db) => {
    // Requests of one seller run one after the other: the second one finds nothing left.
    await lockPersonForCount(db, sellerId);
    const account = await findPayoutAccount(db, sellerId);
    const amount = await lockSellerBalance(db, sellerId);
    const isUnfinished = isLast && (await hasUnfinished(db, sellerId));
    const obstacle = isUnfinished ? 'not-last' : payoutObstacle(amount, isLast ? 1 : minimumPoisha, account);
    if (obstacle || !account) {
      const reason = OBSTACLES[obstacle ?? 'no-account'];
      throw new Problem('conflict', obstacle ?? 'no-account', message(reason, { amount: toTk(minimumPoisha) }));
    }
    const { id, number } = await insertPayout(db, sellerId, amount, account);
    const lines = move(amount, payoutAccount(id), sellerAccount(sellerId));
    await insertTransaction(db, { kind: 'payout', ref: id, lines });
    publishLive(db, [sellerId, ADMINS]);
    return { acknowledged: true, insertedId: id, number: payoutNumber(number), amount: toTk(amount) };
  });
}

/**
 * Marks a due payout as sent, once. @throws Problem (404) for an unknown payout, (409) for one that is not due, (403)
 * for the admin's own.
 */
export function sendPayout(db: Db, actor: Actor, id: string): Promise<{ state: PayoutState }> {
  return transaction(db, async (db) => {
    await lockPersonShared(db, actor.adminId);
    const sent = await updateSent(db, id, actor.adminId);
    if (!sent) throw await refusalOf(db, { id, adminId: actor.adminId, fourEyes: false });
    await writeAuditEntry(db, actor, 'send-payout', { targetId: id });
    publishLive(db, [sent.seller_id, ADMINS]);
    return { state: 'sent' as const };
  });
}

type ClosingDeps = Pick<EarningsDeps, 'settings' | 'emailContext'> & { db: Db };

/**
 * Closes a payout as paid, with the transfer's reference, or as failed, with the reason. The money of a failed one is the
 * seller's again. The ledger entry, the e-mail to the seller and the audit entry are made in the same transaction.
 * @throws Problem (404) for an unknown payout, (409) in another state, (403) when another admin has to do it.
 */
export function closePayout(
  deps: ClosingDeps,
  actor: Actor,
  id: string,
  outcome: Outcome,
): Promise<{ state: PayoutState }> {
  return transaction(deps.db, async (db) => {
    const closed = await applyOutcome({ ...deps, db }, actor, id, outcome);
    await writeAuditEntry(db, actor, closed.state === 'paid' ? 'confirm-payout' : 'fail-payout', { targetId: id });
    return closed;
  });
}

/**
 * Closes a payout like `closePayout`, in the caller's transaction and without an audit entry.
 * @throws Problem as `closePayout` does.
 */
export async function applyOutcome(
  { db, settings, emailContext }: ClosingDeps,
  { adminId }: Actor,
  id: string,
  outcome: Outcome,
) {
  await lockPersonShared(db, adminId);
  const closing = { id, adminId, fourEyes: await needsOther(db, settings, adminId, id) };
  const closed = await updateClosed(db, closing, outcome);
  if (!closed) throw await refusalOf(db, closing);
  const { seller_id: sellerId, amount_poisha: amount } = closed;
  const isPaid = 'reference' in outcome;
  const paidFrom = closed.transfer_at ? providerAccount(WALLETS) : BANK;
  const lines = move(amount, isPaid ? paidFrom : sellerAccount(sellerId), payoutAccount(id));
  await insertTransaction(db, { kind: isPaid ? 'payout_paid' : 'payout_failed', ref: id, lines });
  await sendPayoutEmail(db, emailContext, closed, isPaid ? undefined : outcome.reason);
  publishLive(db, [sellerId, ADMINS]);
  return { state: isPaid ? ('paid' as const) : ('failed' as const) };
}

/** Whether an admin other than the sender has to close a payout: the setting asks for that, and there is one. */
async function needsOther(db: Db, { fourEyes }: Pick<PayoutSettings, 'fourEyes'>, adminId: string, id: string) {
  if (!fourEyes) return false;
  const payout = await findPayoutState(db, id);
  return payout !== undefined && !isOnlyAdmin(payout.admins, adminId, payout.sellerId);
}

/** Returns why an admin cannot change a payout. */
export async function refusalOf(db: Db, { id, adminId, fourEyes }: Closing): Promise<Problem> {
  const payout = await findPayoutState(db, id);
  if (!payout) return new Problem('missing', 'not-found', 'error.notFound');
  if (payout.sellerId === adminId) return new Problem('forbidden', 'own-payout', 'payout.e.own');
  if (!mayClose(payout, adminId, fourEyes)) return new Problem('forbidden', 'four-eyes', 'payout.fourEyes');
  if (payout.state === 'sent' && payout.transferAt) {
    const isEarly = mayArrive(payout.transferAt, new Date());
    return new Problem('conflict', 'transfer-unclear', isEarly ? 'payout.asking' : 'payout.e.unstated');
  }
  return new Problem('conflict', `payout-${payout.state}`, `payout.e.${payout.state}`);
}

/**
 * Refuses to erase a person with money on hold, available or on its way. The refusal is for the person, or for an admin
 * about them. @throws Problem (409)
 */
export async function assertNoMoneyDue(
  db: Db,
  { userId, isByAdmin }: { userId: string; isByAdmin: boolean },
): Promise<void> {
  const due = await findMoneyDue(db, userId);
  if (due) throw new Problem('conflict', due, isByAdmin ? `earn.e.theirs.${due}` : `earn.e.${due}`);
}

/** Starts or ends weekly payouts. @throws Problem (409) where the store has none, and without an account. */
export async function changeWeekly(
  { db, settings }: Pick<EarningsDeps, 'settings'> & { db: Db },
  userId: string,
  weekly: boolean,
): Promise<number> {
  if (weekly && !settings.weekly) throw new Problem('conflict', 'not-offered', 'earn.e.weeklyOff');
  const changed = await updateWeekly(db, userId, weekly);
  if (changed === undefined) throw new Problem('conflict', 'no-account', 'earn.e.noAccount');
  return changed;
}
