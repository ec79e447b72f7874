import type Stripe from 'stripe';
import type { Entry } from './book.ts';
import { seconds } from './clock.ts';
import { CONFIRM_PARAMS, type ConfirmWishes, confirmEntry, confirmWishes } from './confirm.ts';
import { newId, randomText } from './identifiers.ts';
import { listPage } from './listing.ts';
import { methodOf } from './methods.ts';
import type { Params } from './params.ts';
import { invalid, missing, unexpectedState } from './problem.ts';
import type { Ask, Operation, Till } from './till.ts';

/** Stripe takes at most eight digits: 999,999.99 in a currency of two decimals. */
const LARGEST_AMOUNT = 99_999_999;
const CURRENCIES = new Set(Intl.supportedValuesOf('currency').map((code) => code.toLowerCase()));
const WORDS = ['description', 'receipt_email', 'statement_descriptor', 'statement_descriptor_suffix', 'transfer_group'];
const OPEN: Stripe.PaymentIntent.Status[] = ['requires_payment_method', 'requires_confirmation', 'requires_action'];

/** `POST /v1/payment_intents` */
export const createIntent: Operation = (till, ask) => {
  const { params } = ask;
  params.only(
    ...['amount', 'currency', 'metadata', 'confirm', 'capture_method', 'confirmation_method'],
    ...[
      'payment_method_types',
      'allowed_payment_method_types',
      'automatic_payment_methods',
      ...WORDS,
      ...CONFIRM_PARAMS,
    ],
  );
  const amount = amountOf(params);
  if (amount === undefined) {
    throw invalid('Missing required param: amount.', { code: 'parameter_missing', param: 'amount' });
  }
  const currency = currencyOf(params) ?? params.required('currency');
  const metadata = params.metadata();
  params.choice('capture_method', ['automatic', 'automatic_async']);
  params.choice('confirmation_method', ['automatic']);
  // The older name and the newer one for the same list.
  const types = params.texts('payment_method_types') ?? params.texts('allowed_payment_method_types');
  const automatic = params.group('automatic_payment_methods')?.only('enabled', 'allow_redirects');
  if (types && automatic?.flag('enabled')) {
    const message = 'You may only specify one of these parameters: automatic_payment_methods, payment_method_types.';
    throw invalid(message, { code: 'parameters_exclusive' });
  }
  const stranger = types?.find((type) => type !== 'card');
  if (stranger !== undefined) {
    const message = `The payment method type "${stranger.slice(0, 40)}" is invalid. This sandbox knows cards only.`;
    throw invalid(message, { param: 'payment_method_types' });
  }
  const words = wordsOf(params);
  const confirm = params.flag('confirm') ?? false;
  const method = methodOf(till, params, false);
  const wishes = confirmWishes(params);
  return () => {
    const attached = method?.();
    const id = newId('pi');
    const object: Stripe.PaymentIntent = {
      ...emptyIntent(id, seconds(till.clock)),
      ...words,
      amount,
      currency,
      metadata,
      automatic_payment_methods: types ? null : { allow_redirects: 'always', enabled: true },
      payment_method: attached?.object.id ?? null,
      status: attached ? 'requires_confirmation' : 'requires_payment_method',
    };
    till.book.add('payment_intent', object);
    till.announce('payment_intent.created', object, ask.cause);
    if (confirm) confirmEntry(till, { object, secrets: {} }, attached, wishes, ask.cause);
    return object;
  };
};

/** `POST /v1/payment_intents/:id` */
export const updateIntent: Operation = (till, ask) => {
  const { params } = ask;
  params.only('amount', 'currency', 'metadata', ...WORDS, 'payment_method', 'payment_method_data', 'expand');
  const amount = amountOf(params);
  const currency = currencyOf(params);
  const words = wordsOf(params);
  const method = methodOf(till, params, false);
  params.metadata();
  return () => {
    const { object } = findIntent(till, ask);
    const fixed = amount !== undefined ? 'amount' : currency !== undefined ? 'currency' : method && 'payment_method';
    if (fixed && !OPEN.includes(object.status)) {
      const message = `This PaymentIntent's ${fixed} could not be updated because it has a status of ${object.status}. You may only update the ${fixed} of a PaymentIntent with one of the following statuses: ${OPEN.join(', ')}.`;
      throw unexpectedState(message, object);
    }
    Object.assign(object, words, { metadata: params.metadata(object.metadata) });
    if (amount !== undefined) object.amount = amount;
    if (currency !== undefined) object.currency = currency;
    if (method) {
      object.payment_method = method().object.id;
      object.status = 'requires_confirmation';
      object.next_action = null;
    }
    till.book.save(object);
    return object;
  };
};

