import { createFrame, IntegrationError, onFrameMessage } from './transport.js';

const CLASSES = {
  base: 'StripeElement',
  focus: 'StripeElement--focus',
  complete: 'StripeElement--complete',
  empty: 'StripeElement--empty',
  invalid: 'StripeElement--invalid',
};

/** The card element of the store's page: an iframe of the gateway, and a message port to it. */
export class CardElement {
  #options;
  #group;
  #handlers = new Map();
  #container = null;
  #frame = null;
  #port = null;
  #stopListening = () => {};
  #pendingCalls = new Map();
  #callCount = 0;

  constructor(options, group) {
    this.#options = { ...options };
    this.#group = group;
  }

  mount(target) {
    const container = typeof target === 'string' ? document.querySelector(target) : target;
    if (!container) {
      throw new IntegrationError(
        `The selector you specified (${target}) applies to no DOM elements that are currently on the page.`,
      );
    }
    if (this.#container === container) return;
    this.unmount();
    this.#container = container;
    this.#frame = createFrame('field', 'Secure card payment input frame');
    this.#frame.style.height = '1.4em';
    this.#stopListening = onFrameMessage(this.#frame, (message) => message?.type === 'card-field' && this.#connect());
    container.replaceChildren(this.#frame);
    container.classList.add(CLASSES.base, CLASSES.empty);
  }

  unmount() {
    this.#stopListening();
    this.#port?.close();
    for (const resolve of this.#pendingCalls.values())
      resolve({ error: { type: 'api_error', message: 'The card field is gone.' } });
    this.#pendingCalls.clear();
    this.#frame?.remove();
    this.#container?.classList.remove(...Object.values(CLASSES));
    this.#container = null;
    this.#frame = null;
    this.#port = null;
  }

  destroy() {
    this.unmount();
    this.#group.remove();
  }

  update(options) {
    this.#options = { ...this.#options, ...options };
    this.sendOptions();
  }

  on(type, handler) {
    this.#handlers.set(type, [...(this.#handlers.get(type) ?? []), handler]);
    return this;
  }

  off(type, handler) {
    const handlers = this.#handlers.get(type) ?? [];
    this.#handlers.set(
      type,
      handlers.filter((other) => handler && other !== handler),
    );
    return this;
  }

  /** Lets the frame send the card to the gateway. Resolves with `{ object }` or `{ error }`. */
  submit(key, path, fields) {
    if (!this.#port) {
      const message =
        'We could not retrieve data from the specified Element. Please make sure the Element you are attempting to use is still mounted.';
      return Promise.reject(new IntegrationError(message));
    }
    this.#callCount += 1;
    const call = this.#callCount;
    return new Promise((resolve) => {
      this.#pendingCalls.set(call, resolve);
      this.#send({ type: 'submit', call, key, path, fields });
    });
  }

  sendOptions() {
    this.#send({ type: 'options', options: this.#frameOptions() });
  }

  #frameOptions() {
    const { style, disabled } = this.#options;
    return JSON.parse(JSON.stringify({ style, disabled, locale: this.#group.locale(), fonts: this.#group.fonts() }));
  }

  #connect() {
    const channel = new MessageChannel();
    this.#port?.close();
    this.#port = channel.port1;
    this.#port.onmessage = ({ data }) => this.#receive(data);
    // A sandboxed frame has no origin to address. The message goes to the frame that has just sent one.
    this.#frame.contentWindow.postMessage({ options: this.#frameOptions() }, '*', [channel.port2]);
  }

  #receive({ type, ...rest }) {
    if (type === 'height') this.#frame.style.height = `${rest.height}px`;
    else if (type === 'submit') this.#submitForm();
    else if (type === 'result') {
      this.#pendingCalls.get(rest.call)?.({ object: rest.object, error: rest.error });
      this.#pendingCalls.delete(rest.call);
    } else {
      this.#showState(type, rest);
      const detail = type === 'change' ? { ...rest, value: { postalCode: '' } } : {};
      for (const handler of this.#handlers.get(type) ?? []) handler({ elementType: 'card', ...detail });
    }
  }

  #showState(type, { empty, complete, error }) {
    const { classList } = this.#container;
    if (type === 'focus' || type === 'blur') classList.toggle(CLASSES.focus, type === 'focus');
    if (type !== 'change') return;
    classList.toggle(CLASSES.empty, empty);
    classList.toggle(CLASSES.complete, complete);
    classList.toggle(CLASSES.invalid, Boolean(error));
  }

  /** Submits the page's form, as Enter in an input of the page does. */
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
