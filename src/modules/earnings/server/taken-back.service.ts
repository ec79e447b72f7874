import { move, payoutAccount, sellerAccount } from '#modules/ledger/rules.ts';
import { findSellerBalance, insertTransaction } from '#modules/ledger/server/service.ts';
import type { Db } from '#platform/database/database.ts';
import { ADMINS, publishLive } from '#platform/live/live-events.ts';
import type { EmailContext } from '#platform/mail/mail-to.ts';
import { MONEY_TAKEN_BACK } from '../rules.ts';
import { sendPayoutEmail } from './payout-emails.ts';
import { lockDuePayouts, updateTakenBack } from './payouts.store.ts';

/**
 * Fails due payouts of a seller, so that an amount in poisha can be taken back from the seller. Fails none while the
 * seller has enough, and no sent one: its money may have left. Runs in the transaction that books the return.
 */
export async function failDuePayouts(
  db: Db,
  { sellerId, amount, emailContext }: { sellerId: string; amount: number; emailContext: EmailContext },
): Promise<void> {
  const due = await lockDuePayouts(db, sellerId);
  let available = await findSellerBalance(db, sellerId);
  for (const payout of due) {
    if (available >= amount) return;
    const failed = await updateTakenBack(db, payout.id);
    const lines = move(failed.amount_poisha, sellerAccount(sellerId), payoutAccount(failed.id));
    await insertTransaction(db, { kind: 'payout_failed', ref: failed.id, lines });
    await sendPayoutEmail(db, emailContext, failed, MONEY_TAKEN_BACK);
    publishLive(db, [sellerId, ADMINS]);
    available += failed.amount_poisha;
  }
}
