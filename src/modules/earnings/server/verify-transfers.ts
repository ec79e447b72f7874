import { findTransferFault, type Wallets } from '#modules/payments/server/wallets.service.ts';
import type { Db } from '#platform/database/database.ts';
import { payoutNumber } from '../rules.ts';
import { findWrongTransferEntries, selectTransfers } from './transfers.store.ts';

/** The period of transfers that are fetched from the provider, one by one. */
const WINDOW_DAYS = 90;
const BATCH_ROWS = 100;

/**
 * Compares the paid transfers to wallets with the ledger, and with the provider where one is set up. A transfer that failed by a
 * statement has no number to fetch it by. Changes nothing. Returns the differences and the number of fetched transfers.
 * @throws ProviderUnavailable
 */
export async function verifyTransfers(
  db: Db,
  wallets: Wallets | undefined,
): Promise<{ differences: string[]; compared: number }> {
  const wrong = (await findWrongTransferEntries(db)).map(payoutNumber);
  const differences = wrong.map((number) => `${number}: the ledger has another account for its payment`);
  let compared = 0;
  for (let after = 0; wallets; ) {
    const batch = await selectTransfers(db, { after, days: WINDOW_DAYS, limit: BATCH_ROWS });
    for (const { number, reference, amount, account } of batch) {
      const paid = { number: payoutNumber(number), transfer: reference ?? '', amount, wallet: account };
      const fault = await findTransferFault(wallets, paid);
      if (fault) differences.push(fault);
      compared += 1;
    }
    after = batch.at(-1)?.number ?? after;
    if (batch.length < BATCH_ROWS) break;
  }
  return { differences, compared };
}
