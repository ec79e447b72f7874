// The card field, in its own frame: the page around it cannot read what is typed here. It speaks with stripe.js in that
// page over one message port, and gives the card to the gateway itself.

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
import { addFonts, applyStyle } from './field-look.js';
import { wordsFor } from './words.js';

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
const shown = { number: null, expiry: null, cvc: null };
let { words } = wordsFor('en');
let port = null;
let lastChange = '';
let focused = false;

function check(name) {
  if (name === 'number') return checkNumber(values.number);
  if (name === 'expiry') return checkExpiry(values.expiry, new Date());
  return checkCode(values.cvc, values.number);
}

function say(message) {
  port?.postMessage(message);
}

function firstError() {
  const code = NAMES.map((name) => shown[name]).find(Boolean);
  return code && { type: 'validation_error', code, message: words[code] };
}

/** Shows the state to people and, when it changed, tells the page. */
function refresh() {
  const checks = NAMES.map(check);
  const error = firstError();
  const empty = NAMES.every((name) => values[name] === '');
  const complete = checks.every((result) => result.complete);
  const { brand } = networkOf(values.number);
  NAMES.forEach((name, index) => {
    inputs[name].setAttribute('aria-invalid', String(shown[name] !== null));
    inputs[name].dataset.state = values[name] === '' ? 'empty' : checks[index].complete ? 'complete' : 'typing';
  });
  root.dataset.state = error ? 'invalid' : empty ? 'empty' : complete ? 'complete' : 'typing';
  document.querySelector('.field-icon-brand').textContent = BRAND_MARKS[brand];
  document.getElementById('error').textContent = error?.message ?? '';
  inputs.cvc.maxLength = codeLength(values.number);
  const change = { type: 'change', empty, complete, brand, error };
  const text = JSON.stringify(change);
  if (text !== lastChange) say(change);
  lastChange = text;
}

function write(name, text, caret) {
  const input = inputs[name];
  input.value = text;
  if (document.activeElement === input && caret !== undefined) input.setSelectionRange(caret, caret);
}

function takeNumber(input) {
  const before = digitsOf(input.value.slice(0, input.selectionStart ?? 0)).length;
  const text = formatNumber(digitsOf(input.value));
  values.number = digitsOf(text);
  let caret = 0;
  for (let seen = 0; caret < text.length && seen < before; caret += 1) if (/\d/.test(text[caret])) seen += 1;
  write('number', text, before >= values.number.length ? text.length : caret);
}

function takeExpiry(input, deleting) {
  let digits = expiryDigits(digitsOf(input.value));
  // Deleting the slash takes the digit before it along; else the slash would come back at once.
  if (deleting && digits === values.expiry && digits.length === 2) digits = digits.slice(0, 1);
  values.expiry = digits;
  write('expiry', deleting && digits.length === 2 ? digits : formatExpiry(digits));
}

function onInput(name, event) {
  const input = inputs[name];
  const deleting = event.inputType?.startsWith('delete') ?? false;
  if (name === 'number') takeNumber(input);
  else if (name === 'expiry') takeExpiry(input, deleting);
  else {
    values.cvc = digitsOf(input.value).slice(0, codeLength(values.number));
    write('cvc', values.cvc);
  }
  const result = check(name);
  shown[name] = result.wrong ? result.error : null;
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
  if (event.key === 'Enter') say({ type: 'submit' });
  if (event.key === 'Escape') say({ type: 'escape' });
  if (!target) return;
  event.preventDefault();
  target.focus();
  const caret = event.key === 'ArrowRight' ? 0 : target.value.length;
  target.setSelectionRange(caret, caret);
}

function showAllErrors() {
  for (const name of NAMES) shown[name] = check(name).error ?? null;
  refresh();
  inputs[NAMES.find((name) => shown[name])]?.focus();
}

/** Gives the card to the gateway, and back what it made of it. */
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
    const answer = await fetch(path, { method: 'POST', body, credentials: 'omit' });
    const object = await answer.json();
    return object.error ? { error: object.error } : { object };
  } catch {
    return { error: { type: 'api_connection_error', message: OFFLINE } };
  }
}

function setOptions({ style, disabled, hideIcon, locale }) {
  applyStyle(style);
  const chosen = wordsFor(locale);
  words = chosen.words;
  document.documentElement.lang = chosen.language;
  for (const name of NAMES) {
    inputs[name].disabled = disabled === true;
    inputs[name].setAttribute('aria-label', words[name]);
    inputs[name].placeholder = words[`${name}Hint`];
  }
  root.toggleAttribute('data-hide-icon', hideIcon === true);
  refresh();
}

function clear() {
  for (const name of NAMES) {
    values[name] = '';
    shown[name] = null;
    write(name, '');
  }
  refresh();
}

const ORDERS = {
  options: ({ options }) => setOptions(options),
  fonts: ({ fonts }) => addFonts(fonts),
  focus: () => (NAMES.map((name) => inputs[name]).find((input) => !input.value) ?? inputs.number).focus(),
  blur: () => document.activeElement?.blur(),
  clear,
  submit: async (order) => say({ type: 'result', call: order.call, ...(await submit(order)) }),
};

for (const name of NAMES) {
  inputs[name].addEventListener('input', (event) => onInput(name, event));
  inputs[name].addEventListener('keydown', (event) => onKey(name, event));
  inputs[name].addEventListener('blur', () => {
    if (values[name] !== '') shown[name] = check(name).error ?? null;
    refresh();
  });
}
// Moving from one input to the next is no leaving: the field as a whole has the focus or has not.
function tellFocus() {
  const now = document.hasFocus() && document.activeElement instanceof HTMLInputElement;
  if (now !== focused) say({ type: now ? 'focus' : 'blur' });
  focused = now;
}
for (const type of ['focusin', 'focusout', 'focus', 'blur']) {
  window.addEventListener(type, () => setTimeout(tellFocus, 0));
}

window.addEventListener('message', (event) => {
  const offered = event.ports[0];
  if (event.source !== window.parent || event.origin !== page || port || !offered) return;
  port = offered;
  port.onmessage = ({ data }) => ORDERS[data.type]?.(data);
  setOptions(event.data.options);
  new ResizeObserver(() => say({ type: 'height', height: Math.ceil(root.getBoundingClientRect().height) })).observe(
    root,
  );
  say({ type: 'ready' });
});
if (page) window.parent.postMessage({ type: 'card-field' }, page);
