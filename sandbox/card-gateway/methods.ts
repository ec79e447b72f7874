import type Stripe from 'stripe';
import type { Entry } from './book.ts';
import { type KeptCard, TEST_METHODS, takeCard } from './cards.ts';
import { seconds } from './clock.ts';
import { newId } from './identifiers.ts';
import type { Params } from './params.ts';
import { invalid, missing } from './problem.ts';
import type { Operation, Till } from './till.ts';

const BROWSER_EXTRAS = ['key', 'payment_user_agent', 'expand'];

/** `POST /v1/payment_methods`: the browser's card field gives in a card. */
export const createMethod: Operation = (till, ask) => {
  const { params } = ask;
  params.only('type', 'card', 'billing_details', 'metadata', 'allow_redisplay', ...BROWSER_EXTRAS);
  params.choice('type', ['card']) ?? params.required('type');
  const make = methodFrom(till, params, ask.by === 'publishable');
  return () => make().object;
};

/** `POST /v1/tokens`: the older way to give in a card. */
export const createToken: Operation = (till, ask) => {
  const { params } = ask;
  params.only('card', ...BROWSER_EXTRAS);
  const card = params.group('card');
  if (!card) throw invalid('Missing required param: card.', { code: 'parameter_missing', param: 'card' });
  const make = methodFrom(till, params, ask.by === 'publishable');
  return () => {
    const method = make().object;
    const kept = method.card;
    const token = {
      id: newId('tok'),
      object: 'token' as const,
      card: {
        id: newId('card'),
        object: 'card',
        brand: kept?.display_brand,
        country: kept?.country,
        exp_month: kept?.exp_month,
        exp_year: kept?.exp_year,
        funding: kept?.funding,
        last4: kept?.last4,
      },
      client_ip: null,
      created: seconds(till.clock),
      livemode: false,
      type: 'card',
      used: false,
    };
    till.book.add('token', token, null, { method: method.id });
    return token;
  };
};

/** `GET /v1/payment_methods/:id` */
export const retrieveMethod: Operation = (till, ask) => () => {
  ask.params.only('expand');
  const found = till.book.find('payment_method', ask.id);
  if (!found) throw missing('PaymentMethod', ask.id, 'payment_method');
  return found.object;
};

/**
 * The payment method that a request means by `payment_method` or `payment_method_data`; nothing when it names none.
 * The checks come first, the making when it is called.
 */
export function methodOf(till: Till, params: Params, raw: boolean): (() => Entry<'payment_method'>) | undefined {
  const id = params.filled('payment_method', 255);
  if (id !== undefined) return () => existingMethod(till, id);
  const data = params.group('payment_method_data');
  if (!data) return undefined;
  data.only('type', 'card', 'billing_details', 'metadata', 'allow_redisplay', 'payment_user_agent');
  return methodFrom(till, data, raw);
}

function existingMethod(till: Till, id: string): Entry<'payment_method'> {
  const ready = TEST_METHODS[id];
  if (ready !== undefined) {
    const today = new Date(till.clock.now());
    const details = { number: ready, exp_month: 12, exp_year: today.getUTCFullYear() + 1, cvc: undefined };
    return store(till, takeCard(details, today), undefined, {});
  }
  const found = till.book.find('payment_method', id);
  if (!found) throw missing('PaymentMethod', id, 'payment_method');
  if (found.secrets.used) {
    const message =
      'The provided PaymentMethod was previously used with a PaymentIntent without Customer attachment, shared with a connected account without Customer attachment, or was detached from a Customer. It may not be used again. To use a PaymentMethod multiple times, you must attach it to a Customer first.';
    throw invalid(message, { code: 'payment_method_unexpected_state', param: 'payment_method' });
  }
  return found;
}

function methodFrom(till: Till, params: Params, raw: boolean): () => Entry<'payment_method'> {
  const card = params.group('card');
  if (!card) throw invalid('Missing required param: card.', { code: 'parameter_missing', param: 'card' });
  card.only('number', 'exp_month', 'exp_year', 'cvc', 'token', 'networks');
  const billing = params.group('billing_details');
  const metadata = params.metadata();
  const token = card.filled('token', 255);
  if (token !== undefined) {
    return () => {
      const found = till.book.find('token', token);
      if (!found?.secrets.method) throw missing('token', token, 'card[token]');
      return existingMethod(till, found.secrets.method);
    };
  }
  if (!raw) {
    const message =
      'Sending credit card numbers directly to the Stripe API is generally unsafe. We suggest you use test tokens that map to the test card you are using, see https://stripe.com/docs/testing.';
    throw invalid(message, { param: 'card[number]' });
  }
  const details = {
    number: card.required('number'),
    exp_month: Number(card.integer('exp_month') ?? card.required('exp_month')),
    exp_year: Number(card.integer('exp_year') ?? card.required('exp_year')),
    cvc: card.filled('cvc', 10),
  };
  // Checked before the work begins, so that no idempotency key keeps a wrongly typed number's answer.
  const kept = takeCard(details, new Date(till.clock.now()));
  return () => store(till, kept, billing, metadata);
}

function store(
  till: Till,
  kept: KeptCard,
  billing: Params | undefined,
  metadata: Record<string, string>,
): Entry<'payment_method'> {
  const address = billing?.group('address');
  const object: Stripe.PaymentMethod = {
    id: newId('pm'),
    object: 'payment_method',
    allow_redisplay: 'unspecified',
    billing_details: {
      address: {
        city: address?.text('city') || null,
        country: address?.text('country') || null,
        line1: address?.text('line1') || null,
        line2: address?.text('line2') || null,
        postal_code: address?.text('postal_code') || null,
        state: address?.text('state') || null,
      },
      email: billing?.text('email', 512) || null,
      name: billing?.text('name') || null,
      phone: billing?.text('phone') || null,
      tax_id: null,
    },
    card: {
      brand: kept.brand,
      checks: { address_line1_check: null, address_postal_code_check: null, cvc_check: 'unchecked' },
      country: 'US',
      display_brand: kept.brand,
      exp_month: kept.exp_month,
      exp_year: kept.exp_year,
      fingerprint: null,
      funding: 'credit',
      generated_from: null,
      last4: kept.last4,
      networks: { available: [kept.brand], preferred: null },
      regulated_status: 'unregulated',
      three_d_secure_usage: { supported: true },
      wallet: null,
    },
    created: seconds(till.clock),
    customer: null,
    customer_account: null,
    livemode: false,
    metadata,
    type: 'card',
  };
  const secrets = { behaviour: kept.behaviour };
  till.book.add('payment_method', object, null, secrets);
  return { object, secrets };
}
