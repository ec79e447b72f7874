import type { z } from 'zod';
import { type CountGuess, lockPersonShared } from '#modules/identity/server/service.ts';
import { Problem } from '#platform/contract/problem.ts';
import { transaction } from '#platform/database/database.ts';
import { publishLive } from '#platform/live/live-events.ts';
import type { payoutAccountForm } from '../contract.ts';
import type { EarningsDeps } from './earnings-deps.ts';
import { type AccountFields, findPayoutAccount, upsertPayoutAccount } from './payout-accounts.store.ts';
import { sendAccountEmail } from './payout-emails.ts';

interface AccountOwner {
  userId: string;
  accountId: string;
  email: string;
  source: Parameters<CountGuess>[0];
}

/**
 * Checks a seller's password and changes their payout account. Payouts to it wait for some time, and the seller gets an
 * e-mail. The same account again changes nothing.
 * @throws Problem (403) for a wrong password, (429) after too many.
 */
export async function changeAccount(
  { db, settings, emailContext, passwords, countGuess }: EarningsDeps,
  { userId, accountId, email, source }: AccountOwner,
  { password, ...form }: z.output<typeof payoutAccountForm>,
): Promise<{ modifiedCount: number; payableFrom: string }> {
  const reportGuess = await countGuess?.(source, email);
  if (!(await passwords.isPassword(accountId, password)))
    throw new Problem('forbidden', 'unproved', 'earn.e.password', [{ field: 'password', message: 'earn.e.password' }]);
  await reportGuess?.(true);
  return transaction(db, async (db) => {
    await lockPersonShared(db, userId);
    const changedTo = await upsertPayoutAccount(db, userId, fieldsOf(form), settings.accountWaitMinutes);
    if (!changedTo) {
      const same = await findPayoutAccount(db, userId);
      return { modifiedCount: 0, payableFrom: (same?.payable_from ?? new Date()).toISOString() };
    }
    await sendAccountEmail(db, emailContext, userId, changedTo);
    publishLive(db, [userId]);
    return { modifiedCount: 1, payableFrom: changedTo.toISOString() };
  });
}

function fieldsOf(form: Omit<z.output<typeof payoutAccountForm>, 'password'>): AccountFields {
  const { kind, bkash = '', account = '', bank = null, branch = null, routing = null, holder = null } = form;
  return kind === 'bkash'
    ? { kind, account: bkash, bank: null, branch: null, routing: null, holder: null }
    : { kind, account, bank, branch, routing, holder };
}
