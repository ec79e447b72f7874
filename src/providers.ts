import type { GoogleSettings } from '#modules/identity/server/google.ts';
import type { CardProvider } from '#modules/payments/server/provider.ts';
import type { PageSources } from '#platform/server/app.ts';
import type { Settings } from '#platform/server/settings.ts';

/** Where cards are charged for real. */
export function stripeOf(settings: Settings): CardProvider {
  return {
    secretKey: settings.STRIPE_SECRET_KEY ?? '',
    publishableKey: settings.STRIPE_PUBLISHABLE_KEY ?? '',
    webhookSecret: settings.STRIPE_WEBHOOK_SECRET ?? '',
    apiBase: settings.STRIPE_API_BASE,
    scriptURL: settings.STRIPE_JS_URL,
    sandbox: false,
  };
}

export function googleOf({ GOOGLE_CLIENT_ID, GOOGLE_CLIENT_SECRET }: Settings): GoogleSettings | undefined {
  if (!GOOGLE_CLIENT_ID || !GOOGLE_CLIENT_SECRET) return undefined;
  return { clientId: GOOGLE_CLIENT_ID, clientSecret: GOOGLE_CLIENT_SECRET };
}

/** What Stripe's script needs (https://docs.stripe.com/security/guide#content-security-policy), and who hears of tokens. */
export function pageSources(cards: CardProvider, tokenSyncUrl: string | undefined): PageSources {
  const connects = tokenSyncUrl ? [new URL(tokenSyncUrl).origin] : [];
  if (cards.sandbox) return { scripts: [], frames: [], connects };
  const script = new URL(cards.scriptURL).origin;
  return {
    scripts: [script],
    frames: [script, 'https://hooks.stripe.com'],
    connects: ['https://api.stripe.com', ...connects],
  };
}
