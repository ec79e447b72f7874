import { z } from 'zod';
import { bangla } from '#i18n/bangla.ts';
import { english } from '#i18n/english.ts';
import { DEFAULT_PAGE_ROWS } from '#platform/contract/values.ts';

/** `on` or `off`. */
export const flag = z
  .enum(['true', 'false', '1', '0', 'on', 'off'])
  .transform((value) => ['true', '1', 'on'].includes(value));
const positiveCount = z.coerce.number().int().min(1).max(1_000_000);
const minutes = z.coerce.number().int().min(1).max(43_200);
const port = z.coerce.number().int().min(0).max(65_535);
/** The label of a currency or a badge: short, on one line. */
const label = z.string().trim().min(1).max(24);
const address = z.url({ protocol: /^https?$/ }).transform((url) => url.replace(/\/+$/, ''));
/**
 * An address whose origin pages may use. Its host is a name or an IP literal: a `*` would be a wildcard in the
 * Content-Security-Policy, and a `;` would begin another directive.
 */
export const source = z.url({ protocol: /^https?$/, hostname: /^([a-z0-9.-]+|\[[0-9a-f:.]+\])$/i });
/** A CSP source without query and fragment. Trailing slashes are removed. */
export const sourceWithoutQuery = source
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

export const GOOGLE = 'https://accounts.google.com';

/**
 * Every setting is an environment variable, checked once, at start. `scripts/setting-descriptions.ts` describes these. The
 * payment providers declare their own.
 */
const environment = z.object({
  APP_MODE: z.enum(['demo', 'production']).default('demo'),
  NODE_ENV: z.enum(['development', 'production', 'test']).default('production'),
  PORT: port.default(3000),
  HOST: z.string().min(1).default('localhost'),
  DATA_DIR: z.string().min(1).default('data'),
  WEB_CONCURRENCY: z.coerce.number().int().min(1).max(64).default(1),
  ROLE: z.enum(['all', 'web', 'worker']).default('all'),
  DATABASE_URL: database.optional(),
  DATABASE_REPLICA_URL: database.optional(),
  DATABASE_LISTEN_URL: database.optional(),
  DATABASE_POOL: z.coerce.number().int().min(4).max(200).default(16),
  PUBLIC_URL: address.optional(),
  AUTH_SECRET: z.string().min(32).optional(),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).optional(),
  METRICS_TOKEN: z.string().min(16).optional(),
  CLOSED: flag.default(false),
  RATE_LIMITS: flag.default(true),
  LIMIT_TRIES: positiveCount.default(30),
  LIMIT_FAILURES: positiveCount.default(50),
  LIMIT_EMAILS: positiveCount.default(5),
  LIMIT_HOLDS: positiveCount.default(5),
  LIMIT_INTENTS: positiveCount.default(5),
  LIMIT_DECLINES: positiveCount.default(3),
  LIMIT_WRITES: positiveCount.default(120),
  TRUST_PROXY: z.union([z.coerce.number().int().min(0).max(9), flag.transform(Number)]).default(0),

  S3_BUCKET: z.string().min(3).optional(),
  S3_ENDPOINT: address.optional(),
  S3_REGION: z.string().min(1).optional(),
  S3_ACCESS_KEY_ID: z.string().min(1).optional(),
  S3_SECRET_ACCESS_KEY: z.string().min(1).optional(),

  PRODUCT_NAME: z.string().min(1).max(40).default('Dolna'),
  PRODUCT_NAME_BN: z.string().min(1).max(40).default('দোলনা'),
  BUSINESS_NAME: z.string().trim().min(1).max(100).optional(),
  BUSINESS_ADDRESS: z.string().trim().min(1).max(300).optional(),
  HOLD_MINUTES: minutes.default(24 * 60),
  PICKUP_MINUTES: minutes.default(7 * 24 * 60),
  OBJECTION_MINUTES: minutes.default(48 * 60),
  INSPECTION_MINUTES: minutes.default(24 * 60),
  ANSWER_MINUTES: minutes.default(72 * 60),
  CASH: flag.default(true),
  CASH_HOLD_MINUTES: minutes.default(72 * 60),
  FEE_PERCENT: z.coerce.number().min(0).max(50).default(0),

  PAYOUT_MIN: z.coerce.number().min(1).max(1_000_000).multipleOf(0.01).default(100),
  PAYOUT_WEEKLY: flag.default(false),
  PAYOUT_FOUR_EYES: flag.default(false),
  PAYOUT_REST_MINUTES: z.coerce
    .number()
    .int()
    .min(0)
    .max(43_200)
    .default(24 * 60),

  CURRENCY: z
    .string()
    .toLowerCase()
    .refine(hasHundredths, 'a currency of two decimals, such as bdt, is needed')
    .default('bdt'),
  CURRENCY_LABEL: label.default('Tk'),
  CURRENCY_LABEL_BN: label.default('৳'),
  BADGE_TEXT: label.default(english['badge.off']),
  BADGE_TEXT_BN: label.default(bangla['badge.off']),
  OPEN_CATEGORIES: flag.default(false),
  CAROUSEL_DELAY_MS: z.coerce.number().int().min(1000).max(60_000).default(2500),
  PAGE_SIZE: z.coerce.number().int().min(1).max(100).default(DEFAULT_PAGE_ROWS),
  PASSWORD_MIN: z.coerce.number().int().min(6).max(64).default(6),

  TOKEN_SYNC_URL: source.optional(),

  SMTP_URL: z.url({ protocol: /^smtps?$/ }).optional(),
  MAIL_FROM: z.email().optional(),
  GOOGLE_CLIENT_ID: z.string().min(8).optional(),
  GOOGLE_CLIENT_SECRET: z.string().min(8).optional(),
  GOOGLE_ISSUER: sourceWithoutQuery.default(GOOGLE),
});

