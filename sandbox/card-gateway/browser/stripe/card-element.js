// The card element as the shop's page sees it: an iframe of the gateway's, and one message port to it.

import { IntegrationError, listenTo, makeFrame } from './wire.js';

export class CardElement {
  #options;
  #group;
  #handlers = new Map();
  #container = null;
  #frame = null;
  #port = null;
  #stopListening = () => {};
  #labels = [];
  #results = new Map();
  #calls = 0;
  #destroyed = false;
  #focusSoon = false;

  constructor(options, group) {
    this.#options = { ...options };
    this.#group = group;
  }

  mount(target) {
    if (this.#destroyed)
      throw new IntegrationError('This Element has already been destroyed. Please create a new one.');
    const container = typeof target === 'string' ? document.querySelector(target) : target;
    if (!container) {
      throw new IntegrationError(
        `The selector you specified (${target}) applies to no DOM elements that are currently on the page.`,
      );
    }
    if (this.#container === container) return;
    this.unmount();
    this.#container = container;
    this.#frame = makeFrame('field', 'Secure card payment input frame');
    this.#frame.style.height = '1.4em';
    this.#stopListening = listenTo(this.#frame, (message) => message?.type === 'card-field' && this.#connect());
    container.replaceChildren(this.#frame);
    container.classList.add(...this.#classes('base', 'empty'));
    this.#labels = [...document.querySelectorAll('label')].filter(
      (label) => (container.id !== '' && label.htmlFor === container.id) || label.contains(container),
    );
    for (const label of this.#labels) label.addEventListener('click', this.#onLabel);
  }

  unmount() {
    this.#stopListening();
    this.#port?.close();
    for (const label of this.#labels) label.removeEventListener('click', this.#onLabel);
    for (const answer of this.#results.values())
      answer({ error: { type: 'api_error', message: 'The card field is gone.' } });
    this.#results.clear();
    this.#frame?.remove();
    this.#container?.classList.remove(...this.#classes('base', 'focus', 'complete', 'empty', 'invalid'));
    this.#container = null;
    this.#frame = null;
    this.#port = null;
  }

  destroy() {
    this.unmount();
    this.#destroyed = true;
    this.#group.forget(this);
  }

  update(options) {
    this.#options = { ...this.#options, ...options };
    this.#send({ type: 'options', options: this.#settings() });
  }

  focus() {
    this.#focusSoon = this.#port === null;
    this.#frame?.focus();
    this.#send({ type: 'focus' });
  }

  blur() {
    this.#send({ type: 'blur' });
    this.#frame?.blur();
  }

  clear() {
    this.#send({ type: 'clear' });
  }

  on(type, handler) {
    this.#handlers.set(type, [...(this.#handlers.get(type) ?? []), { handler, once: false }]);
    return this;
  }

  once(type, handler) {
    this.#handlers.set(type, [...(this.#handlers.get(type) ?? []), { handler, once: true }]);
    return this;
  }

  off(type, handler) {
    const kept = (this.#handlers.get(type) ?? []).filter((entry) => handler && entry.handler !== handler);
    this.#handlers.set(type, kept);
    return this;
  }

  addEventListener(type, handler) {
    return this.on(type, handler);
  }

  removeEventListener(type, handler) {
    return this.off(type, handler);
  }

  /** Has the frame give its card to the gateway: `{ object }` or `{ error }`. */
  give(key, path, fields) {
    if (this.#port === null) {
      const message =
        'We could not retrieve data from the specified Element. Please make sure the Element you are attempting to use is still mounted.';
      return Promise.reject(new IntegrationError(message));
    }
    this.#calls += 1;
    const call = this.#calls;
    return new Promise((resolve) => {
      this.#results.set(call, resolve);
      this.#send({ type: 'submit', call, key, path, fields });
    });
  }

  refresh() {
    this.#send({ type: 'options', options: this.#settings() });
  }

  #onLabel = () => this.focus();

  #settings() {
    const { style, disabled, hideIcon } = this.#options;
    return JSON.parse(JSON.stringify({ style, disabled, hideIcon, locale: this.#group.locale() }));
  }

  #classes(...states) {
    const standard = { base: 'StripeElement', focus: 'StripeElement--focus', complete: 'StripeElement--complete' };
    const all = {
      ...standard,
      empty: 'StripeElement--empty',
      invalid: 'StripeElement--invalid',
      ...this.#options.classes,
    };
    return states.flatMap((state) => String(all[state]).split(/\s+/).filter(Boolean));
  }

  #connect() {
    const channel = new MessageChannel();
    this.#port?.close();
    this.#port = channel.port1;
    this.#port.onmessage = ({ data }) => this.#hear(data);
    // A sandboxed frame can be addressed by `*` only; it is the one that has just spoken.
    this.#frame.contentWindow.postMessage({ options: this.#settings() }, '*', [channel.port2]);
    this.#group.fonts().then((fonts) => fonts.length > 0 && this.#send({ type: 'fonts', fonts }));
  }

  #hear({ type, ...rest }) {
    if (type === 'height') this.#frame.style.height = `${rest.height}px`;
    else if (type === 'submit') this.#submitForm();
    else if (type === 'result') {
      this.#results.get(rest.call)?.({ object: rest.object, error: rest.error });
      this.#results.delete(rest.call);
    } else {
      this.#showState(type, rest);
      const detail = type === 'change' ? { ...rest, value: { postalCode: '' } } : {};
      this.#emit(type, { elementType: 'card', ...detail });
    }
    if (type === 'ready' && this.#focusSoon) this.focus();
  }

  #showState(type, { empty, complete, error }) {
    const set = (state, wanted) => {
      for (const name of this.#classes(state)) this.#container.classList.toggle(name, wanted);
    };
    if (type === 'focus' || type === 'blur') set('focus', type === 'focus');
    if (type !== 'change') return;
    set('empty', empty);
    set('complete', complete);
    set('invalid', Boolean(error));
  }

  #emit(type, event) {
    const entries = this.#handlers.get(type) ?? [];
    this.#handlers.set(
      type,
      entries.filter((entry) => !entry.once),
    );
    for (const { handler } of entries) handler(event);
  }

  /** Enter in the field sends the form, as it would in an input of the page. */
  #submitForm() {
    const form = this.#container.closest('form');
    const button = form?.querySelector('button:not([type]), [type=submit], [type=image]');
    if (!form || button?.disabled) return;
    form.requestSubmit(button ?? undefined);
  }

  #send(message) {
    this.#port?.postMessage(message);
  }
}
