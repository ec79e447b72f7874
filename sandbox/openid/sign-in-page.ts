import { type Html, html, sandboxPage } from '../sandbox-page.ts';

export type Language = 'en' | 'bn';

const TEXTS = {
  en: {
    title: 'Sign in',
    notice:
      'This is a stand-in for Google, for the demo only. Type any e-mail: there is no password, and nothing goes to Google.',
    email: 'Email',
    name: 'Name',
    continue: 'Continue',
    cancel: 'Cancel',
    invalidEmail: 'Write an e-mail address such as name@example.com.',
    expired: 'This sign-in is over.',
    again: 'Close this window and start again from the login page.',
  },
  bn: {
    title: 'সাইন ইন',
    notice: 'এটি গুগলের বদলে, শুধু ডেমোর জন্য। যেকোনো ইমেইল লিখুন: পাসওয়ার্ড লাগে না, গুগলে কিছুই যায় না।',
    email: 'ইমেইল',
    name: 'নাম',
    continue: 'চালিয়ে যান',
    cancel: 'বাতিল',
    invalidEmail: 'ইমেইল ঠিকানা এভাবে লিখুন: name@example.com',
    expired: 'এই সাইন ইন আর চলছে না।',
    again: 'জানালাটি বন্ধ করে লগইন পাতা থেকে আবার শুরু করুন।',
  },
};

interface SignInForm {
  action: string;
  email?: string;
  name?: string;
  isEmailInvalid?: boolean;
}

/** Returns the page with the sign-in form. */
export function signInPage(language: Language, { action, email = '', name = '', isEmailInvalid }: SignInForm): string {
  const texts = TEXTS[language];
  return page(
    language,
    html`<form method="post" action="${action}">
        <label for="email">${texts.email}</label>
        <input id="email" name="email" type="text" inputmode="email" autocomplete="email" value="${email}" required
          maxlength="254" autofocus ${isEmailInvalid ? html`aria-invalid="true" aria-describedby="error"` : ''}>
        ${isEmailInvalid ? html`<p id="error" class="error" role="alert">${texts.invalidEmail}</p>` : ''}
        <label for="name">${texts.name}</label>
        <input id="name" name="name" type="text" autocomplete="name" value="${name}" maxlength="100">
        <button type="submit">${texts.continue}</button>
        <button type="submit" name="cancel" value="1" class="quiet" formnovalidate>${texts.cancel}</button>
      </form>`,
  );
}

/** Returns the page of a failed sign-in. Without a message it says that the sign-in has expired. */
export function errorPage(language: Language, message = TEXTS[language].expired): string {
  return page(
    language,
    html`<p class="error" role="alert">${message}</p>
      <p>${TEXTS[language].again}</p>`,
  );
}

function page(language: Language, content: Html): string {
  const { title, notice } = TEXTS[language];
  return sandboxPage({ language, title, notice, className: 'sign-in', content });
}
