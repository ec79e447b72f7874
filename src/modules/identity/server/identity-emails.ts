import { message } from '#platform/contract/message-reference.ts';
import { translateIn } from '#platform/http/language.ts';
import type { Mail } from '#platform/mail/mailer.ts';

export type IdentityEmails = ReturnType<typeof createIdentityEmails>;
type Language = 'en' | 'bn';

/** The letters about an account and its password, in the language of whoever asked. */
export function createIdentityEmails(productName: Record<Language, string>, origin: string) {
  function write(kind: 'reset' | 'verify' | 'changed', language: Language, email: string, path: string): Mail {
    const say = (key: string) => translateIn(language, key, productName[language]);
    // No name: it is whatever somebody typed, and would be sent to whomever they typed.
    const text = say(message(`mail.${kind}Text`, { email, link: origin + path }));
    return { to: email, subject: say(`mail.${kind}Subject`), text };
  }
  return {
    /** Tells that the password was changed, and where to get a new one if it was somebody else. */
    passwordChanged: (language: Language, email: string) => write('changed', language, email, '/forgot'),
    /** The link to a new password; it works for an hour, once. */
    reset: (language: Language, email: string, token: string) =>
      write('reset', language, email, `/reset?token=${encodeURIComponent(token)}`),
    /** The link that confirms an address. */
    verify: (language: Language, email: string, token: string) =>
      write(
        'verify',
        language,
        email,
        `/api/auth/verify-email?token=${encodeURIComponent(token)}&callbackURL=%2Fverified`,
      ),
  };
}
