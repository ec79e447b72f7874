// The card field in its own frame: the page cannot read its inputs. It exchanges messages with stripe.js in the page over a
// port, and sends the card to the gateway itself.

import {
  checkCode,
  checkExpiry,
  checkNumber,
  codeLength,
  digitsOf,
  expiryDigits,
  formatExpiry,
  formatNumber,
  networkOf,
} from './card-format.js';
import { applyStyle } from './field-styles.js';
import { textsFor } from './field-texts.js';

const BRAND_MARKS = {
  visa: 'VISA',
  mastercard: 'MC',
  amex: 'AMEX',
  discover: 'DISC',
  diners: 'DC',
  jcb: 'JCB',
  unionpay: 'UP',
  unknown: '',
};
const OFFLINE =
  'We are experiencing issues connecting to our payments provider. Please check your internet connection and try again.';

const NAMES = ['number', 'expiry', 'cvc'];
const page = new URLSearchParams(location.hash.slice(1)).get('origin');
const root = document.getElementById('field');
const inputs = Object.fromEntries(NAMES.map((name) => [name, document.getElementById(name)]));
const values = { number: '', expiry: '', cvc: '' };
const errors = { number: null, expiry: null, cvc: null };
let { texts } = textsFor('en');
let port = null;
let lastChange = '';
let hasFocus = false;

function check(name) {
  if (name === 'number') return checkNumber(values.number);
  if (name === 'expiry') return checkExpiry(values.expiry, new Date());
  return checkCode(values.cvc, values.number);
}

function send(message) {
  port?.postMessage(message);
}

function firstError() {
  const code = NAMES.map((name) => errors[name]).find(Boolean);
  return code && { type: 'validation_error', code, message: texts[code] };
}

/** Shows the state in the field, and sends it to the page when it has changed. */
function refresh() {
  const checks = NAMES.map(check);
  const error = firstError();
  const empty = NAMES.every((name) => values[name] === '');
  const complete = checks.every((result) => result.complete);
  const { brand } = networkOf(values.number);
  NAMES.forEach((name, index) => {
    inputs[name].setAttribute('aria-invalid', String(errors[name] !== null));
    inputs[name].dataset.state = values[name] === '' ? 'empty' : checks[index].complete ? 'complete' : 'typing';
  });
  root.dataset.state = error ? 'invalid' : empty ? 'empty' : complete ? 'complete' : 'typing';
  document.querySelector('.field-icon-brand').textContent = BRAND_MARKS[brand];
  document.getElementById('error').textContent = error?.message ?? '';
  inputs.cvc.maxLength = codeLength(values.number);
  const change = { type: 'change', empty, complete, brand, error };
  const text = JSON.stringify(change);
  if (text !== lastChange) send(change);
  lastChange = text;
}

function setValue(name, text, caret) {
  const input = inputs[name];
  input.value = text;
  if (document.activeElement === input && caret !== undefined) input.setSelectionRange(caret, caret);
}

function readNumber(input) {
  const before = digitsOf(input.value.slice(0, input.selectionStart ?? 0)).length;
  const text = formatNumber(digitsOf(input.value));
  values.number = digitsOf(text);
  let caret = 0;
  for (let seen = 0; caret < text.length && seen < before; caret += 1) if (/\d/.test(text[caret])) seen += 1;
  setValue('number', text, before >= values.number.length ? text.length : caret);
}

function readExpiry(input, deleting) {
  let digits = expiryDigits(digitsOf(input.value));
  // Deleting the slash deletes the digit before it, too. Otherwise the slash would be inserted again.
  if (deleting && digits === values.expiry && digits.length === 2) digits = digits.slice(0, 1);
  values.expiry = digits;
  setValue('expiry', deleting && digits.length === 2 ? digits : formatExpiry(digits));
}

