import { resolve } from 'node:path';
import { verifyBooks } from '#modules/payments/server/books.ts';
import { type CardProvider, connectStripe } from '#modules/payments/server/provider.ts';
import { createDatabase, openPool } from '#platform/server/database.ts';
import { readSettings, SettingsError } from '#platform/server/settings.ts';
import { readSandboxProvider } from '../src/sandbox/card-sandbox.ts';
import { stripeOf } from '../src/store.ts';
import { withDatabase } from './database.ts';

await withDatabase(async (url) => {
  const db = createDatabase(openPool(url, () => undefined, { max: 2 }));
  try {
    const { findings, compared } = await verifyBooks(db, connectStripe(provider()));
    for (const finding of findings) process.stdout.write(`${finding}\n`);
    const verdict = findings.length === 0 ? 'The books are right' : `The books differ in ${findings.length} ways`;
    process.stdout.write(`${verdict}; ${compared} payments compared with the provider's record.\n`);
    process.exitCode = findings.length === 0 ? 0 : 1;
  } finally {
    await db.destroy();
  }
});

function provider(): CardProvider {
  const settings = readSettings(process.env);
  if (settings.STRIPE_SECRET_KEY) return stripeOf(settings);
  const sandbox = readSandboxProvider(resolve(settings.DATA_DIR));
  if (!sandbox) throw new SettingsError("The demo's card provider answers only while the demo runs: npm start first.");
  return sandbox;
}
