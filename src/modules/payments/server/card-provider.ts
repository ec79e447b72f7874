import Stripe from 'stripe';
import { Problem } from '#platform/contract/problem.ts';

/** Where the card provider is, and who we are to it. */
export interface CardProvider {
  secretKey: string;
  publishableKey: string;
  webhookSecret: string;
  /** The provider's API when it is not Stripe's own: the sandbox in the demo, a stand-in in tests. */
  apiBase?: string | undefined;
  /** The script that draws the card form in the browser. */
  scriptURL: string;
  sandbox: boolean;
}

/** Connects to the card provider. Every wait ends, in milliseconds; what is unknown then is asked again later. */
export function connectStripe(provider: CardProvider): Stripe {
  const base = provider.apiBase ? new URL(provider.apiBase) : undefined;
  return new Stripe(provider.secretKey, {
    timeout: 8000,
    maxNetworkRetries: 2,
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

/** Waits for the provider. @throws Problem (503) when it is away or at fault; its refusals of what we asked go through. */
export async function orUnavailable<T>(asked: Promise<T>): Promise<T> {
  try {
    return await asked;
  } catch (error) {
    const { StripeAPIError, StripeConnectionError, StripeIdempotencyError, StripeRateLimitError } = Stripe.errors;
    const kinds = [StripeAPIError, StripeConnectionError, StripeIdempotencyError, StripeRateLimitError];
    const away = kinds.some((kind) => error instanceof kind);
    throw away ? new Problem('unavailable', 'card-provider-away', 'pay.providerAway') : error;
  }
}
