import { connectStripe } from '#modules/payments/server/card-provider.ts';
import { verifyBooks } from '#modules/payments/server/reconciliation-report.ts';
import { createDatabase, openPool } from '#platform/database/database.ts';
import { readSettings } from '#platform/operations/settings.ts';
import { explain, providerOf } from './card-provider.ts';
import { withDatabase } from './database.ts';

/** How long one look through all that a large store keeps may take, in milliseconds. */
const PATIENCE = 10 * 60_000;

await withDatabase(async (url) => {
  const db = createDatabase(openPool(url, () => undefined, { max: 2, statement: PATIENCE }));
  const cards = providerOf(readSettings(process.env));
  try {
    const { findings, compared } = await verifyBooks(db, connectStripe(cards)).catch((error) => explain(error, cards));
    for (const finding of findings) process.stdout.write(`${finding}\n`);
    const verdict = findings.length === 0 ? 'The books are right' : `The books differ in ${findings.length} ways`;
    process.stdout.write(`${verdict}; ${compared} payments compared with the provider's record.\n`);
    process.exitCode = findings.length === 0 ? 0 : 1;
  } finally {
    await db.destroy();
  }
});
