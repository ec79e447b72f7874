import { resolve } from 'node:path';
import Stripe from 'stripe';
import { ProviderUnavailable } from '#modules/payments/server/providers/provider.ts';
import { keysOfSettings, type ProviderKeys } from '#modules/payments/server/providers/provider-list.ts';
import type { Settings } from '#modules/payments/server/store-settings.ts';
import { SettingsError } from '#platform/operations/settings.ts';
import { readSandboxKeys } from '../src/sandboxes.ts';

/** Replaces an error of a payment provider by one that an operator understands. @throws SettingsError, or the error itself */
export function throwReadable(problem: unknown, { stripe: cards }: ProviderKeys): never {
  const error = problem instanceof ProviderUnavailable ? problem.cause : problem;
  const { StripeError, StripeConnectionError, StripeAuthenticationError } = Stripe.errors;
  if (problem instanceof ProviderUnavailable && !(error instanceof StripeError))
    throw new SettingsError(
      `A payment provider does not answer (${error}). Try again later; if it stays so, check its keys.`,
    );
  if (!(error instanceof StripeError)) throw error;
  const where = cards?.apiBase ?? 'api.stripe.com';
  if (error instanceof StripeConnectionError)
    throw new SettingsError(
      cards?.sandbox
        ? `The demo's card provider does not answer at ${where}: the demo has ended. npm start, then try again.`
        : `The card provider does not answer at ${where}. Try again later; if it stays unavailable, check the network and STRIPE_API_BASE.`,
    );
  if (error instanceof StripeAuthenticationError)
    throw new SettingsError(`The card provider at ${where} refuses the key. Check STRIPE_SECRET_KEY.`);
  throw new SettingsError(`The card provider at ${where} returned an error: ${error.message} Try again later.`);
}

/** Returns the payment providers of the settings. @throws SettingsError when one is the demo's and the demo does not run */
export function readProviderKeys(settings: Settings): ProviderKeys {
  if (settings.APP_MODE === 'production') return keysOfSettings(settings);
  const sandboxes = readSandboxKeys(resolve(settings.DATA_DIR));
  if (!sandboxes && !settings.STRIPE_SECRET_KEY)
    throw new SettingsError("The demo's card provider answers only while the demo runs: npm start first.");
  return { ...keysOfSettings(settings), ...sandboxes };
}
