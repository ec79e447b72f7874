import { z } from 'zod';

/** The ways to pay that a store can offer, in the order of the payment page. */
const WAYS = ['card', 'bkash', 'sslcommerz', 'cash'] as const;

const key = z.string().min(4);

/** An address of a provider's API without a query. Its host is a name or an IP literal. */
const base = z
  .url({ protocol: /^https?$/, hostname: /^([a-z0-9.-]+|\[[0-9a-f:.]+\])$/i })
  .refine((url) => !/[?#]/.test(url), 'it has a query or a fragment')
  .transform((url) => url.replace(/\/+$/, ''));

/** Settings of the payment providers beside cards. */
export const paymentEnvironment = {
  PAYMENT_METHODS: z
    .string()
    .default(WAYS.join(','))
    .transform((list) => list.split(',').map((way) => way.trim()))
    .pipe(z.array(z.enum(WAYS)).min(1))
    .refine((ways) => new Set(ways).size === ways.length, 'it names a way twice'),
  BKASH_BASE: base.optional(),
  BKASH_APP_KEY: key.optional(),
  BKASH_APP_SECRET: key.optional(),
  BKASH_USERNAME: key.optional(),
  BKASH_PASSWORD: key.optional(),
  BKASH_TOPIC_ARN: z
    .string()
    .regex(/^arn:aws(-cn)?:sns:[a-z0-9-]+:\d{12}:[A-Za-z0-9_-]{1,256}$/)
    .optional(),
  SSLCOMMERZ_BASE: base.optional(),
  SSLCOMMERZ_STORE_ID: key.optional(),
  SSLCOMMERZ_STORE_PASSWORD: key.optional(),
};

/** The keys of each payment provider, by its way to pay. They go together. */
const PROVIDER_KEYS = {
  card: ['STRIPE_SECRET_KEY', 'STRIPE_PUBLISHABLE_KEY', 'STRIPE_WEBHOOK_SECRET'],
  bkash: ['BKASH_BASE', 'BKASH_APP_KEY', 'BKASH_APP_SECRET', 'BKASH_USERNAME', 'BKASH_PASSWORD'],
  sslcommerz: ['SSLCOMMERZ_BASE', 'SSLCOMMERZ_STORE_ID', 'SSLCOMMERZ_STORE_PASSWORD'],
} as const;

const TOGETHER = {
  card: 'the three Stripe keys go together',
  bkash: 'the five of bKash go together',
  sslcommerz: 'the three of SSLCommerz go together',
} as const;

type ProviderKey = (typeof PROVIDER_KEYS)[keyof typeof PROVIDER_KEYS][number];
type Given = Readonly<Partial<Record<ProviderKey, string | undefined>>> & {
  PAYMENT_METHODS: readonly (typeof WAYS)[number][];
};

const PROVIDERS = ['card', 'bkash', 'sslcommerz'] as const;

/** Returns what is wrong with the keys of the providers, as the name of a setting and a reason. */
export function findIncompleteKeys(settings: Given): { name: ProviderKey; why: string } | undefined {
  for (const way of PROVIDERS) {
    const missing = PROVIDER_KEYS[way].filter((name) => !settings[name]);
    const [name] = missing;
    if (name && missing.length < PROVIDER_KEYS[way].length) return { name, why: TOGETHER[way] };
  }
  return undefined;
}

/**
 * Returns the first setting that is missing where no stand-in serves: the keys of at least one provider, and those of each
 * way that `PAYMENT_METHODS` names, unless it is not set.
 */
export function findMissingKeys(settings: Given, isOrderGiven: boolean): ProviderKey | undefined {
  const unset = PROVIDERS.filter((way) => !settings[PROVIDER_KEYS[way][0]]);
  if (unset.length === PROVIDERS.length) return PROVIDER_KEYS.card[0];
  const named = isOrderGiven ? unset.find((way) => settings.PAYMENT_METHODS.includes(way)) : undefined;
  return named && PROVIDER_KEYS[named][0];
}

const SANDBOX_HOST = /(^|[.-])sandbox([.-]|$)/i;

/** Returns the name of a base address whose payments charge nothing. */
export function findSandboxBase(settings: Given): 'BKASH_BASE' | 'SSLCOMMERZ_BASE' | undefined {
  return (['BKASH_BASE', 'SSLCOMMERZ_BASE'] as const).find(
    (name) => settings[name] && SANDBOX_HOST.test(new URL(settings[name]).hostname),
  );
}
