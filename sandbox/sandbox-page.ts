import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { FastifyReply } from 'fastify';

export type Language = 'en' | 'bn';

interface Page {
  language?: Language;
  title: string;
  /** Says that the page belongs to the demo. */
  notice: string;
  /** A class of sandbox.css. */
  className: 'payments' | 'mails' | 'sign-in' | 'wallet' | 'gateway';
  content: Html | Html[];
}

const CSS = readFileSync(new URL('sandbox.css', import.meta.url), 'utf8');
const CSS_HASH = createHash('sha256').update(CSS).digest('base64');

/** Few desktops have a Bangla font. Pages of another origin cannot fetch the store's, so it is in the page. */
const BANGLA_FONT = readFileSync(new URL('../src/ui/fonts/noto-sans-bengali.woff2', import.meta.url), 'base64');
const BANGLA_CSS = `@font-face { font-family: Bangla; src: url(data:font/woff2;base64,${BANGLA_FONT}); font-weight: 400 600; unicode-range: U+964-965, U+980-9FF, U+200C-200D; }`;
const BANGLA_CSS_HASH = createHash('sha256').update(BANGLA_CSS).digest('base64');
const BANGLA_LETTER = /[\u0980-\u09ff]/;

/** Returns a whole page of the sandbox, with its styles inside. */
export function sandboxPage({ language = 'en', title, notice, className, content }: Page): string {
  const isBangla = BANGLA_LETTER.test(textOf(content));
  return html`<!doctype html>
<html lang="${language}">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="robots" content="noindex">
    <title>${title}</title>
    <style>${new Html(CSS)}</style>
    ${isBangla ? html`<style>${new Html(BANGLA_CSS)}</style>` : ''}
  </head>
  <body class="${className}">
    <main>
      <h1>${title}</h1>
      <p class="notice">${notice}</p>
      ${content}
    </main>
  </body>
</html>
`.text;
}

/** Sets the headers of a page that `sandboxPage` made. Its forms may lead to `formAction`; `more` adds directives. */
export function setPageHeaders(reply: FastifyReply, formAction = "'none'", more = ''): FastifyReply {
  return reply.headers({
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': `default-src 'none'; style-src 'sha256-${CSS_HASH}' 'sha256-${BANGLA_CSS_HASH}'; font-src data:; base-uri 'none'; form-action ${formAction}; frame-ancestors 'none'${more}`,
    'cache-control': 'no-store',
  });
}

/** HTML source that `html` inserts as it is. */
export class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

type Value = string | number | Html | Html[];

/** Template tag: returns HTML with every value escaped, except values that are `Html`. */
export function html(strings: TemplateStringsArray, ...values: Value[]): Html {
  const parts = strings.map((text, index) => text + (index < values.length ? textOf(values[index] ?? '') : ''));
  return new Html(parts.join(''));
}

function textOf(value: Value): string {
  if (Array.isArray(value)) return value.map((item) => item.text).join('');
  if (value instanceof Html) return value.text;
  return String(value).replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}
