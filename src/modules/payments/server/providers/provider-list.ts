import type { Method } from '#modules/bookings/rules.ts';
import { connectBkash } from './bkash/bkash-provider.ts';
import { type PaymentProvider, ProviderNotSetUp } from './provider.ts';
import { connectSslcommerz } from './sslcommerz/sslcommerz-provider.ts';
import { connectCards } from './stripe/stripe-provider.ts';

/** Every provider: one line connects one. The names are those of its keys in ProviderKeys. */
const CONNECT = {
  stripe: connectCards,
  bkash: connectBkash,
  sslcommerz: connectSslcommerz,
};

/** The keys of the providers that are set up. */
export type ProviderKeys = {
  [Name in keyof typeof CONNECT]?: Parameters<(typeof CONNECT)[Name]>[0] | undefined;
};

/** The providers that are set up. */
export interface Providers {
  all: readonly PaymentProvider[];
  /** Returns the provider of a payment. @throws ProviderNotSetUp without its keys */
  of(name: string): PaymentProvider;
  /** Returns the provider of a way to pay; undefined when none is set up. */
  by(method: Method): PaymentProvider | undefined;
}

/** Connects the providers whose keys are given. */
export function connectProviders(keys: ProviderKeys): Providers {
  const all = Object.entries(CONNECT).flatMap(([name, connect]) => {
    const own = keys[name as keyof typeof CONNECT];
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
