import type Stripe from 'stripe';
import { type AcceptedCard, acceptCard, TEST_METHODS } from './cards.ts';
import { seconds } from './clock.ts';
import { newId } from './object-ids.ts';
import type { StoredObject } from './object-store.ts';
import type { Context, Operation } from './operation.ts';
import type { Params } from './params.ts';
import { invalidRequest, notFound } from './stripe-error.ts';

type StoredMethod = StoredObject<'payment_method'>;

const EMAIL_MAX_CHARS = 512;

/** `POST /v1/payment_methods`, for the browser's card field. */
export const createMethod: Operation = (context, { params, key }) => {
  params.allowOnly('type', 'card', 'billing_details', 'metadata', 'key', 'expand');
  params.oneOf('type', ['card']) ?? params.required('type');
  const make = methodFrom(context, params, key === 'publishable');
  return () => make().object;
};

/**
 * Checks the payment method that a request names in `payment_method` or `payment_method_data`. Returns a function that finds
 * or stores it; undefined when the request names none. Only browsers may send card numbers.
 */
export function methodOf(context: Context, params: Params, isBrowser: boolean): (() => StoredMethod) | undefined {
  const id = params.nonEmpty('payment_method', 255);
  if (id !== undefined) return () => existingMethod(context, id);
  const data = params.object('payment_method_data');
  return data && methodFrom(context, data.allowOnly('type', 'card', 'billing_details', 'metadata'), isBrowser);
}

function existingMethod(context: Context, id: string): StoredMethod {
  const ready = TEST_METHODS[id];
  if (ready !== undefined) {
    const today = new Date(context.clock.now());
    const details = { number: ready, exp_month: 12, exp_year: today.getUTCFullYear() + 1, cvc: undefined };
    return insertMethod(context, acceptCard(details, today), undefined, {});
  }
  const found = context.store.find('payment_method', id);
  if (!found) throw notFound('PaymentMethod', id, 'payment_method');
  if (found.secrets.used) {
    const message =
      'The provided PaymentMethod was previously used with a PaymentIntent without Customer attachment, shared with a connected account without Customer attachment, or was detached from a Customer. It may not be used again. To use a PaymentMethod multiple times, you must attach it to a Customer first.';
    throw invalidRequest(message, { code: 'payment_method_unexpected_state', param: 'payment_method' });
  }
  return found;
}

function methodFrom(context: Context, params: Params, isBrowser: boolean): () => StoredMethod {
  const card = params.object('card');
  if (!card) throw invalidRequest('Missing required param: card.', { code: 'parameter_missing', param: 'card' });
  card.allowOnly('number', 'exp_month', 'exp_year', 'cvc');
  const billing = params.object('billing_details');
  const metadata = params.metadata();
  if (!isBrowser) {
    const message =
      'Sending credit card numbers directly to the Stripe API is generally unsafe. We suggest you use test tokens that map to the test card you are using, see https://stripe.com/docs/testing.';
    throw invalidRequest(message, { param: 'card[number]' });
  }
  const details = {
    number: card.required('number'),
    exp_month: Number(card.integer('exp_month') ?? card.required('exp_month')),
    exp_year: Number(card.integer('exp_year') ?? card.required('exp_year')),
    cvc: card.nonEmpty('cvc', 10),
  };
  // Checked before the work, so that no idempotency key stores the refusal of a mistyped number.
  const accepted = acceptCard(details, new Date(context.clock.now()));
  return () => insertMethod(context, accepted, billing, metadata);
}

function insertMethod(
  context: Context,
  accepted: AcceptedCard,
  billing: Params | undefined,
  metadata: Record<string, string>,
): StoredMethod {
  const address = billing?.object('address');
  const object: Stripe.PaymentMethod = {
    id: newId('pm'),
    object: 'payment_method',
    allow_redisplay: 'unspecified',
    billing_details: {
      address: {
        city: address?.string('city') || null,
        country: address?.string('country') || null,
        line1: address?.string('line1') || null,
        line2: address?.string('line2') || null,
        postal_code: address?.string('postal_code') || null,
        state: address?.string('state') || null,
      },
      email: billing?.string('email', EMAIL_MAX_CHARS) || null,
      name: billing?.string('name') || null,
      phone: billing?.string('phone') || null,
      tax_id: null,
    },
    card: {
      brand: accepted.brand,
      checks: { address_line1_check: null, address_postal_code_check: null, cvc_check: 'unchecked' },
      country: 'US',
      display_brand: accepted.brand,
      exp_month: accepted.exp_month,
      exp_year: accepted.exp_year,
      fingerprint: null,
      funding: 'credit',
      generated_from: null,
      last4: accepted.last4,
      networks: { available: [accepted.brand], preferred: null },
      regulated_status: 'unregulated',
      three_d_secure_usage: { supported: true },
      wallet: null,
    },
    created: seconds(context.clock),
    customer: null,
    customer_account: null,
    livemode: false,
    metadata,
    type: 'card',
  };
  const secrets = { behaviour: accepted.behaviour };
  context.store.insert('payment_method', object, null, secrets);
  return { object, secrets };
}
