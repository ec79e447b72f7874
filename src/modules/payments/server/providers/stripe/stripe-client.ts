import type Stripe from 'stripe';
import { ProviderUnavailable } from '../provider.ts';
import type { StripeKeys } from './stripe-keys.ts';

const REQUEST_TIMEOUT_MS = 8000;
const MAX_NETWORK_RETRIES = 2;

/** Returns Stripe's client. The first call loads the SDK, so that the start of the store does not. */
export type StripeClient = () => Promise<Stripe>;

/** Returns a client of Stripe, with a timeout for each request. */
export function createStripeClient(keys: StripeKeys): StripeClient {
  let client: Promise<Stripe> | undefined;
  return () => {
    client ??= loadClient(keys);
    return client;
  };
}

async function loadClient(keys: StripeKeys): Promise<Stripe> {
  const { default: Stripe } = await import('stripe');
  const base = keys.apiBase ? new URL(keys.apiBase) : undefined;
  return new Stripe(keys.secretKey, {
    timeout: REQUEST_TIMEOUT_MS,
    maxNetworkRetries: MAX_NETWORK_RETRIES,
    telemetry: false,
    ...(base
      ? {
          host: base.hostname,
          port: base.port || (base.protocol === 'https:' ? 443 : 80),
          protocol: base.protocol === 'https:' ? 'https' : 'http',
        }
      : {}),
  });
}

/** Awaits a reply of the provider. @throws ProviderUnavailable when it is unreachable or fails; other errors pass unchanged. */
export async function mapProviderOutage<T>(reply: Promise<T>): Promise<T> {
  try {
    return await reply;
  } catch (error) {
    const { default: Stripe } = await import('stripe');
    const { StripeAPIError, StripeConnectionError, StripeIdempotencyError, StripeRateLimitError } = Stripe.errors;
    const kinds = [StripeAPIError, StripeConnectionError, StripeIdempotencyError, StripeRateLimitError];
    const isOutage = kinds.some((kind) => error instanceof kind);
    throw isOutage ? new ProviderUnavailable(error, 'pay.cardUnavailable') : error;
  }
}

/** An intent that the provider does not know belongs to another store. */
export function ignoreUnknownIntent(error: { code?: string }): undefined {
  if (error.code !== 'resource_missing') throw error;
}
