import type { Stripe } from '@stripe/stripe-js';
import { useEffect, useState } from 'react';
import { useRevalidator } from 'react-router';
import { CallError } from '#platform/contract/call-client.ts';
import { clientSecretOf, loadProvider, type PaymentSettings } from './card-provider-script.ts';

interface Preparation {
  stripe: Stripe | null;
  clientSecret: string | null;
  /** Why it cannot go on: the server's sentence, or a word key. */
  problem?: string;
}

const NOTHING_YET: Preparation = { stripe: null, clientSecret: null };

/** Gets what a card payment needs, the provider and the secret, side by side. `retry` tries what failed again. */
export function usePreparation(bookingId: string, itemPrice: number, settings: PaymentSettings) {
  const [{ attempt, ...prepared }, setState] = useState({ ...NOTHING_YET, attempt: 0 });
  const { revalidate } = useRevalidator();
  const { scriptURL, publishableKey, sandbox } = settings;

  useEffect(() => {
    let left = false;
    const add = (part: Partial<Preparation>) => {
      if (!left) setState((before) => ({ ...before, ...part }));
    };
    // The provider stays: the fields on the page are its own.
    setState(({ stripe }) => ({ ...NOTHING_YET, stripe, attempt }));
    Promise.all([
      loadProvider({ scriptURL, publishableKey, sandbox }).then((stripe) => add({ stripe })),
      clientSecretOf(bookingId, itemPrice).then((clientSecret) => add({ clientSecret })),
    ]).catch((error) => {
      const said = error instanceof CallError ? error.problem.message : '';
      add({ problem: said || 'pay.notReady' });
      // Paid or ended meanwhile, perhaps in another tab: the page then says so itself.
      if (!left && error instanceof CallError && error.status === 409) revalidate();
    });
    return () => {
      left = true;
    };
  }, [bookingId, itemPrice, scriptURL, publishableKey, sandbox, attempt, revalidate]);

  return { ...prepared, retry: () => setState((before) => ({ ...before, attempt: before.attempt + 1 })) };
}
