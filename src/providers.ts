import type { GoogleSettings } from '#modules/identity/server/google.ts';
import type { StripeKeys } from '#modules/payments/server/providers/stripe/stripe-keys.ts';
import type { Settings } from '#modules/payments/server/store-settings.ts';
import type { PageSources } from '#platform/http/http-server.ts';
import { GOOGLE } from '#platform/operations/settings.ts';

/** Google, or the OpenID provider that the settings put in its place; undefined without its keys. */
export function googleOf(settings: Settings): GoogleSettings | undefined {
  const { GOOGLE_CLIENT_ID: clientId, GOOGLE_CLIENT_SECRET: clientSecret, GOOGLE_ISSUER: issuer } = settings;
  if (!clientId || !clientSecret) return undefined;
  return issuer === GOOGLE ? { clientId, clientSecret } : { clientId, clientSecret, issuer };
}

const STRIPE_SCRIPT = 'https://js.stripe.com';
const STRIPE_API = 'https://api.stripe.com';
/** Where Stripe's script shows the bank's page. */
const STRIPE_HOOKS = 'https://hooks.stripe.com';

/**
 * Returns the origins that pages may use beside their own: the script's, the API's, and the token listener's. The script
 * may call both and show frames of both. Stripe's own script needs Stripe's origins, too, whatever the API's address is
 * (https://docs.stripe.com/security/guide#content-security-policy).
 */
export function pageSources(cards: StripeKeys | undefined, tokenSyncUrl: string | undefined): PageSources {
  const tokens = tokenSyncUrl ? [new URL(tokenSyncUrl).origin] : [];
  if (!cards || cards.sandbox) return { scripts: [], frames: [], connects: tokens };
  const script = new URL(cards.scriptURL).origin;
  const gateway = cards.apiBase ? [new URL(cards.apiBase).origin] : [];
  const isStripes = script === STRIPE_SCRIPT;
  const api = isStripes || !cards.apiBase ? [STRIPE_API] : [];
  return {
    scripts: [script],
    frames: [...new Set([script, ...gateway, ...(isStripes ? [STRIPE_HOOKS] : [])])],
    connects: [...new Set([script, ...gateway, ...api, ...tokens])],
  };
}
