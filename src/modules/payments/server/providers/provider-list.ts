import type { Method, PageMethod } from '#modules/bookings/rules.ts';
import { connectBkash } from './bkash/bkash-provider.ts';
import { bkashSettings } from './bkash/bkash-settings.ts';
import { type PaymentProvider, ProviderNotSetUp } from './provider.ts';
import { connectSslcommerz } from './sslcommerz/sslcommerz-provider.ts';
import { sslcommerzSettings } from './sslcommerz/sslcommerz-settings.ts';
import { connectStripe } from './stripe/stripe-provider.ts';
import { stripeSettings } from './stripe/stripe-settings.ts';

/** Every provider: one line connects one, and declares its settings. */
const PROVIDERS = {
  stripe: { connect: connectStripe, settings: stripeSettings },
  bkash: { connect: connectBkash, settings: bkashSettings },
  sslcommerz: { connect: connectSslcommerz, settings: sslcommerzSettings },
} satisfies Record<'stripe' | PageMethod, object>;
type Name = keyof typeof PROVIDERS;

export const PROVIDER_SETTINGS = Object.values(PROVIDERS).map(({ settings }) => settings);

type Joined<T> = (T extends unknown ? (one: T) => void : never) extends (all: infer All) => void ? All : never;

export const PROVIDER_ENVIRONMENT = Object.assign(
  {},
  ...PROVIDER_SETTINGS.map(({ environment }) => environment),
) as Joined<(typeof PROVIDERS)[Name]['settings']['environment']>;

/** The keys of the providers that are set up. */
export type ProviderKeys = {
  [One in Name]?: ReturnType<(typeof PROVIDERS)[One]['settings']['keysOf']> | undefined;
};

/** Returns the keys of the providers whose settings are given. */
export function keysOfSettings(settings: object): ProviderKeys {
  const given = Object.entries(PROVIDERS).flatMap(([name, { settings: declared }]) => {
    const isSet = declared.required.every((key) => key in settings && settings[key as keyof typeof settings]);
    return isSet ? [[name, declared.keysOf(settings as never)]] : [];
  });
  return Object.fromEntries(given);
}

/** The providers that are set up. */
export interface Providers {
  all: readonly PaymentProvider[];
  /** Returns the provider of a payment. @throws ProviderNotSetUp without its keys */
  of(name: string): PaymentProvider;
  /** Returns the provider of a payment method; undefined when none is set up. */
  by(method: Method): PaymentProvider | undefined;
}

/** Connects the providers whose keys are given. */
export function connectProviders(keys: ProviderKeys): Providers {
  const all = Object.entries(PROVIDERS).flatMap(([name, { connect }]) => {
    const own = keys[name as Name];
    return own ? [(connect as (own: never) => PaymentProvider)(own as never)] : [];
  });
  return {
    all,
    of(name) {
      const found = all.find((provider) => provider.name === name);
      if (!found) throw new ProviderNotSetUp(name);
      return found;
    },
    by: (method) => all.find((provider) => provider.method === method),
  };
}
