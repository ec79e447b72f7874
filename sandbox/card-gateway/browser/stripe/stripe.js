// The sandbox's own Stripe.js: what `@stripe/stripe-js` and `@stripe/react-stripe-js` ask of the real one, as far as
// card payments go.

import { CardElement } from './card-element.js';
import { passChallenge } from './challenge-dialog.js';
import { loadFonts } from './fonts.js';
import { callGateway, flatten, IntegrationError } from './wire.js';

/** The release that `@stripe/stripe-js` 10 expects; it warns about any other. */
const VERSION = 'endive';

class Elements {
  #options;
  #elements = new Map();
  #fonts;

  constructor(options = {}) {
    this.#options = options;
  }

  create(type, options = {}) {
    if (type !== 'card') throw new IntegrationError(`The sandbox has no Element of type ${type}: only card.`);
    if (this.#elements.has(type)) {
      const message = `Can only create one Element of type ${type} through an Elements object. Destroy the current one first.`;
      throw new IntegrationError(message);
    }
    const element = new CardElement(options, {
      locale: () => this.locale(),
      fonts: () => this.#loadFonts(),
      forget: () => this.#elements.delete(type),
    });
    this.#elements.set(type, element);
    return element;
  }

  getElement(type) {
    const name = typeof type === 'string' ? type : type?.__elementType;
    return this.#elements.get(name) ?? null;
  }

  update(options) {
    this.#options = { ...this.#options, ...options };
    for (const element of this.#elements.values()) element.refresh();
  }

  locale() {
    const { locale } = this.#options;
    return !locale || locale === 'auto' ? navigator.language : locale;
  }

  async fetchUpdates() {
    return {};
  }

  async submit() {
    return {};
  }

  #loadFonts() {
    this.#fonts ??= loadFonts(this.#options.fonts);
    return this.#fonts;
  }
}

/** The payment's id and secret from a client secret. */
function takeApart(clientSecret, caller) {
  const id = /^(pi_[A-Za-z0-9]+)_secret_[A-Za-z0-9]+$/.exec(String(clientSecret))?.[1];
  if (id) return { id, path: `v1/payment_intents/${id}` };
  const message = `Invalid value for stripe.${caller} intent secret: value should be a client secret of the form \${id}_secret_\${secret}. You specified: ${clientSecret}.`;
  throw new IntegrationError(message);
}

function makeStripe(key, options = {}) {
  if (typeof key !== 'string' || key === '') {
    const message = 'Missing value for Stripe(): apiKey should be a string.';
    throw new IntegrationError(message);
  }
  let locale = options.locale;

  async function makeMethod({ card, billing_details, metadata }) {
    const fields = flatten({ type: 'card', billing_details, metadata });
    const answer =
      card instanceof CardElement
        ? await card.give(key, 'v1/payment_methods', fields)
        : await callGateway('POST', 'v1/payment_methods', { ...fields, ...flatten({ card }), key });
    return answer.error ? { error: answer.error } : { paymentMethod: answer.object };
  }

  async function retrieve(clientSecret, caller) {
    const { path } = takeApart(clientSecret, caller);
    const { object, error } = await callGateway('GET', path, { key, client_secret: clientSecret });
    return error ? { error } : { paymentIntent: object };
  }

  /** Goes through the 3-D Secure step, if the payment asks for one. */
  async function finish(paymentIntent, clientSecret, caller) {
    const step = paymentIntent.next_action?.use_stripe_sdk;
    if (paymentIntent.status !== 'requires_action' || !step) return { paymentIntent };
    const { error } = await passChallenge(step.source, locale ?? document.documentElement.lang);
    if (error) return { error };
    const after = await retrieve(clientSecret, caller);
    const failure = after.paymentIntent?.last_payment_error;
    return failure ? { error: { ...failure, payment_intent: after.paymentIntent } } : after;
  }

  async function confirmCardPayment(clientSecret, data = {}, { handleActions = true } = {}) {
    const caller = 'confirmCardPayment';
    const { path } = takeApart(clientSecret, caller);
    const { payment_method: method, ...rest } = data;
    let id = method;
    if (typeof method === 'object' && method !== null) {
      const made = await makeMethod(method);
      if (made.error) return { error: made.error };
      id = made.paymentMethod.id;
    }
    const { return_url, receipt_email: _email, setup_future_usage: _usage, shipping: _shipping } = rest;
    const fields = flatten({ payment_method: id, return_url, use_stripe_sdk: true, key, client_secret: clientSecret });
    const { object, error } = await callGateway('POST', `${path}/confirm`, fields);
    if (error) return { error };
    return handleActions ? await finish(object, clientSecret, caller) : { paymentIntent: object };
  }

  async function handleNextAction(clientSecret, caller) {
    const { paymentIntent, error } = await retrieve(clientSecret, caller);
    return error ? { error } : await finish(paymentIntent, clientSecret, caller);
  }

  async function createPaymentMethod({ type = 'card', card, elements, params, ...rest }) {
    if (elements) return await makeMethod({ card: elements.getElement('card'), ...params });
    if (type !== 'card') throw new IntegrationError(`The sandbox knows no payment method of type ${type}: only card.`);
    return await makeMethod({ card, ...rest });
  }

  async function createToken(element) {
    if (!(element instanceof CardElement)) {
      throw new IntegrationError('createToken: the sandbox makes tokens of a card Element only.');
    }
    const { object, error } = await element.give(key, 'v1/tokens', {});
    return error ? { error } : { token: object };
  }

  return {
    version: VERSION,
    elements(elementsOptions = {}) {
      locale = elementsOptions.locale ?? locale;
      return new Elements({ locale, ...elementsOptions });
    },
    confirmCardPayment,
    createPaymentMethod,
    createToken,
    retrievePaymentIntent: (clientSecret) => retrieve(clientSecret, 'retrievePaymentIntent'),
    handleCardAction: (clientSecret) => handleNextAction(clientSecret, 'handleCardAction'),
    handleNextAction: ({ clientSecret }) => handleNextAction(clientSecret, 'handleNextAction'),
    registerAppInfo() {},
    _registerWrapper() {},
  };
}

if (!window.Stripe) {
  window.Stripe = makeStripe;
  window.Stripe.version = VERSION;
}
