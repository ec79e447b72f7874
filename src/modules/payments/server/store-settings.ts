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
  assertKeys(settings, variables.PAYMENT_METHODS ? settings.PAYMENT_METHODS : []);
  for (const { addresses, sandboxChecks = [] } of PROVIDER_SETTINGS) {
    assertEncrypted(settings, addresses, settings.APP_MODE);
    for (const { name, isSandbox, fault } of settings.APP_MODE === 'production' ? sandboxChecks : []) {
      const value = textOf(settings, name);
      if (value && isSandbox(value)) throw new SettingsError(`The setting ${name} ${fault} in APP_MODE=production.`);
    }
  }
  return settings;
}

/** @throws SettingsError without keys of each named method, and of one provider at least, where no stand-in serves */
function assertKeys(settings: Settings, named: readonly Method[]): void {
  const unset = PROVIDER_SETTINGS.filter(({ required }) => !textOf(settings, required[0] ?? ''));
  assertGiven(settings, unset.find(({ method }) => named.includes(method))?.required[0]);
  if (unset.length === PROVIDER_SETTINGS.length)
    assertGiven(settings, unset[0]?.required[0], ', or the keys of another payment provider');
}
