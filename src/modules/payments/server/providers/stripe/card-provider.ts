import type Stripe from 'stripe';
import { ProviderAway } from '../provider.ts';

export interface CardProvider {
  secretKey: string;
  publishableKey: string;
  webhookSecret: string;
  /** Base URL of an API other than Stripe's own: the demo's gateway, or a fake in tests. */
  apiBase?: string | undefined;
  /** The browser script that draws the card form. */
  scriptURL: string;
  sandbox: boolean;
}

const REQUEST_TIMEOUT_MS = 8000;
const MAX_NETWORK_RETRIES = 2;

/** Returns the client of the card provider. The first call loads the SDK, so that the start of the store does not. */
export type StripeClient = () => Promise<Stripe>;

/** Returns a client of the card provider, with a timeout for each request. */
export function connectStripe(provider: CardProvider): StripeClient {
  let client: Promise<Stripe> | undefined;
  return () => {
    client ??= createClient(provider);
    return client;
  };
}

async function createClient(provider: CardProvider): Promise<Stripe> {
  const { default: Stripe } = await import('stripe');
  const base = provider.apiBase ? new URL(provider.apiBase) : undefined;
  return new Stripe(provider.secretKey, {
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

/** Awaits a reply of the provider. @throws ProviderAway when it is unreachable or fails; other errors pass unchanged. */
export async function mapProviderOutage<T>(reply: Promise<T>): Promise<T> {
  try {
    return await reply;
  } catch (error) {
    const { default: Stripe } = await import('stripe');
    const { StripeAPIError, StripeConnectionError, StripeIdempotencyError, StripeRateLimitError } = Stripe.errors;
    const kinds = [StripeAPIError, StripeConnectionError, StripeIdempotencyError, StripeRateLimitError];
    const isOutage = kinds.some((kind) => error instanceof kind);
    throw isOutage ? new ProviderAway(error, 'pay.providerAway') : error;
  }
}

/** An intent that the provider does not know belongs to another store. */
export function ignoreUnknownIntent(error: { code?: string }): undefined {
  if (error.code !== 'resource_missing') throw error;
}
