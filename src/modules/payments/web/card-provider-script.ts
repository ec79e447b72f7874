import type { Stripe } from '@stripe/stripe-js';
import { loadStripe } from '@stripe/stripe-js/pure/index.js';
import type { z } from 'zod';
import type { paymentSettings } from '../contract.ts';

export type PaymentSettings = z.infer<typeof paymentSettings.spec.reply>;

let script: Promise<void> | undefined;
const known = new Map<string, Stripe>();

/**
 * Loads the card provider's configured script, once. It comes before Stripe's loader, which uses an existing script and
 * would otherwise load Stripe's own.
 */
export async function loadProvider({
  scriptURL,
  publishableKey,
}: Pick<PaymentSettings, 'scriptURL' | 'publishableKey'>): Promise<Stripe> {
  script ??= loadScript(scriptURL).catch((error) => {
    script = undefined;
    throw error;
  });
  await script;
  const stripe = known.get(publishableKey) ?? (await loadStripe(publishableKey));
  if (!stripe) throw new Error('The card provider is not available');
  known.set(publishableKey, stripe);
  return stripe;
}

function loadScript(url: string): Promise<void> {
  if ('Stripe' in window) return Promise.resolve();
  return new Promise((resolve, reject) => {
    const element = document.createElement('script');
    element.src = url;
    element.onload = () => resolve();
    element.onerror = () => {
      element.remove();
      reject(new Error(`${url} did not load`));
    };
    document.head.append(element);
  });
}
