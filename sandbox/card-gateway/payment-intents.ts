import type Stripe from 'stripe';
import { seconds } from './clock.ts';
import { CONFIRM_PARAMS, confirmPayment } from './confirm.ts';
import { listPage } from './list-page.ts';
import { newId, randomText } from './object-ids.ts';
import type { ApiRequest, Context, Operation } from './operation.ts';
import type { Params } from './params.ts';
import { methodOf } from './payment-methods.ts';
import { invalidRequest, notFound, unexpectedState } from './stripe-error.ts';

/** Eight digits of minor units (https://docs.stripe.com/currencies#minimum-and-maximum-charge-amounts). */
const AMOUNT_MAX_POISHA = 99_999_999;
const DESCRIPTION_MAX_CHARS = 1000;
const CURRENCIES = new Set(Intl.supportedValuesOf('currency').map((code) => code.toLowerCase()));
const OPEN: Stripe.PaymentIntent.Status[] = ['requires_payment_method', 'requires_confirmation', 'requires_action'];

/** `POST /v1/payment_intents` */
export const createIntent: Operation = (context, { params, origin }) => {
  const own = ['amount', 'currency', 'description', 'metadata', 'confirm', 'allowed_payment_method_types'];
  params.allowOnly(...own, ...CONFIRM_PARAMS);
  const amount = amountOf(params);
  const currency = currencyOf(params);
  const metadata = params.metadata();
  const description = params.string('description', DESCRIPTION_MAX_CHARS) || null;
  const unknownType = params.strings('allowed_payment_method_types')?.find((type) => type !== 'card');
  if (unknownType !== undefined) {
    const message = `The payment method type "${unknownType.slice(0, 40)}" is invalid. This sandbox knows cards only.`;
    throw invalidRequest(message, { param: 'allowed_payment_method_types' });
  }
  const isConfirmed = params.boolean('confirm') ?? false;
  const method = methodOf(context, params, false);
  return () => {
    const attached = method?.();
    const id = newId('pi');
    const object: Stripe.PaymentIntent = {
      ...emptyIntent(id, seconds(context.clock)),
      amount,
      currency,
      description,
      metadata,
      payment_method: attached?.object.id ?? null,
      status: attached ? 'requires_confirmation' : 'requires_payment_method',
    };
    context.store.insert('payment_intent', object);
    context.publish('payment_intent.created', object, origin);
    if (isConfirmed) confirmPayment(context, object, attached, origin);
    return object;
  };
};

/** `GET /v1/payment_intents/:id`, for the server or, with the client secret, for the browser. */
export const retrieveIntent: Operation = (context, request) => {
  request.params.allowOnly('client_secret', 'key', 'expand');
  return () => findIntent(context, request);
};

/** `GET /v1/payment_intents` */
export const listIntents: Operation = (context, request) =>
  listPage(context, request, 'payment_intent', '/v1/payment_intents');

/** `POST /v1/payment_intents/:id/confirm`, for the server or, with the client secret, for the browser. */
export const confirmIntent: Operation = (context, request) => {
  const { params, origin } = request;
  params.allowOnly('client_secret', 'key', ...CONFIRM_PARAMS);
  const method = methodOf(context, params, request.key === 'publishable');
  return () => {
    const object = findIntent(context, request);
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
    confirmPayment(context, object, method?.(), origin);
    return object;
  };
};

/** `POST /v1/payment_intents/:id/cancel` */
export const cancelIntent: Operation = (context, request) => {
  request.params.allowOnly('cancellation_reason', 'expand');
  const reasons = ['abandoned', 'duplicate', 'fraudulent', 'requested_by_customer'] as const;
  const reason = request.params.oneOf('cancellation_reason', reasons) ?? null;
  return () => {
    const object = findIntent(context, request);
    if (!OPEN.includes(object.status)) {
      const message = `You cannot cancel this PaymentIntent because it has a status of ${object.status}. Only a PaymentIntent with one of the following statuses may be canceled: requires_payment_method, requires_capture, requires_confirmation, requires_action, processing.`;
      throw unexpectedState(message, object);
    }
    object.status = 'canceled';
    object.canceled_at = seconds(context.clock);
    object.cancellation_reason = reason;
    object.next_action = null;
    context.store.update(object, {});
    context.publish('payment_intent.canceled', object, request.origin);
    return object;
  };
};

/** Returns a payment without the fields that a browser must not see: no metadata, no charge. */
export function publicIntent(intent: Stripe.PaymentIntent): object {
  const { metadata: _metadata, latest_charge: _charge, customer: _customer, ...rest } = intent;
  return rest;
}

function findIntent({ store }: Context, { id, key, params }: ApiRequest): Stripe.PaymentIntent {
  const found = store.find('payment_intent', id)?.object;
  if (!found) throw notFound('payment_intent', id, 'intent');
  const secret = params.string('client_secret');
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

function amountOf(params: Params): number {
  const amount = params.integer('amount') ?? Number(params.required('amount'));
  if (amount < 1) {
    const message = 'This value must be greater than or equal to 1.';
    throw invalidRequest(message, { code: 'parameter_invalid_integer', param: 'amount' });
  }
  if (amount > AMOUNT_MAX_POISHA) {
    const limit = (AMOUNT_MAX_POISHA / 100).toLocaleString('en', { minimumFractionDigits: 2 });
    throw invalidRequest(`Amount must be no more than ${limit}`, { code: 'amount_too_large', param: 'amount' });
  }
  return amount;
}

function currencyOf(params: Params): string {
  const currency = params.required('currency').toLowerCase();
  if (CURRENCIES.has(currency)) return currency;
  throw invalidRequest(`Invalid currency: ${currency.slice(0, 20)}.`, { param: 'currency' });
}

function emptyIntent(id: string, created: number): Stripe.PaymentIntent {
  return {
    id,
    object: 'payment_intent',
    allowed_payment_method_types: null,
    amount: 0,
    amount_capturable: 0,
    amount_details: { tip: {} },
    amount_received: 0,
    application: null,
    application_fee_amount: null,
    automatic_payment_methods: null,
    canceled_at: null,
    cancellation_reason: null,
    capture_method: 'automatic_async',
    client_secret: `${id}_secret_${randomText(25)}`,
    confirmation_method: 'automatic',
    created,
    currency: '',
    customer: null,
    customer_account: null,
    description: null,
    excluded_payment_method_types: null,
    last_payment_error: null,
    latest_charge: null,
    livemode: false,
    managed_payments: null,
    metadata: {},
    next_action: null,
    on_behalf_of: null,
    payment_method: null,
    payment_method_configuration_details: null,
    payment_method_options: {
      card: { installments: null, mandate_options: null, network: null, request_three_d_secure: 'automatic' },
    },
    payment_method_types: ['card'],
    payment_record: null,
    processing: null,
    receipt_email: null,
    review: null,
    setup_future_usage: null,
    shipping: null,
    source: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: 'requires_payment_method',
    transfer_group: null,
  };
}
