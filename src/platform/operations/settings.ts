import { z } from 'zod';
import { bangla } from '#i18n/bangla.ts';
import { english } from '#i18n/english.ts';
import { PAGE_SIZE } from '#platform/contract/values.ts';

const flag = z.enum(['true', 'false', '1', '0', 'on', 'off']).transform((value) => ['true', '1', 'on'].includes(value));
const most = z.coerce.number().int().min(1).max(1_000_000);
const port = z.coerce.number().int().min(0).max(65_535);
/** How people call a currency before an amount, or a badge: short, on one line. */
const label = z.string().trim().min(1).max(24);
const address = z.url({ protocol: /^https?$/ }).transform((url) => url.replace(/\/+$/, ''));
/**
 * An address whose origin pages may use. Its host is a name or an IP literal: a `*` would be a wildcard in the
 * Content-Security-Policy, and a `;` would begin another directive.
 */
const source = z.url({ protocol: /^https?$/, hostname: /^([a-z0-9.-]+|\[[0-9a-f:.]+\])$/i });
const sourceWithoutQuery = source
  .refine((url) => !/[?#]/.test(url), 'it has a query or a fragment')
  .transform((url) => url.replace(/\/+$/, ''));

function hasHundredths(code: string): boolean {
  if (!Intl.supportedValuesOf('currency').includes(code.toUpperCase())) return false;
  const { maximumFractionDigits } = new Intl.NumberFormat('en', {
    style: 'currency',
    currency: code,
  }).resolvedOptions();
  return maximumFractionDigits === 2;
}

const database = z.url({ protocol: /^postgres(ql)?$/ });

/** Google as an OpenID provider. */
export const GOOGLE = 'https://accounts.google.com';

/** Every setting is an environment variable, checked once, at start. */
const environment = z.object({
  APP_MODE: z.enum(['demo', 'production']).default('demo'),
  /** `test` takes a database that does not wait for the disk, too. */
  NODE_ENV: z.enum(['development', 'production', 'test']).default('production'),
  PORT: port.default(3000),
  /** Loopback only, unless somebody says otherwise. */
  HOST: z.string().min(1).default('localhost'),
  DATA_DIR: z.string().min(1).default('data'),
  /** How many processes share the port. */
  WEB_CONCURRENCY: z.coerce.number().int().min(1).max(64).default(1),
  /** What this machine does: answer requests (`web`), run jobs (`worker`), or both. */
  ROLE: z.enum(['all', 'web', 'worker']).default('all'),
  DATABASE_URL: database.optional(),
  /** A streaming replica of it, or several behind one name: lists that may be a moment old are read there. */
  DATABASE_REPLICA_URL: database.optional(),
  /** The primary with no pooler before it, if there is one before `DATABASE_URL`: for what needs a session of its own. */
  DATABASE_LISTEN_URL: database.optional(),
  DATABASE_POOL: z.coerce.number().int().min(4).max(200).default(16),
  /** The address people type, for links in mails and for the origin check; from PORT when it is not set. */
  PUBLIC_URL: address.optional(),
  /** Signs the identity provider's cookies and locks its keys. */
  AUTH_SECRET: z.string().min(32).optional(),
  /** `info` tells of each request; the demo, which somebody watches in a terminal, of what went wrong. */
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).optional(),
  /** Whoever reads `/metrics` says it as a bearer token. In production there are no metrics without it. */
  METRICS_TOKEN: z.string().min(16).optional(),
  /** Closes the shop for a while: people can read, every change is refused, and no job runs. */
  CLOSED: flag.default(false),
  /** Off for a test run only. */
  RATE_LIMITS: flag.default(true),
  /** Sign-ins, sign-ups, letters asked for and password changes from one network, a minute. */
  LIMIT_TRIES: most.default(30),
  /** Wrong passwords for one account an hour from unknown networks at full speed; a fifth of them from one network. */
  LIMIT_FAILURES: most.default(50),
  /** Letters of a kind to one e-mail address an hour, from strangers; known browsers and networks have their own. */
  LIMIT_LETTERS: most.default(5),
  /** Things that one buyer may hold unpaid at a time. */
  LIMIT_HOLDS: most.default(5),
  /** Payments that one buyer may begin, an hour. */
  LIMIT_INTENTS: most.default(5),
  /** Declined cards of one buyer, before a pause. */
  LIMIT_DECLINES: most.default(3),
  /** Calls of one account that change something, a minute, at each process of the store. */
  LIMIT_WRITES: most.default(120),
  /** How many proxies stand in front, each of which adds whom it heard to `X-Forwarded-For`; `true` is one. */
  TRUST_PROXY: z.union([z.coerce.number().int().min(0).max(9), flag.transform(Number)]).default(0),

  /** An S3-compatible store for photos; without it they lie in DATA_DIR. */
  S3_BUCKET: z.string().min(3).optional(),
  S3_ENDPOINT: address.optional(),
  S3_REGION: z.string().min(1).optional(),
  S3_ACCESS_KEY_ID: z.string().min(1).optional(),
  S3_SECRET_ACCESS_KEY: z.string().min(1).optional(),

  PRODUCT_NAME: z.string().min(1).max(40).default('Dolna'),
  PRODUCT_NAME_BN: z.string().min(1).max(40).default('দোলনা'),
  /** How long an unpaid booking holds its product, in minutes. */
  HOLD_MINUTES: z.coerce
    .number()
    .int()
    .min(1)
    .max(43_200)
    .default(24 * 60),

  /** ISO 4217, as the card provider wants it. Amounts are kept in hundredths, so a currency must have two decimals. */
  CURRENCY: z
    .string()
    .toLowerCase()
    .refine(hasHundredths, 'a currency of two decimals, such as bdt, is needed')
    .default('bdt'),
  CURRENCY_LABEL: label.default('Tk'),
  CURRENCY_LABEL_BN: label.default('৳'),
  /** The fixed badge of advertised things. */
  BADGE_TEXT: label.default(english['badge.off']),
  BADGE_TEXT_BN: label.default(bangla['badge.off']),
  /** How long a slide stays, in milliseconds. */
  CAROUSEL_DELAY_MS: z.coerce.number().int().min(1000).max(60_000).default(2500),
  /** How much of a list is shown and answered at a time. */
  PAGE_SIZE: z.coerce.number().int().min(1).max(100).default(PAGE_SIZE),
  /** Of new passwords; nobody's shorter than the default was ever taken. */
  PASSWORD_MIN: z.coerce.number().int().min(6).max(64).default(6),

  /** Told by the browser of each sign-in (POST) and sign-out (DELETE), with the access token as bearer. */
  TOKEN_SYNC_URL: source.optional(),

  /** The mail server: `smtps://user:password@host:465`. The demo keeps its mails in an outbox page without it. */
  SMTP_URL: z.url({ protocol: /^smtps?$/ }).optional(),
  /** Who mails come from; `no-reply` at the public address's host when it is not set. */
  MAIL_FROM: z.email().optional(),
  GOOGLE_CLIENT_ID: z.string().min(8).optional(),
  GOOGLE_CLIENT_SECRET: z.string().min(8).optional(),
  /** An OpenID provider in Google's place, which is found by discovery. */
  GOOGLE_ISSUER: sourceWithoutQuery.default(GOOGLE),

  STRIPE_SECRET_KEY: z.string().min(8).optional(),
  STRIPE_PUBLISHABLE_KEY: z.string().min(8).optional(),
  STRIPE_WEBHOOK_SECRET: z.string().min(8).optional(),
  STRIPE_API_BASE: sourceWithoutQuery.refine((url) => new URL(url).pathname === '/', 'it has a path').optional(),
  STRIPE_JS_URL: source.default('https://js.stripe.com/endive/stripe.js'),
});

export type Settings = Readonly<z.output<typeof environment>>;

/** The names of all settings. */
export const SETTINGS = Object.keys(environment.shape) as (keyof Settings)[];

/** A setting that is wrong. Its message is the one line that the start prints. */
export class SettingsError extends Error {}

const STRIPE_KEYS = ['STRIPE_SECRET_KEY', 'STRIPE_PUBLISHABLE_KEY', 'STRIPE_WEBHOOK_SECRET'] as const;
const S3_SETTINGS = ['S3_BUCKET', 'S3_ENDPOINT', 'S3_REGION', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const;
/** Addresses of others to which the store or its pages send secrets, or from which pages get scripts. */
const SECURE = ['STRIPE_API_BASE', 'STRIPE_JS_URL', 'GOOGLE_ISSUER', 'TOKEN_SYNC_URL'] as const;
const LOOPBACK = /^(localhost|127(\.\d+){3}|\[::1\])$/;
/** What one store on several machines must be told the same everywhere; one machine makes it for itself. */
const SHARED = ['DATABASE_URL', 'AUTH_SECRET', ...STRIPE_KEYS] as const;
const PRODUCTION_NEEDS = ['PUBLIC_URL', 'DATABASE_URL', 'AUTH_SECRET', 'SMTP_URL', ...STRIPE_KEYS] as const;

/** Reads the settings. An empty variable counts as not set. @throws SettingsError that names the variable at fault. */
export function readSettings(variables: Record<string, string | undefined>): Settings {
  const given = Object.fromEntries(
    Object.entries(variables).filter(([, value]) => value !== undefined && value !== ''),
  );
  const result = environment.safeParse(given);
  if (!result.success) {
    const issue = result.error.issues[0];
    const name = String(issue?.path[0]);
    throw new SettingsError(`The setting ${name} is wrong: ${issue?.message ?? 'not understood'}.`);
  }
  const settings = result.data;
  together(settings, STRIPE_KEYS, 'the three Stripe keys go together');
  together(settings, S3_SETTINGS, 'the five of S3 go together');
  const unshared = SHARED.find((name) => !settings[name]);
  if (settings.ROLE !== 'all' && unshared)
    throw new SettingsError(`The setting ${unshared} is missing: ROLE=${settings.ROLE} needs it.`);
  if (settings.WEB_CONCURRENCY > 1 && settings.NODE_ENV === 'development')
    throw new SettingsError(
      'The setting WEB_CONCURRENCY must be 1 in development: pages are built as they are asked for.',
    );
  if (Boolean(settings.GOOGLE_CLIENT_ID) !== Boolean(settings.GOOGLE_CLIENT_SECRET))
    throw new SettingsError('The setting GOOGLE_CLIENT_ID goes together with GOOGLE_CLIENT_SECRET: one is missing.');
  refuseInsecure(settings);
  if (settings.GOOGLE_ISSUER !== GOOGLE && !settings.GOOGLE_CLIENT_ID)
    throw new SettingsError('The setting GOOGLE_ISSUER goes together with GOOGLE_CLIENT_ID, which is missing.');
  if (settings.APP_MODE === 'production') refuseToTrade(settings);
  return settings;
}

/** @throws SettingsError where some are set and others are not */
function together(settings: Settings, names: readonly (keyof Settings)[], why: string): void {
  const missing = names.filter((name) => !settings[name]);
  if (missing.length > 0 && missing.length < names.length)
    throw new SettingsError(`The setting ${missing[0]} is missing: ${why}.`);
}

/** @throws SettingsError where keys, cards or sign-ins would travel unencrypted beyond this machine */
function refuseInsecure(settings: Settings): void {
  for (const name of SECURE) {
    const url = settings[name] ? new URL(settings[name]) : undefined;
    if (url?.protocol === 'http:' && (settings.APP_MODE === 'production' || !LOOPBACK.test(url.hostname)))
      throw new SettingsError(
        `The setting ${name} must begin with https://${settings.APP_MODE === 'production' ? ' in APP_MODE=production' : '; http:// is for addresses of this machine'}.`,
      );
  }
}

/** What a real store must not open with. @throws SettingsError */
function refuseToTrade(settings: Settings): void {
  const mustNot = (name: keyof Settings, fault: string) => {
    throw new SettingsError(`The setting ${name} ${fault} in APP_MODE=production.`);
  };
  const missing = PRODUCTION_NEEDS.find((name) => !settings[name]);
  if (missing) throw new SettingsError(`The setting ${missing} is missing: APP_MODE=production needs it.`);
  if (settings.NODE_ENV !== 'production') mustNot('NODE_ENV', 'must be production');
  if (!settings.RATE_LIMITS) mustNot('RATE_LIMITS', 'cannot be off');
  if (!settings.PUBLIC_URL?.startsWith('https:')) mustNot('PUBLIC_URL', 'must begin with https://');
  if (isMadeUp(settings.AUTH_SECRET ?? '')) mustNot('AUTH_SECRET', 'must be made by chance (openssl rand -base64 32)');
  for (const name of ['STRIPE_SECRET_KEY', 'STRIPE_PUBLISHABLE_KEY'] as const)
    if (/^[a-z]+_test_/.test(settings[name] ?? '')) mustNot(name, 'cannot be a test key');
}

/** Thirty-two characters of chance have some twenty different ones; what people think of reads like words, or repeats. */
function isMadeUp(secret: string): boolean {
  return new Set(secret).size < 12 || /change|secret|password|example|default|dolna/i.test(secret);
}
