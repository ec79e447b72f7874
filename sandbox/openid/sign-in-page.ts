import { type Html, html, type Language, sandboxPage } from '../sandbox-page.ts';
import texts from './sign-in-texts.json' with { type: 'json' };

interface SignInForm {
  action: string;
  email?: string;
  name?: string;
  isEmailInvalid?: boolean;
}

/** Returns the page with the sign-in form. */
export function signInPage(language: Language, { action, email = '', name = '', isEmailInvalid }: SignInForm): string {
  const text = texts[language];
  return page(
    language,
    html`<form method="post" action="${action}">
        <label for="email">${text.email}</label>
        <input id="email" name="email" type="text" inputmode="email" autocomplete="email" value="${email}" required
          maxlength="254" autofocus ${isEmailInvalid ? html`aria-invalid="true" aria-describedby="error"` : ''}>
        ${isEmailInvalid ? html`<p id="error" class="error" role="alert">${text.invalidEmail}</p>` : ''}
        <label for="name">${text.name}</label>
        <input id="name" name="name" type="text" autocomplete="name" value="${name}" maxlength="100">
        <button type="submit">${text.continue}</button>
        <button type="submit" name="cancel" value="1" class="quiet" formnovalidate>${text.cancel}</button>
      </form>`,
  );
}

/** Returns the page of a failed sign-in. Without a message it says that the sign-in has expired. */
export function errorPage(language: Language, message = texts[language].expired): string {
  return page(
    language,
    html`<p class="error" role="alert">${message}</p>
      <p>${texts[language].again}</p>`,
  );
}

function page(language: Language, content: Html): string {
  const { title, notice } = texts[language];
  return sandboxPage({ language, title, notice, className: 'sign-in', content });
}
