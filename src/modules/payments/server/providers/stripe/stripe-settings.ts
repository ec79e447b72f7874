import { z } from 'zod';
import { source, sourceWithoutQuery } from '#platform/operations/settings.ts';
import { declareSettings } from '../provider-settings.ts';
import type { StripeKeys } from './stripe-keys.ts';

const key = z.string().min(8).optional();
const isTestKey = (value: string) => /^[a-z]+_test_/.test(value);

/** The settings of Stripe, or of another gateway with its API. */
export const stripeSettings = declareSettings({
  method: 'card',
  environment: {
    STRIPE_SECRET_KEY: key.describe(
      'Secret key; a live key in production. The three keys go together; without them the demo uses its sandbox. Production needs the keys of at least one payment provider.',
    ),
    STRIPE_PUBLISHABLE_KEY: key.describe('Publishable key; a live key in production.'),
    STRIPE_WEBHOOK_SECRET: key.describe('Signing secret of the webhook `/api/payments/webhook`.'),
    STRIPE_API_BASE: sourceWithoutQuery
      .refine((url) => new URL(url).pathname === '/', 'it has a path')
      .optional()
      .describe(
        'Origin of another gateway that speaks the Stripe protocol. Set it with `STRIPE_JS_URL`; alone only for a plain relay to Stripe.',
      ),
    STRIPE_JS_URL: source
      .default('https://js.stripe.com/endive/stripe.js')
      .describe('Script of the card form. Pages may run scripts of its origin, call it and frame it.'),
  },
  required: ['STRIPE_SECRET_KEY', 'STRIPE_PUBLISHABLE_KEY', 'STRIPE_WEBHOOK_SECRET'],
  together: 'set all three Stripe keys or none',
  addresses: ['STRIPE_API_BASE', 'STRIPE_JS_URL'],
  sandboxChecks: [
    { name: 'STRIPE_SECRET_KEY', isSandbox: isTestKey, fault: 'cannot be a test key' },
    { name: 'STRIPE_PUBLISHABLE_KEY', isSandbox: isTestKey, fault: 'cannot be a test key' },
  ],
  keysOf: (settings): StripeKeys => ({
    secretKey: settings.STRIPE_SECRET_KEY ?? '',
    publishableKey: settings.STRIPE_PUBLISHABLE_KEY ?? '',
    webhookSecret: settings.STRIPE_WEBHOOK_SECRET ?? '',
    apiBase: settings.STRIPE_API_BASE,
    scriptURL: settings.STRIPE_JS_URL,
    sandbox: false,
  }),
});
