import { readFileSync } from 'node:fs';

export interface BrowserFile {
  type: string;
  text: string;
}

const JAVASCRIPT = 'text/javascript; charset=utf-8';
const CSS = 'text/css; charset=utf-8';

function readBrowserFile(name: string): string {
  return readFileSync(new URL(`browser/${name}`, import.meta.url), 'utf8');
}

/**
 * Returns modules as one function for a plain script tag, which is how pages load Stripe.js. `names` must be in the order of
 * the imports.
 */
function classicScript(names: string[]): string {
  const parts = names.map((name) =>
    readBrowserFile(name)
      .replace(/^import [^;]*;\n/gm, '')
      .replace(/^export /gm, ''),
  );
  return `(() => {\n'use strict';\n${parts.join('\n')}})();\n`;
}

/** Returns the files for browsers, by their path relative to the gateway's mount. */
export function browserFiles(): Map<string, BrowserFile> {
  const stripe = ['transport', 'challenge-dialog', 'card-element', 'stripe'].map((name) => `stripe/${name}.js`);
  return new Map([
    ['stripe.js', { type: JAVASCRIPT, text: classicScript(stripe) }],
    ['field.js', { type: JAVASCRIPT, text: readBrowserFile('field/field.js') }],
    ['field-styles.js', { type: JAVASCRIPT, text: readBrowserFile('field/field-styles.js') }],
    ['card-format.js', { type: JAVASCRIPT, text: readBrowserFile('field/card-format.js') }],
    ['field-texts.js', { type: JAVASCRIPT, text: readBrowserFile('field/field-texts.js') }],
    ['field.css', { type: CSS, text: readBrowserFile('field/field.css') }],
    ['challenge.js', { type: JAVASCRIPT, text: readBrowserFile('challenge/challenge.js') }],
    ['challenge.css', { type: CSS, text: readBrowserFile('challenge/challenge.css') }],
  ]);
}

/** Returns the page inside the card element's frame. */
export function fieldPage(): string {
  return readBrowserFile('field/field.html');
}