function onInput(name, event) {
  const input = inputs[name];
  const deleting = event.inputType?.startsWith('delete') ?? false;
  if (name === 'number') readNumber(input);
  else if (name === 'expiry') readExpiry(input, deleting);
  else {
    values.cvc = digitsOf(input.value).slice(0, codeLength(values.number));
    setValue('cvc', values.cvc);
  }
  const result = check(name);
  errors[name] = result.wrong ? result.error : null;
  const next = inputs[NAMES[NAMES.indexOf(name) + 1]];
  if (result.complete && !deleting && next && input.selectionStart === input.value.length) next.focus();
  refresh();
}

function onKey(name, event) {
  const input = inputs[name];
  const at = NAMES.indexOf(name);
  const atStart = input.selectionStart === 0 && input.selectionEnd === 0;
  const atEnd = input.selectionStart === input.value.length;
  const neighbour = { Backspace: atStart && at - 1, ArrowLeft: atStart && at - 1, ArrowRight: atEnd && at + 1 }[
    event.key
  ];
  const target = typeof neighbour === 'number' ? inputs[NAMES[neighbour]] : undefined;
  if (event.key === 'Enter') send({ type: 'submit' });
  if (!target) return;
  event.preventDefault();
  target.focus();
  const caret = event.key === 'ArrowRight' ? 0 : target.value.length;
  target.setSelectionRange(caret, caret);
}

function showAllErrors() {
  for (const name of NAMES) errors[name] = check(name).error ?? null;
  refresh();
  inputs[NAMES.find((name) => errors[name])]?.focus();
}

/** Sends the card to the gateway. Returns `{ object }` or `{ error }`. */
async function submit({ key, path, fields }) {
  showAllErrors();
  const error = firstError();
  if (error) return { error };
  const body = new URLSearchParams(fields);
  body.set('card[number]', values.number);
  body.set('card[exp_month]', values.expiry.slice(0, 2));
  body.set('card[exp_year]', values.expiry.slice(2));
  body.set('card[cvc]', values.cvc);
  body.set('key', key);
  body.set('_quiet', 'true');
  try {
    const response = await fetch(path, { method: 'POST', body, credentials: 'omit' });
    const object = await response.json();
    return object.error ? { error: object.error } : { object };
  } catch {
    return { error: { type: 'api_connection_error', message: OFFLINE } };
  }
}

function setOptions({ style, disabled, locale }) {
  applyStyle(style);
  const found = textsFor(locale);
  texts = found.texts;
  document.documentElement.lang = found.language;
  for (const name of NAMES) {
    inputs[name].disabled = disabled === true;
    inputs[name].setAttribute('aria-label', texts[name]);
    inputs[name].placeholder = texts[`${name}Hint`];
  }
  refresh();
}

const HANDLERS = {
  options: ({ options }) => setOptions(options),
  submit: async (message) => send({ type: 'result', call: message.call, ...(await submit(message)) }),
};

for (const name of NAMES) {
  inputs[name].addEventListener('input', (event) => onInput(name, event));
  inputs[name].addEventListener('keydown', (event) => onKey(name, event));
  inputs[name].addEventListener('blur', () => {
    if (values[name] !== '') errors[name] = check(name).error ?? null;
    refresh();
  });
}
/** Sends focus and blur of the whole field; a move between its inputs is neither. */
function sendFocus() {
  const now = document.hasFocus() && document.activeElement instanceof HTMLInputElement;
  if (now !== hasFocus) send({ type: now ? 'focus' : 'blur' });
  hasFocus = now;
}
for (const type of ['focusin', 'focusout', 'focus', 'blur']) {
  window.addEventListener(type, () => setTimeout(sendFocus, 0));
}

window.addEventListener('message', (event) => {
  const offered = event.ports[0];
  if (event.source !== window.parent || event.origin !== page || port || !offered) return;
  port = offered;
  port.onmessage = ({ data }) => HANDLERS[data.type]?.(data);
  for (const { family, src } of event.data.options.fonts ?? []) document.fonts.add(new FontFace(family, src));
  setOptions(event.data.options);
  new ResizeObserver(() => send({ type: 'height', height: Math.ceil(root.getBoundingClientRect().height) })).observe(
    root,
  );
  send({ type: 'ready' });
});
if (page) window.parent.postMessage({ type: 'card-field' }, page);
