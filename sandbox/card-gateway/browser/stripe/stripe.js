// The part of Stripe.js that the store uses, through `@stripe/stripe-js` and `@stripe/react-stripe-js`.

import { CardElement } from './card-element.js';
import { completeChallenge } from './challenge-dialog.js';
import { callGateway, flatten, IntegrationError } from './transport.js';

/** The release that `@stripe/stripe-js` 10 expects; it warns about any other. */
const VERSION = 'endive';

class Elements {
  #options;
  #elements = new Map();

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
      locale: () => this.#locale(),
      fonts: () => this.#options.fonts,
      remove: () => this.#elements.delete(type),
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
    for (const element of this.#elements.values()) element.sendOptions();
  }

  #locale() {
    const { locale } = this.#options;
    return !locale || locale === 'auto' ? navigator.language : locale;
  }
}

/** Returns the path of the payment that a client secret belongs to. */
function pathOfIntent(clientSecret) {
  const id = /^(pi_[A-Za-z0-9]+)_secret_[A-Za-z0-9]+$/.exec(String(clientSecret))?.[1];
  if (id) return `v1/payment_intents/${id}`;
  const message = `Invalid value for stripe.confirmCardPayment intent secret: value should be a client secret of the form \${id}_secret_\${secret}. You specified: ${clientSecret}.`;
  throw new IntegrationError(message);
}

function createStripe(key, { locale: initialLocale } = {}) {
  if (typeof key !== 'string' || key === '') {
    throw new IntegrationError('Missing value for Stripe(): apiKey should be a string.');
  }
  let locale = initialLocale;

  async function createPaymentMethod({ card, billing_details, metadata }) {
    if (!(card instanceof CardElement)) throw new IntegrationError('The sandbox takes cards of a card Element only.');
    const fields = flatten({ type: 'card', billing_details, metadata });
    const { object, error } = await card.submit(key, 'v1/payment_methods', fields);
    return error ? { error } : { paymentMethod: object };
  }

  /** Shows the 3-D Secure step, if the payment requires one. Returns the payment after it. */
  async function handleAction(paymentIntent, clientSecret) {
    const action = paymentIntent.next_action?.use_stripe_sdk;
    if (paymentIntent.status !== 'requires_action' || !action) return { paymentIntent };
    const { error } = await completeChallenge(action.source, locale ?? document.documentElement.lang);
    if (error) return { error };
    const fields = { key, client_secret: clientSecret };
    const { object: after, error: failure } = await callGateway('GET', pathOfIntent(clientSecret), fields);
    if (failure) return { error: failure };
    const problem = after.last_payment_error;
    return problem ? { error: { ...problem, payment_intent: after } } : { paymentIntent: after };
  }

  async function confirmCardPayment(clientSecret, { payment_method: method, return_url } = {}) {
    const path = pathOfIntent(clientSecret);
    let id = method;
    if (typeof method === 'object' && method !== null) {
      const { paymentMethod, error } = await createPaymentMethod(method);
      if (error) return { error };
      id = paymentMethod.id;
    }
    const fields = flatten({ payment_method: id, return_url, use_stripe_sdk: true, key, client_secret: clientSecret });
    const { object, error } = await callGateway('POST', `${path}/confirm`, fields);
    return error ? { error } : await handleAction(object, clientSecret);
  }

  return {
    version: VERSION,
    elements(options = {}) {
      locale = options.locale ?? locale;
      return new Elements({ locale, ...options });
    },
    confirmCardPayment,
    createPaymentMethod,
    // `@stripe/react-stripe-js` accepts only an object that has it.
    createToken() {
      throw new IntegrationError('The sandbox has no tokens.');
    },
    registerAppInfo() {},
    _registerWrapper() {},
  };
}

if (!window.Stripe) {
  window.Stripe = createStripe;
  window.Stripe.version = VERSION;
}
