import type Stripe from 'stripe';
import { z } from 'zod';
import { type AcceptedCard, acceptCard, TEST_METHODS } from './cards.ts';
import { newId, type StoredObject } from './object-store.ts';
import { type Context, type Operation, seconds } from './operation.ts';
import { integer, metadata, optionalText, readParams, text } from './request-form.ts';
import { invalidRequest, notFound } from './stripe-error.ts';

const METHOD_PARAMS = z.strictObject({
  type: z.literal('card'),
  card: z.strictObject({ number: text, exp_month: integer, exp_year: integer, cvc: text.max(10).optional() }),
  billing_details: z.strictObject({ email: optionalText, name: optionalText }).default({}),
  metadata,
});
type MethodDetails = Pick<z.infer<typeof METHOD_PARAMS>, 'billing_details' | 'metadata'>;

/** `POST /v1/payment_methods`, for the browser's card field. Only browsers may send card numbers. */
export const createMethod: Operation = (context, { form, key }) => {
  const { card, ...details } = readParams(METHOD_PARAMS, form);
  if (key === 'secret') {
    const message =
      'Sending credit card numbers directly to the Stripe API is generally unsafe. We suggest you use test tokens that map to the test card you are using, see https://stripe.com/docs/testing.';
    throw invalidRequest(message, { param: 'card[number]' });
  }
  // Checked before the work, so that no idempotency key stores the refusal of a mistyped number.
  const accepted = acceptCard(card, new Date(context.clock.now()));
  return () => insertMethod(context, accepted, details).object;
};

/** Returns a payment method, or stores the test method of that id. @throws StripeApiError for an unknown or used one */
export function findMethod(context: Context, id: string): StoredObject<'payment_method'> {
  const ready = TEST_METHODS[id];
  if (ready !== undefined) {
    const today = new Date(context.clock.now());
    const card = { number: ready, exp_month: 12, exp_year: today.getUTCFullYear() + 1 };
    return insertMethod(context, acceptCard(card, today), { billing_details: {}, metadata: {} });
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

function insertMethod(
  { store, clock }: Context,
  { behaviour, ...card }: AcceptedCard,
  { billing_details: { email, name }, metadata }: MethodDetails,
): StoredObject<'payment_method'> {
  const object = {
    id: newId('pm'),
    object: 'payment_method',
    billing_details: { address: null, email: email || null, name: name || null, phone: null },
    card: { ...card, country: 'US', funding: 'credit' },
    created: seconds(clock),
    customer: null,
    livemode: false,
    metadata,
    type: 'card',
  } as unknown as Stripe.PaymentMethod;
  const secrets = { behaviour };
  store.insert('payment_method', object, secrets);
  return { object, secrets };
}