export type CommonSettings = Readonly<z.output<typeof environment>>;

export const COMMON_SETTINGS = Object.keys(environment.shape) as (keyof CommonSettings)[];

/** A setting that is wrong. Its message is the one line that the start prints. */
export class SettingsError extends Error {}

const S3_SETTINGS = ['S3_BUCKET', 'S3_ENDPOINT', 'S3_REGION', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const;
/** Addresses of other servers that receive secrets. */
const SECURE = ['GOOGLE_ISSUER', 'TOKEN_SYNC_URL'] as const;
const LOOPBACK = /^(localhost|127(\.\d+){3}|\[::1\])$/;
/** Settings that all machines of a store share. A store on one machine creates them itself. */
const SHARED = ['DATABASE_URL', 'AUTH_SECRET'] as const;
/** The settings without which `APP_MODE=production` does not start, beside the keys of a payment provider. */
export const PRODUCTION_SETTINGS = ['PUBLIC_URL', 'DATABASE_URL', 'AUTH_SECRET', 'SMTP_URL'] as const;

/** Reads these settings. @throws SettingsError that names the variable at fault. */
export function readCommonSettings(variables: Variables): CommonSettings {
  const settings = parseVariables(environment, variables);
  assertTogether(settings, S3_SETTINGS, 'the five S3_ settings go together');
  assertTogether(settings, ['BUSINESS_NAME', 'BUSINESS_ADDRESS'], 'BUSINESS_NAME and BUSINESS_ADDRESS go together');
  assertGiven(
    settings,
    SHARED.find((name) => !settings[name]),
  );
  if (settings.WEB_CONCURRENCY > 1 && settings.NODE_ENV === 'development')
    throw new SettingsError(
      'The setting WEB_CONCURRENCY must be 1 in development: each page is built at its first request.',
    );
  if (Boolean(settings.GOOGLE_CLIENT_ID) !== Boolean(settings.GOOGLE_CLIENT_SECRET))
    throw new SettingsError(
      'The settings GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET must be set together: one is missing.',
    );
  assertEncrypted(settings, SECURE, settings.APP_MODE);
  if (settings.GOOGLE_ISSUER !== GOOGLE && !settings.GOOGLE_CLIENT_ID)
    throw new SettingsError('The setting GOOGLE_ISSUER requires GOOGLE_CLIENT_ID, which is missing.');
  if (settings.APP_MODE === 'production') refuseUnsafe(settings);
  return settings;
}

/** Environment variables. An empty one counts as not set. */
export type Variables = Record<string, string | undefined>;

/** Parses variables by their declarations. @throws SettingsError that names the variable at fault. */
export function parseVariables<S extends z.ZodRawShape>(shape: z.ZodObject<S>, variables: Variables) {
  const given = Object.fromEntries(Object.entries(variables).filter(([, value]) => value));
  const result = shape.safeParse(given);
  if (result.success) return result.data;
  const issue = result.error.issues[0];
  throw new SettingsError(`The setting ${String(issue?.path[0])} is wrong: ${issue?.message ?? 'not understood'}.`);
}

/** @throws SettingsError when some are set and others are not */
export function assertTogether(settings: object, names: readonly string[], why: string): void {
  const missing = names.filter((name) => !textOf(settings, name));
  if (missing.length > 0 && missing.length < names.length)
    throw new SettingsError(`The setting ${missing[0]} is missing: ${why}.`);
}

/** @throws SettingsError that names a missing setting, where the mode or role needs it, and what may be set instead */
export function assertGiven({ ROLE, APP_MODE }: CommonSettings, missing: string | undefined, instead = ''): void {
  const needing = ROLE !== 'all' ? `ROLE=${ROLE}` : APP_MODE === 'production' ? 'APP_MODE=production' : undefined;
  if (missing && needing) throw new SettingsError(`The setting ${missing} is missing: ${needing} needs it${instead}.`);
}

/** @throws SettingsError when an address would have secrets leave this machine unencrypted */
export function assertEncrypted(settings: object, names: readonly string[], mode: CommonSettings['APP_MODE']): void {
  for (const name of names) {
    const address = textOf(settings, name);
    const url = address ? new URL(address) : undefined;
    if (url?.protocol === 'http:' && (mode === 'production' || !LOOPBACK.test(url.hostname)))
      throw new SettingsError(
        `The setting ${name} must begin with https://${mode === 'production' ? ' in APP_MODE=production' : '; http:// is for addresses of this machine'}.`,
      );
  }
}

/** Returns a setting that is text; undefined when it is not set. */
export function textOf(settings: object, name: string): string | undefined {
  const value: unknown = Object.entries(settings).find(([own]) => own === name)?.[1];
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** @throws SettingsError for settings that are unsafe in production */
function refuseUnsafe(settings: CommonSettings): void {
  const refuse = (name: keyof CommonSettings, fault: string) => {
    throw new SettingsError(`The setting ${name} ${fault} in APP_MODE=production.`);
  };
  assertGiven(
    settings,
    PRODUCTION_SETTINGS.find((name) => !settings[name]),
  );
  if (settings.NODE_ENV !== 'production') refuse('NODE_ENV', 'must be production');
  if (!settings.RATE_LIMITS) refuse('RATE_LIMITS', 'cannot be off');
  if (!settings.PUBLIC_URL?.startsWith('https:')) refuse('PUBLIC_URL', 'must begin with https://');
  if (isGuessable(settings.AUTH_SECRET ?? '')) refuse('AUTH_SECRET', 'must be random (openssl rand -base64 32)');
}

/** Whether a secret looks typed by a person. 32 random characters have about twenty different ones. */
function isGuessable(secret: string): boolean {
  return new Set(secret).size < 12 || /change|secret|password|example|default|dolna/i.test(secret);
}
