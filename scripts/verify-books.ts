import { resolve } from 'node:path';
import Stripe from 'stripe';
import { verifyBooks } from '#modules/payments/server/books.ts';
import { type CardProvider, connectStripe } from '#modules/payments/server/provider.ts';
import { createDatabase, openPool } from '#platform/server/database.ts';
import { readSettings, SettingsError } from '#platform/server/settings.ts';
import { readSandboxProvider } from '../src/sandbox/card-sandbox.ts';
import { stripeOf } from '../src/store.ts';
import { withDatabase } from './database.ts';

/** How long one look through all that a large store keeps may take, in milliseconds. */
const PATIENCE = 10 * 60_000;

await withDatabase(async (url) => {
  const db = createDatabase(openPool(url, () => undefined, { max: 2, statement: PATIENCE }));
  const cards = provider();
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

/** Says in a line what the person at the keyboard can do about a provider that does not answer. */
function explain(error: unknown, { sandbox, apiBase }: CardProvider): never {
  const { StripeError, StripeConnectionError, StripeAuthenticationError } = Stripe.errors;
  if (!(error instanceof StripeError)) throw error;
  const where = apiBase ?? 'api.stripe.com';
  if (error instanceof StripeConnectionError)
    throw new SettingsError(
      sandbox
        ? `The demo's card provider does not answer at ${where}: the demo has ended. npm start, then try again.`
        : `The card provider does not answer at ${where}. Try again later; if it stays away, look at the network and STRIPE_API_BASE.`,
    );
  if (error instanceof StripeAuthenticationError)
    throw new SettingsError(`The card provider at ${where} does not know our key. Look at STRIPE_SECRET_KEY.`);
  throw new SettingsError(
    `The card provider at ${where} did not answer as it should: ${error.message} Try again later.`,
  );
}

function provider(): CardProvider {
  const settings = readSettings(process.env);
  if (settings.STRIPE_SECRET_KEY) return stripeOf(settings);
  const sandbox = readSandboxProvider(resolve(settings.DATA_DIR));
  if (!sandbox) throw new SettingsError("The demo's card provider answers only while the demo runs: npm start first.");
  return sandbox;
}
