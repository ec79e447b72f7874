import { expect, test } from 'vitest';
import { keysOfSettings } from '#modules/payments/server/providers/provider-list.ts';
import { readSettings } from '#modules/payments/server/store-settings.ts';
import { pageSources } from './providers.ts';

const OWN = 'https://js.stripe.com';
const API = 'https://api.stripe.com';
const HOOKS = 'https://hooks.stripe.com';
const GATEWAY = 'https://gateway.example';
const RELAY = 'https://relay.example';
const TOKENS = 'https://tokens.example';

const KEYS = {
  STRIPE_SECRET_KEY: 'sk_live_12345678',
  STRIPE_PUBLISHABLE_KEY: 'pk_live_12345678',
  STRIPE_WEBHOOK_SECRET: 'whsec_12345678',
};

test.each([
  ['neither', {}, [OWN], [OWN, HOOKS], [OWN, API]],
  ['an API alone', { STRIPE_API_BASE: RELAY }, [OWN], [OWN, RELAY, HOOKS], [OWN, RELAY, API]],
  ['Stripe’s own API', { STRIPE_API_BASE: API }, [OWN], [OWN, API, HOOKS], [OWN, API]],
  ['a script alone', { STRIPE_JS_URL: `${RELAY}/stripe.js` }, [RELAY], [RELAY], [RELAY, API]],
  [
    'both, at two origins',
    { STRIPE_API_BASE: GATEWAY, STRIPE_JS_URL: `${RELAY}/stripe.js` },
    [RELAY],
    [RELAY, GATEWAY],
    [RELAY, GATEWAY],
  ],
  [
    'both, at one origin',
    { STRIPE_API_BASE: GATEWAY, STRIPE_JS_URL: `${GATEWAY}/stripe.js` },
    [GATEWAY],
    [GATEWAY],
    [GATEWAY],
  ],
  ['a token listener', { TOKEN_SYNC_URL: `${TOKENS}/now` }, [OWN], [OWN, HOOKS], [OWN, API, TOKENS]],
])('with %s set, pages may use these origins and no others', (_which, variables, scripts, frames, connects) => {
  const settings = readSettings({ ...KEYS, ...variables });
  expect(pageSources(keysOfSettings(settings).stripe, settings.TOKEN_SYNC_URL)).toEqual({ scripts, frames, connects });
});
