import { verifyTransfers } from '#modules/earnings/server/verify-transfers.ts';
import { describeBalances } from '#modules/payments/server/provider-balances.ts';
import { connectProviders } from '#modules/payments/server/providers/provider-list.ts';
import { verifyBooks } from '#modules/payments/server/reconciliation-report.ts';
import { readSettings } from '#modules/payments/server/store-settings.ts';
import { createWallets } from '#modules/payments/server/wallets.service.ts';
import { createDatabase, openPool } from '#platform/database/database.ts';
import { readProviderKeys, throwReadable } from './command-providers.ts';
import { withDatabase } from './with-database.ts';

/** A comparison of all payments of a large store takes minutes. */
const STATEMENT_TIMEOUT_MS = 10 * 60_000;

await withDatabase(async (url) => {
  const db = createDatabase(openPool(url, () => undefined, { max: 2, statementTimeoutMs: STATEMENT_TIMEOUT_MS }));
  const keys = readProviderKeys(readSettings(process.env));
  try {
    const providers = connectProviders(keys);
    const { differences, compared } = await verifyBooks(db, providers).catch((error) => throwReadable(error, keys));
    const transfers = await verifyTransfers(db, createWallets(providers)).catch((error) => throwReadable(error, keys));
    differences.push(...transfers.differences);
    for (const difference of differences) process.stdout.write(`${difference}\n`);
    const asked = transfers.compared > 0 ? `, and ${transfers.compared} transfers` : '';
    const verdict = differences.length === 0 ? 'The books are right' : `The books differ in ${differences.length} ways`;
    process.stdout.write(`${verdict}; ${compared} payments compared with the provider's record${asked}.\n`);
    for (const sentence of await describeBalances(db, providers)) process.stdout.write(`${sentence}\n`);
    process.exitCode = differences.length === 0 ? 0 : 1;
  } finally {
    await db.destroy();
  }
});
