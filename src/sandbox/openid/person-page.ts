import { readFileSync } from 'node:fs';
import type { Language, MessageKey } from '#i18n/messages.ts';
import { translateIn } from '#platform/http/language.ts';
import { type Html, html } from '../card-gateway/html.ts';

export const OPENID_CSS = readFileSync(new URL('openid.css', import.meta.url), 'utf8');

export interface PersonForm {
  email: string;
  name: string;
  /** What is wrong with it, as a key of the words. */
  fault?: MessageKey;
}

/** Where one types who one is. */
export function personPage(language: Language, uid: string, { email, name, fault }: PersonForm): string {
  const say = (key: MessageKey) => translateIn(language, key, '');
  return page(
    language,
    html`<form method="post" action="/sandbox/openid/person/${uid}">
        <label for="email">${say('form.email')}</label>
        <input id="email" name="email" type="text" inputmode="email" autocomplete="email" value="${email}" required
          maxlength="254" autofocus ${fault ? html`aria-invalid="true" aria-describedby="fault"` : ''}>
        ${fault ? html`<p id="fault" class="fault" role="alert">${say(fault)}</p>` : ''}
        <label for="name">${say('form.name')}</label>
        <input id="name" name="name" type="text" autocomplete="name" value="${name}" maxlength="100">
        <button type="submit">${say('standIn.continue')}</button>
        <button type="submit" name="cancel" value="1" class="quiet" formnovalidate>${say('common.cancel')}</button>
      </form>`,
  );
}

/** What went wrong, and that one may close the window. */
export function faultPage(language: Language, message: string): string {
  return page(
    language,
    html`<p class="fault" role="alert">${message}</p>
      <p>${translateIn(language, 'standIn.again', '')}</p>`,
  );
}

function page(language: Language, content: Html): string {
  return html`<!doctype html>
<html lang="${language}">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="robots" content="noindex">
    <title>${translateIn(language, 'standIn.title', '')}</title>
    <link rel="stylesheet" href="/sandbox/openid/openid.css">
  </head>
  <body>
    <main>
      <h1>${translateIn(language, 'standIn.title', '')}</h1>
      <p class="mark">${translateIn(language, 'standIn.mark', '')}</p>
      ${content}
    </main>
  </body>
</html>
`.text;
}
