import type Stripe from 'stripe';
import { z } from 'zod';
import { confirmPayment } from './confirm.ts';
import { newId, randomText } from './object-store.ts';
import { type ApiRequest, type Context, type Operation, seconds } from './operation.ts';
import { findMethod } from './payment-methods.ts';
import { integer, metadata, optionalText, readParams, text, texts } from './request-form.ts';
import { invalidRequest, notFound, unexpectedState } from './stripe-error.ts';

/** Eight digits of minor units (https://docs.stripe.com/currencies#minimum-and-maximum-charge-amounts). */
const AMOUNT_MAX_POISHA = 99_999_999;
const CURRENCIES = new Set(Intl.supportedValuesOf('currency').map((code) => code.toLowerCase()));
const OPEN: Stripe.PaymentIntent.Status[] = ['requires_payment_method', 'requires_confirmation', 'requires_action'];

const CREATE_PARAMS = z.strictObject({
  amount: integer.pipe(z.number().min(1).max(AMOUNT_MAX_POISHA)),
  currency: text.toLowerCase().refine((code) => CURRENCIES.has(code), 'unknown currency'),
  description: optionalText,
  metadata,
  allowed_payment_method_types: texts
    .refine((types) => types.every((type) => type === 'card'), 'This sandbox knows cards only.')
    .optional(),
  confirm: z.enum(['true', 'false']).optional(),
  payment_method: text.optional(),
});
const CONFIRM_PARAMS = z.strictObject({
  client_secret: optionalText,
  payment_method: text.optional(),
  return_url: optionalText,
  use_stripe_sdk: optionalText,
});
const RETRIEVE_PARAMS = z.strictObject({ client_secret: optionalText });
const CANCEL_PARAMS = z.strictObject({
  cancellation_reason: z.enum(['abandoned', 'duplicate', 'fraudulent', 'requested_by_customer']).optional(),
});

type IntentTerms = Pick<
  Stripe.PaymentIntent,
  'amount' | 'created' | 'currency' | 'description' | 'metadata' | 'payment_method' | 'status'
>;

/** Returns a payment that nothing was charged for. */
export function newIntent(terms: IntentTerms): Stripe.PaymentIntent {
  const id = newId('pi');
  return {
    ...terms,
    id,
    object: 'payment_intent',
    amount_received: 0,
    canceled_at: null,
    cancellation_reason: null,
    client_secret: `${id}_secret_${randomText(25)}`,
    last_payment_error: null,
    latest_charge: null,
    livemode: false,
    next_action: null,
    payment_method_types: ['card'],
  } as unknown as Stripe.PaymentIntent;
}

/** `POST /v1/payment_intents` */
export const createIntent: Operation = (context, { form, origin }) => {
  const { amount, currency, description, metadata, confirm, payment_method } = readParams(CREATE_PARAMS, form);
  return () => {
    const method = payment_method === undefined ? undefined : findMethod(context, payment_method);
    const object = newIntent({
      amount,
      created: seconds(context.clock),
      currency,
      description: description || null,
      metadata,
      payment_method: method?.object.id ?? null,
      status: method ? 'requires_confirmation' : 'requires_payment_method',
    });
    context.store.insert('payment_intent', object);
    context.publish('payment_intent.created', object, origin);
    if (confirm === 'true') confirmPayment(context, object, method, origin);
    return object;
  };
};

/** `GET /v1/payment_intents/:id`, for the server or, with the client secret, for the browser. */
export const retrieveIntent: Operation = (context, request) => {
  const { client_secret } = readParams(RETRIEVE_PARAMS, request.form);
  return () => findIntent(context, request, client_secret);
};

/** `POST /v1/payment_intents/:id/confirm`, for the server or, with the client secret, for the browser. */
export const confirmIntent: Operation = (context, request) => {
  const { client_secret, payment_method } = readParams(CONFIRM_PARAMS, request.form);
  return () => {
    const object = findIntent(context, request, client_secret);
    const { status } = object;
    if (status === 'succeeded') {
      const message =
        'You cannot confirm this PaymentIntent because it has already succeeded after being previously confirmed.';
      throw unexpectedState(message, object);
    }
    if (!OPEN.includes(status)) {
      const message = `You cannot confirm this PaymentIntent because it has a status of ${status}. Only a PaymentIntent with one of the following statuses may be confirmed: requires_confirmation, requires_action.`;
      throw unexpectedState(message, object);
    }
    const method = payment_method === undefined ? undefined : findMethod(context, payment_method);
    confirmPayment(context, object, method, request.origin);
    return object;
  };
};

/** `POST /v1/payment_intents/:id/cancel` */
export const cancelIntent: Operation = (context, request) => {
  const { cancellation_reason = null } = readParams(CANCEL_PARAMS, request.form);
  return () => {
    const object = findIntent(context, request);
    if (!OPEN.includes(object.status)) {
      const message = `You cannot cancel this PaymentIntent because it has a status of ${object.status}. Only a PaymentIntent with one of the following statuses may be canceled: requires_payment_method, requires_capture, requires_confirmation, requires_action, processing.`;
      throw unexpectedState(message, object);
    }
    object.status = 'canceled';
    object.canceled_at = seconds(context.clock);
    object.cancellation_reason = cancellation_reason;
    object.next_action = null;
    context.store.update(object, {});
    context.publish('payment_intent.canceled', object, request.origin);
    return object;
  };
};

/** Returns a payment without the fields that a browser must not see: no metadata, no charge. */
export function publicIntent(intent: Stripe.PaymentIntent): object {
  const { metadata: _metadata, latest_charge: _charge, ...rest } = intent;
  return rest;
}

function findIntent({ store }: Context, { id, key }: ApiRequest, secret?: string): Stripe.PaymentIntent {
  const found = store.find('payment_intent', id)?.object;
  if (!found) throw notFound('payment_intent', id, 'intent');
  if (key === 'publishable' && secret === undefined) {
    const details = { code: 'parameter_missing', param: 'client_secret' };
    throw invalidRequest('Missing required param: client_secret.', details);
  }
  if (secret !== undefined && secret !== found.client_secret) {
    const message = 'The client_secret provided does not match the client_secret associated with the PaymentIntent.';
    throw invalidRequest(message, { code: 'payment_intent_invalid_parameter', param: 'client_secret' });
  }
  return found;
}
