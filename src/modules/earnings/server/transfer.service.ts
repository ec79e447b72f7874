import type { FastifyBaseLogger } from 'fastify';
import { type Actor, writeAuditEntry } from '#modules/audit/server/service.ts';
import { hasOtherAdmin, lockPersonShared } from '#modules/identity/server/service.ts';
import type { Wallets } from '#modules/payments/server/wallets.service.ts';
import { Problem } from '#platform/contract/problem.ts';
import { type Db, transaction } from '#platform/database/database.ts';
import { withoutDeadline } from '#platform/database/request-deadline.ts';
import { ADMINS, publishLive } from '#platform/live/live-events.ts';
import { isOnlyAdmin, type PayoutState, payoutNumber } from '../rules.ts';
import type { EarningsDeps } from './earnings-deps.ts';
import {
  type ChangedPayout,
  findPayoutState,
  findUnsentStatement,
  isTransferUsed,
  updateNotTransferred,
  updateTransferring,
  updateUnsent,
} from './payouts.store.ts';
import { applyOutcome, refusalOf } from './service.ts';

type TransferDeps = EarningsDeps & { log: Pick<FastifyBaseLogger, 'error'> };

/**
 * Sends a payout to its wallet once and marks it as paid. Stores the beginning first: a missing answer sends nothing again. A
 * repeat after the end changes nothing.
 * @throws Problem (404) for an unknown payout, (409) for one that cannot be transferred, was refused, or has no answer, (403)
 * when another admin has to do it.
 */
export async function transferPayout(deps: TransferDeps, actor: Actor, id: string): Promise<{ state: PayoutState }> {
  const wallets = walletsOf(deps);
  const payout = await beginTransfer(deps, actor, id);
  if (!payout) return { state: 'paid' };
  // The request's time may be over when the provider answers, and the money is sent then.
  return withoutDeadline(() => sendAndRecord(deps, wallets, actor, payout));
}

async function sendAndRecord(
  deps: Parameters<typeof transferPayout>[0],
  wallets: Wallets,
  actor: Actor,
  payout: ChangedPayout,
): Promise<{ state: PayoutState }> {
  const reference = await sendOnce(deps, wallets, payout);
  const outcome = { reference, isTransfer: true };
  return transaction(deps.db, (db) => applyOutcome({ ...deps, db }, actor, payout.id, outcome)).catch((error) => {
    // The number proves the transfer when an admin marks the payout as paid.
    deps.log.error(
      { payout: payoutNumber(payout.number), transfer: reference },
      'A transfer was sent and is not recorded',
    );
    throw error;
  });
}

function walletsOf({ wallets }: EarningsDeps): Wallets {
  if (!wallets) throw new Problem('conflict', 'no-transfers', 'payout.e.noTransfers');
  return wallets;
}

/** Stores the beginning of a transfer. Returns the payout; undefined when a transfer paid it before. */
function beginTransfer({ db, settings }: EarningsDeps, actor: Actor, id: string): Promise<ChangedPayout | undefined> {
  return transaction(db, async (db) => {
    const { adminId } = actor;
    await lockPersonShared(db, adminId);
    const known = await findPayoutState(db, id);
    const isAlone = known !== undefined && isOnlyAdmin(known.admins, adminId, known.sellerId);
    const sender = isAlone ? 'any' : settings.fourEyes ? 'other' : 'own';
    const payout = await updateTransferring(db, { id, adminId, sender });
    if (!payout) {
      const known = await findPayoutState(db, id);
      if (known?.state === 'sent' && !known.isWallet)
        throw new Problem('conflict', 'not-a-wallet', 'payout.e.notWallet');
      if (known?.exportedAt && known.state === 'sent') throw new Problem('conflict', 'in-bank-file', 'payout.e.inFile');
      if (known?.transferAt && known.state === 'sent')
        throw new Problem('conflict', 'transfer-unclear', 'payout.asking');
      if (known?.transferAt && known.state === 'paid') return undefined;
      // Its own admin may have paid it by hand.
      if (known?.state === 'sent' && known.sellerId !== actor.adminId && !settings.fourEyes)
        throw new Problem('forbidden', 'another-admin', 'payout.e.anotherAdmin');
      throw await refusalOf(db, { id, adminId, fourEyes: sender === 'other' });
    }
    await writeAuditEntry(db, actor, 'transfer-payout', { targetId: id });
    publishLive(db, [payout.seller_id, ADMINS]);
    return payout;
  });
}

async function sendOnce({ db, log }: TransferDeps, wallets: Wallets, payout: ChangedPayout): Promise<string> {
  const { id, number, amount_poisha: amount, account } = payout;
  const outcome = await wallets.send({ number: payoutNumber(number), amount, wallet: account ?? '' });
  if (outcome !== 'refused' && 'unclear' in outcome) {
    log.error({ payout: payoutNumber(number), answer: outcome.unclear }, 'A transfer has no clear answer');
    throw new Problem('conflict', 'transfer-unclear', 'payout.asking');
  }
  if (outcome !== 'refused') return outcome.transfer;
  await transaction(db, (db) => updateNotTransferred(db, id));
  throw new Problem('conflict', 'transfer-refused', 'payout.e.transferRefused');
}

/**
 * Fails a payout whose transfer has no answer, by the statement that the provider's list does not have it. Where there is another
 * admin, one states it and the other one confirms: until then the payout stays sent.
 * @throws Problem (404) for an unknown payout, (409) in another state, without a transfer, and while that may arrive.
 */
export function failTransfer(
  deps: Pick<EarningsDeps, 'settings' | 'emailContext'> & { db: Db },
  actor: Actor,
  id: string,
  reason: string,
): Promise<{ state: PayoutState }> {
  return transaction(deps.db, async (db) => {
    const { adminId } = actor;
    await lockPersonShared(db, adminId);
    const isFirst = await updateUnsent(db, { id, adminId }, reason);
    const stated = await findUnsentStatement(db, { id, adminId });
    if (!stated) throw await refusalOf(db, { id, adminId, fourEyes: false });
    const waits = stated.unsent_by === adminId && (await hasOtherAdmin(db, [adminId, stated.seller_id]));
    if (isFirst || !waits) await writeAuditEntry(db, actor, 'fail-payout', { targetId: id });
    publishLive(db, [ADMINS]);
    if (waits) return { state: 'sent' as const };
    const settings = { ...deps.settings, fourEyes: false };
    return applyOutcome({ ...deps, settings, db }, actor, id, { reason, isTransfer: true });
  });
}

/**
 * Fetches the transfer that an admin names for a payout from the provider, when one was begun there. Returns whether it was.
 * @throws Problem (409) when it is no transfer of this sum to this wallet, (503) without an answer.
 */
export async function checkTransfer(deps: EarningsDeps, id: string, reference: string): Promise<boolean> {
  const { db } = deps;
  const payout = await findPayoutState(db, id);
  if (payout?.state !== 'sent' || !payout.transferAt) return false;
  const found = await walletsOf(deps).find(reference);
  const isOurs = found?.amount === payout.amount && found.wallet === payout.account;
  if (!isOurs || (await isTransferUsed(db, reference)))
    throw new Problem('conflict', 'another-transfer', 'payout.e.anotherTransfer');
  return true;
}
