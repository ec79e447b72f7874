import type { GoogleSettings } from '#modules/identity/server/google.ts';
import type { BkashKeys } from '#modules/payments/server/providers/bkash/bkash-keys.ts';
import type { SslcommerzKeys } from '#modules/payments/server/providers/sslcommerz/sslcommerz-keys.ts';
import type { CardProvider } from '#modules/payments/server/providers/stripe/card-provider.ts';
import type { PageSources } from '#platform/http/http-server.ts';
import { GOOGLE, type Settings } from '#platform/operations/settings.ts';
import type { Sandboxes } from './sandboxes.ts';

/** Returns Stripe, or the provider with its API that the settings name; undefined without its keys. */
export function stripeOf(settings: Settings): CardProvider | undefined {
  if (!settings.STRIPE_SECRET_KEY) return undefined;
  return {
    secretKey: settings.STRIPE_SECRET_KEY,
    publishableKey: settings.STRIPE_PUBLISHABLE_KEY ?? '',
    webhookSecret: settings.STRIPE_WEBHOOK_SECRET ?? '',
    apiBase: settings.STRIPE_API_BASE,
    scriptURL: settings.STRIPE_JS_URL,
    sandbox: false,
  };
}

/** Returns bKash; undefined without its keys. */
function bkashOf(settings: Settings): BkashKeys | undefined {
  const { BKASH_BASE: base, BKASH_APP_KEY: appKey, BKASH_APP_SECRET: appSecret } = settings;
  const { BKASH_USERNAME: username, BKASH_PASSWORD: password } = settings;
  if (!(base && appKey && appSecret && username && password)) return undefined;
  const { BKASH_TOPIC_ARN: topicArn, BKASH_PAYOUTS: paysOut } = settings;
  return { base, appKey, appSecret, username, password, topicArn, paysOut, sandbox: false };
}

function sslcommerzOf(settings: Settings): SslcommerzKeys | undefined {
  const { SSLCOMMERZ_BASE: base, SSLCOMMERZ_STORE_ID: storeId, SSLCOMMERZ_STORE_PASSWORD: storePassword } = settings;
  return base && storeId && storePassword ? { base, storeId, storePassword, sandbox: false } : undefined;
}

/** Returns the keys of the payment providers: of the settings, and in the demo of the stand-ins. */
export function providerKeysOf(settings: Settings, sandboxes: Pick<Sandboxes, 'cards' | 'bkash' | 'sslcommerz'>) {
  const { cards, bkash, sslcommerz } = sandboxes;
  return {
    stripe: cards ?? stripeOf(settings),
    bkash: bkash ? { ...bkash, paysOut: true, sandbox: true } : bkashOf(settings),
    sslcommerz: sslcommerz ? { ...sslcommerz, sandbox: true } : sslcommerzOf(settings),
  };
}

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
export function pageSources(cards: CardProvider | undefined, tokenSyncUrl: string | undefined): PageSources {
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
