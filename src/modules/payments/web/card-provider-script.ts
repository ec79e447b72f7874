import type { Stripe } from '@stripe/stripe-js';
import { loadStripe } from '@stripe/stripe-js/pure/index.js';
import type { z } from 'zod';
import { api } from '#platform/web/api-client.ts';
import { createPaymentIntent, type paymentSettings } from '../contract.ts';

export type PaymentSettings = z.infer<typeof paymentSettings.spec.reply>;

let script: Promise<void> | undefined;
const known = new Map<string, Stripe>();

/**
 * Loads the card provider's script, once. The provider's own loader takes a script that is there already, and would
 * fetch nothing but its own, so the configured one comes first.
 */
export async function loadProvider({ scriptURL, publishableKey }: PaymentSettings): Promise<Stripe> {
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

const secrets = new Map<string, Promise<string>>();

/** The secret that lets this browser confirm a booking's payment; asked for once per booking and price. */
export function clientSecretOf(bookingId: string, itemPrice: number): Promise<string> {
  const key = `${bookingId} ${itemPrice}`;
  const asked =
    secrets.get(key) ??
    api.send(createPaymentIntent, { body: { itemPrice, bookingId } }).then((answer) => answer.clientSecret);
  secrets.set(key, asked);
  asked.catch(() => secrets.delete(key));
  return asked;
}
