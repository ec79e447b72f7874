import type { GoogleSettings } from '#modules/identity/server/google.ts';
import type { CardProvider } from '#modules/payments/server/provider.ts';
import type { PageSources } from '#platform/server/app.ts';
import { GOOGLE, type Settings } from '#platform/server/settings.ts';

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

/** Google, or the OpenID provider that the settings put in its place; undefined without its keys. */
export function googleOf(settings: Settings): GoogleSettings | undefined {
  const { GOOGLE_CLIENT_ID: clientId, GOOGLE_CLIENT_SECRET: clientSecret, GOOGLE_ISSUER: issuer } = settings;
  if (!clientId || !clientSecret) return undefined;
  return issuer === GOOGLE ? { clientId, clientSecret } : { clientId, clientSecret, issuer };
}

/**
 * The origins that pages may use beside their own: what Stripe's script needs
 * (https://docs.stripe.com/security/guide#content-security-policy), or the other gateway's two addresses, and who is told
 * of access tokens.
 */
export function pageSources(cards: CardProvider, tokenSyncUrl: string | undefined): PageSources {
  const tokens = tokenSyncUrl ? [new URL(tokenSyncUrl).origin] : [];
  if (cards.sandbox) return { scripts: [], frames: [], connects: tokens };
  const script = new URL(cards.scriptURL).origin;
  if (!cards.apiBase)
    return {
      scripts: [script],
      frames: [script, 'https://hooks.stripe.com'],
      connects: ['https://api.stripe.com', ...tokens],
    };
  // Its card fields and the bank's page may come from either, and its script may call either.
  const gateway = [...new Set([script, new URL(cards.apiBase).origin])];
  return { scripts: [script], frames: gateway, connects: [...gateway, ...tokens] };
}
