import { resolve } from 'node:path';
import Stripe from 'stripe';
import type { CardProvider } from '#modules/payments/server/providers/stripe/card-provider.ts';
import { type Settings, SettingsError } from '#platform/operations/settings.ts';
import { stripeOf } from '../src/providers.ts';
import { readSandboxProvider } from '../src/sandboxes.ts';

/** Replaces an error of the card provider by one that an operator understands. @throws SettingsError, or the error itself */
export function throwReadable(error: unknown, { sandbox, apiBase }: CardProvider): never {
  const { StripeError, StripeConnectionError, StripeAuthenticationError } = Stripe.errors;
  if (!(error instanceof StripeError)) throw error;
  const where = apiBase ?? 'api.stripe.com';
  if (error instanceof StripeConnectionError)
    throw new SettingsError(
      sandbox
        ? `The demo's card provider does not answer at ${where}: the demo has ended. npm start, then try again.`
        : `The card provider does not answer at ${where}. Try again later; if it stays unavailable, check the network and STRIPE_API_BASE.`,
    );
  if (error instanceof StripeAuthenticationError)
    throw new SettingsError(`The card provider at ${where} refuses the key. Check STRIPE_SECRET_KEY.`);
  throw new SettingsError(`The card provider at ${where} returned an error: ${error.message} Try again later.`);
}

/** Returns the card provider of the settings. @throws SettingsError when it is the demo's and the demo does not run */
export function cardProviderOf(settings: Settings): CardProvider {
  if (settings.STRIPE_SECRET_KEY) return stripeOf(settings);
  const sandbox = readSandboxProvider(resolve(settings.DATA_DIR));
  if (!sandbox) throw new SettingsError("The demo's card provider answers only while the demo runs: npm start first.");
  return sandbox;
}