/** `GET /v1/payment_intents/:id`, by the server or, with the client secret, by the browser. */
export const retrieveIntent: Operation = (till, ask) => {
  ask.params.only('client_secret', 'key', 'expand');
  return () => findIntent(till, ask).object;
};

/** `GET /v1/payment_intents` */
export const listIntents: Operation = (till, ask) => listPage(till, ask, 'payment_intent', '/v1/payment_intents');

/** `POST /v1/payment_intents/:id/confirm`, by the server or, with the client secret, by the browser. */
export const confirmIntent: Operation = (till, ask) => {
  const { params } = ask;
  params.only('client_secret', 'key', 'expected_payment_method_type', 'payment_user_agent', ...CONFIRM_PARAMS);
  const method = methodOf(till, params, ask.by === 'publishable');
  const wishes: ConfirmWishes = confirmWishes(params);
  return () => {
    const entry = findIntent(till, ask);
    const { status } = entry.object;
    if (status === 'succeeded') {
      const message =
        'You cannot confirm this PaymentIntent because it has already succeeded after being previously confirmed.';
      throw unexpectedState(message, entry.object);
    }
    if (!OPEN.includes(status)) {
      const message = `You cannot confirm this PaymentIntent because it has a status of ${status}. Only a PaymentIntent with one of the following statuses may be confirmed: requires_confirmation, requires_action.`;
      throw unexpectedState(message, entry.object);
    }
    confirmEntry(till, entry, method?.(), wishes, ask.cause);
    return entry.object;
  };
};

/** `POST /v1/payment_intents/:id/cancel` */
export const cancelIntent: Operation = (till, ask) => {
  ask.params.only('cancellation_reason', 'expand');
  const reasons = ['abandoned', 'duplicate', 'fraudulent', 'requested_by_customer'] as const;
  const reason = ask.params.choice('cancellation_reason', reasons) ?? null;
  return () => {
    const { object } = findIntent(till, ask);
    if (!OPEN.includes(object.status)) {
      const message = `You cannot cancel this PaymentIntent because it has a status of ${object.status}. Only a PaymentIntent with one of the following statuses may be canceled: requires_payment_method, requires_capture, requires_confirmation, requires_action, processing.`;
      throw unexpectedState(message, object);
    }
    object.status = 'canceled';
    object.canceled_at = seconds(till.clock);
    object.cancellation_reason = reason;
    object.next_action = null;
    till.book.save(object, {});
    till.announce('payment_intent.canceled', object, ask.cause);
    return object;
  };
};

/** What a browser may see of a payment: no metadata, no charge. */
export function publicIntent(intent: Stripe.PaymentIntent): object {
  const { metadata: _metadata, latest_charge: _charge, customer: _customer, ...rest } = intent;
  return rest;
}

function findIntent(till: Till, ask: Ask): Entry<'payment_intent'> {
  const found = till.book.find('payment_intent', ask.id);
  if (!found) throw missing('payment_intent', ask.id, 'intent');
  const secret = ask.params.text('client_secret');
  if (ask.by === 'publishable' && secret === undefined) {
    throw invalid('Missing required param: client_secret.', { code: 'parameter_missing', param: 'client_secret' });
  }
  if (secret !== undefined && secret !== found.object.client_secret) {
    throw invalid('The client_secret provided does not match the client_secret associated with the PaymentIntent.', {
      code: 'payment_intent_invalid_parameter',
      param: 'client_secret',
    });
  }
  return found;
}

function amountOf(params: Params): number | undefined {
  const amount = params.integer('amount');
  if (amount !== undefined && amount < 1) {
    const message = 'This value must be greater than or equal to 1.';
    throw invalid(message, { code: 'parameter_invalid_integer', param: 'amount' });
  }
  if (amount !== undefined && amount > LARGEST_AMOUNT) {
    const limit = LARGEST_AMOUNT / 100;
    const message = `Amount must be no more than ${limit.toLocaleString('en', { minimumFractionDigits: 2 })}`;
    throw invalid(message, { code: 'amount_too_large', param: 'amount' });
  }
  return amount;
}

function currencyOf(params: Params): string | undefined {
  const currency = params.filled('currency')?.toLowerCase();
  if (currency === undefined || CURRENCIES.has(currency)) return currency;
  throw invalid(`Invalid currency: ${currency.slice(0, 20)}.`, { param: 'currency' });
}

function wordsOf(params: Params): Record<string, string | null> {
  const given = WORDS.filter((name) => params.has(name)).map((name) => [name, params.text(name, 1000) || null]);
  return Object.fromEntries(given);
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
