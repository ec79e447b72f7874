import { message } from '#platform/contract/message-reference.ts';
import { translateIn } from '#platform/http/language.ts';
import type { Mail } from '#platform/mail/mailer.ts';

export type IdentityEmails = ReturnType<typeof createIdentityEmails>;
type Language = 'en' | 'bn';

/** Returns functions that write the e-mails about an account and its password. */
export function createIdentityEmails(productName: Record<Language, string>, origin: string) {
  function emailOf(kind: string, language: Language, email: string, path: string, newEmail = ''): Mail {
    const translate = (key: string) => translateIn(language, key, productName[language]);
    // No name: a visitor can type any name with any address.
    const text = translate(message(`mail.${kind}Text`, { email, newEmail, link: origin + path }));
    return { to: email, subject: translate(`mail.${kind}Subject`), text };
  }
  return {
    /** The notice of a changed password, with a link to reset it. */
    passwordChanged: (language: Language, email: string) => emailOf('changed', language, email, '/forgot'),
    /** The link that makes this address the e-mail of an account, once and within a day. */
    newEmail: (language: Language, email: string, token: string) =>
      emailOf('newEmail', language, email, `/new-email?token=${encodeURIComponent(token)}`),
    /** The note to an address that has an account already. */
    emailTaken: (language: Language, email: string) => emailOf('emailTaken', language, email, '/forgot'),
    /** The note to the old address that a change of the e-mail was requested. */
    emailAsked: (language: Language, email: string, newEmail: string) =>
      emailOf('emailAsked', language, email, '/forgot', newEmail),
    /** The note to the old address that the e-mail was changed. */
    emailChanged: (language: Language, email: string, newEmail: string) =>
      emailOf('emailChanged', language, email, '/contact', newEmail),
    /** The link to a new password, valid once and for an hour. It carries the page to return to. */
    reset: (language: Language, email: string, { token, from }: { token: string; from: string }) =>
      emailOf('reset', language, email, `/reset?${new URLSearchParams({ token, ...(from !== '/' && { from }) })}`),
    /** The link that confirms an address. */
    verify: (language: Language, email: string, token: string) =>
      emailOf(
        'verify',
        language,
        email,
        `/api/auth/verify-email?token=${encodeURIComponent(token)}&callbackURL=%2Fverified%3Fdone%3D1`,
      ),
  };
}
