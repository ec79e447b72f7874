import type { Stripe } from '@stripe/stripe-js';
import { useEffect, useState } from 'react';
import { useRevalidator } from 'react-router';
import { CallError } from '#platform/contract/call-client.ts';
import { api } from '#platform/web/api-client.ts';
import { createPaymentIntent } from '../contract.ts';
import { loadProvider, type PaymentSettings } from './card-provider-script.ts';

interface PaymentSetup {
  stripe: Stripe | null;
  clientSecret: string | null;
  /** The error: the server's message, or a message key. */
  problem?: string;
}

const NOT_LOADED: PaymentSetup = { stripe: null, clientSecret: null };

/** Loads the card provider and the client secret in parallel. `retry` loads both again after a failure. */
export function usePaymentSetup(bookingId: string, itemPrice: number, settings: PaymentSettings) {
  const [{ attempt, ...prepared }, setState] = useState({ ...NOT_LOADED, attempt: 0 });
  const { revalidate } = useRevalidator();
  const { scriptURL, publishableKey } = settings;

  useEffect(() => {
    let isUnmounted = false;
    const add = (part: Partial<PaymentSetup>) => {
      if (!isUnmounted) setState((before) => ({ ...before, ...part }));
    };
    // The provider stays, because its fields are on the page.
    setState(({ stripe }) => ({ ...NOT_LOADED, stripe, attempt }));
    Promise.all([
      loadProvider({ scriptURL, publishableKey }).then((stripe) => add({ stripe })),
      api
        .send(createPaymentIntent, { body: { itemPrice, bookingId } })
        .then(({ clientSecret }) => add({ clientSecret })),
    ]).catch((error) => {
      const message = error instanceof CallError ? error.problem.message : '';
      add({ problem: message || 'pay.notReady' });
      // The booking was paid or ended meanwhile: the reloaded page shows it.
      if (!isUnmounted && error instanceof CallError && error.status === 409) revalidate();
    });
    return () => {
      isUnmounted = true;
    };
  }, [bookingId, itemPrice, scriptURL, publishableKey, attempt, revalidate]);

  return { ...prepared, retry: () => setState((before) => ({ ...before, attempt: before.attempt + 1 })) };
}
