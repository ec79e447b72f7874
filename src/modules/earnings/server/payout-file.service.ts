import { type Actor, writeAuditEntry } from '#modules/audit/server/service.ts';
import { lockPersonForCount } from '#modules/identity/server/service.ts';
import { Problem } from '#platform/contract/problem.ts';
import { type Db, transaction } from '#platform/database/database.ts';
import { ADMINS, publishLive } from '#platform/live/live-events.ts';
import { LISTED_FILES_COUNT, type PayoutFiles } from '../payouts.contract.ts';
import { type AccountKind, payoutNumber } from '../rules.ts';
import { hasPayoutFile, selectPayoutFiles, updateExported } from './payout-file.store.ts';

/**
 * Puts an admin's sent payouts that are in no file, to accounts of these kinds, into a new file. Requests of one admin run one
 * after the other. @throws Problem (409) when there is none.
 */
export function makePayoutFile(db: Db, actor: Actor, kinds: readonly AccountKind[]) {
  return transaction(db, async (db) => {
    await lockPersonForCount(db, actor.adminId);
    const file = await updateExported(db, actor.adminId, kinds);
    if (!file) throw new Problem('conflict', 'none-for-file', 'payout.e.noneForFile');
    await writeAuditEntry(db, actor, 'make-payout-file', { list: 'payouts' });
    publishLive(db, [ADMINS]);
    return { madeAt: file.madeAt.toISOString(), count: file.count };
  });
}

/** Returns an admin's ten newest files, before one of them, newest first. */
export async function listPayoutFiles(db: Db, adminId: string, before?: string): Promise<PayoutFiles> {
  const rows = await selectPayoutFiles(db, adminId, LISTED_FILES_COUNT + 1, before).execute();
  const files = rows.slice(0, LISTED_FILES_COUNT).map(({ made_at, first_number, count, open, is_assumed }) => ({
    madeAt: made_at.toISOString(),
    firstNumber: payoutNumber(first_number),
    count,
    open,
    isAssumed: is_assumed,
  }));
  return { files, more: rows.length > LISTED_FILES_COUNT };
}

/** Logs the download of an admin's file. @throws Problem (404) when the admin has no file of this time. */
export function logDownload(db: Db, actor: Actor, madeAt: string): Promise<void> {
  return transaction(db, async (db) => {
    if (!(await hasPayoutFile(db, actor.adminId, madeAt))) throw new Problem('missing', 'not-found', 'error.notFound');
    await writeAuditEntry(db, actor, 'export', { list: 'payouts' });
  });
}
