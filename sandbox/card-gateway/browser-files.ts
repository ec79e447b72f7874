import { readFileSync } from 'node:fs';

export interface BrowserFile {
  type: string;
  text: string;
}

const JAVASCRIPT = 'text/javascript; charset=utf-8';
const CSS = 'text/css; charset=utf-8';

function read(name: string): string {
  return readFileSync(new URL(`browser/${name}`, import.meta.url), 'utf8');
}

/**
 * Stripe.js is loaded by a plain script tag, which knows no modules. Its source is kept in modules nevertheless, and
 * put in one function, in the order of their imports.
 */
function classicScript(names: string[]): string {
  const parts = names.map((name) =>
    read(name)
      .replace(/^import [^;]*;\n/gm, '')
      .replace(/^export /gm, ''),
  );
  return `(() => {\n'use strict';\n${parts.join('\n')}})();\n`;
}

/** What browsers are given, by its address relative to where the gateway is mounted. */
export function browserFiles(): Map<string, BrowserFile> {
  const stripe = ['wire', 'fonts', 'challenge-dialog', 'card-element', 'stripe'].map((name) => `stripe/${name}.js`);
  return new Map([
    ['stripe.js', { type: JAVASCRIPT, text: classicScript(stripe) }],
    ['field.js', { type: JAVASCRIPT, text: read('field/field.js') }],
    ['field-look.js', { type: JAVASCRIPT, text: read('field/field-look.js') }],
    ['card-format.js', { type: JAVASCRIPT, text: read('field/card-format.js') }],
    ['words.js', { type: JAVASCRIPT, text: read('field/words.js') }],
    ['field.css', { type: CSS, text: read('field/field.css') }],
    ['challenge.js', { type: JAVASCRIPT, text: read('challenge/challenge.js') }],
    ['challenge.css', { type: CSS, text: read('challenge/challenge.css') }],
  ]);
}

/** The page inside the card element's frame. */
export function fieldPage(): string {
  return read('field/field.html');
}
