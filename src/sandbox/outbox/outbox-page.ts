import { readFileSync } from 'node:fs';
import { formatDate } from '#i18n/format.ts';
import { type Html, html } from '../card-gateway/html.ts';
import type { KeptMail } from './outbox.ts';

export const OUTBOX_CSS = readFileSync(new URL('outbox.css', import.meta.url), 'utf8');

const LINK = /https?:\/\/[^\s<>"']+/g;

/** The mails that the demo would have sent, newest first, with their links. */
export function outboxPage(mails: KeptMail[]): string {
  return html`<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="robots" content="noindex">
    <title>Outbox of the demo</title>
    <link rel="stylesheet" href="/sandbox/outbox/outbox.css">
  </head>
  <body>
    <main>
      <h1>Outbox of the demo</h1>
      <p class="mark">The demo sends no mail. What it would have sent stands here, newest first, for anyone to read.</p>
      ${mails.length === 0 ? html`<p>No mail yet.</p>` : mails.map(letter)}
    </main>
  </body>
</html>
`.text;
}

function letter({ id, at, to, subject, text, replyTo }: KeptMail): Html {
  return html`<article aria-labelledby="mail-${id}">
    <h2 id="mail-${id}">${subject}</h2>
    <p class="meta">To <b>${to}</b>, <time datetime="${at}">${formatDate('en', at)}</time></p>
    ${replyTo === null ? '' : html`<p class="meta">An answer goes to <b>${replyTo}</b></p>`}
    <div class="text">${withLinks(text)}</div>
  </article>
`;
}

function withLinks(text: string): Html[] {
  const pieces: Html[] = [];
  let end = 0;
  for (const { 0: url, index } of text.matchAll(LINK)) {
    pieces.push(html`${text.slice(end, index)}<a href="${url}" rel="noreferrer">${url}</a>`);
    end = index + url.length;
  }
  return [...pieces, html`${text.slice(end)}`];
}
