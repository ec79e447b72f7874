import { z } from 'zod';
import { METHODS, type Method } from '#modules/bookings/rules.ts';
import {
  assertEncrypted,
  assertGiven,
  assertTogether,
  COMMON_SETTINGS,
  type CommonSettings,
  parseVariables,
  readCommonSettings,
  SettingsError,
  textOf,
  type Variables,
} from '#platform/operations/settings.ts';
import { PROVIDER_ENVIRONMENT, PROVIDER_SETTINGS } from './providers/provider-list.ts';

/** Settings of the payments: the methods that a store offers, and the keys of each provider. */
const payments = z.object({
  PAYMENT_METHODS: z
    .string()
    .default(METHODS.join(','))
    .transform((list) => list.split(',').map((method) => method.trim()))
    .pipe(z.array(z.enum(METHODS)).min(1))
    .refine((methods) => new Set(methods).size === methods.length, 'it names a method twice')
    .describe(
      'Payment methods, in the order of the payment page. Methods without keys are absent in production; the start refuses one that is named here and has no keys.',
    ),
  ...PROVIDER_ENVIRONMENT,
});

/** The settings of the store: the common ones, and those of the payments. */
export type Settings = CommonSettings & Readonly<z.output<typeof payments>>;

export const SETTINGS = [...COMMON_SETTINGS, ...Object.keys(payments.shape)] as (keyof Settings)[];

export const PAYMENT_DESCRIPTIONS: Record<string, string | undefined> = Object.fromEntries(
  Object.entries(payments.shape).map(([name, { description }]) => [name, description]),
);

/** Reads the settings. An empty variable counts as not set. @throws SettingsError that names the variable at fault. */
export function readSettings(variables: Variables): Settings {
  const settings = { ...readCommonSettings(variables), ...parseVariables(payments, variables) };
  for (const { required, together: why } of PROVIDER_SETTINGS) assertTogether(settings, required, why);
  assertGiven(settings, findMissingKey(settings, variables.PAYMENT_METHODS ? settings.PAYMENT_METHODS : []));
  for (const { addresses, sandboxChecks = [] } of PROVIDER_SETTINGS) {
    assertEncrypted(settings, addresses, settings.APP_MODE);
    for (const { name, isSandbox, fault } of settings.APP_MODE === 'production' ? sandboxChecks : []) {
      const value = textOf(settings, name);
      if (value && isSandbox(value)) throw new SettingsError(`The setting ${name} ${fault} in APP_MODE=production.`);
    }
  }
  return settings;
}

/** Returns the first missing setting: keys of at least one provider and of each named method, where no stand-in serves. */
function findMissingKey(settings: Settings, named: readonly Method[]): string | undefined {
  const unset = PROVIDER_SETTINGS.filter(({ required }) => !textOf(settings, required[0] ?? ''));
  const isWithout = unset.length === PROVIDER_SETTINGS.length;
  return (isWithout ? unset : unset.filter(({ method }) => named.includes(method)))[0]?.required[0];
}
