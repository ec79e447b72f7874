import { message } from '#platform/contract/message.ts';
import { sayIn } from '#platform/server/language.ts';
import type { ProviderMail } from './provider.ts';

type Language = keyof ProviderMail['productName'];

/** The letters that the identity provider has to send, in the language of whoever asked. */
export function createLetters({ post, productName }: ProviderMail, origin: string) {
  function send(kind: 'reset' | 'verify', language: Language, email: string, path: string): Promise<void> {
    const say = (key: string) => sayIn(language, key, productName[language]);
    // No name: it is whatever somebody typed, and would be sent to whomever they typed.
    const text = say(message(`mail.${kind}Text`, { email, link: origin + path }));
    return post({ to: email, subject: say(`mail.${kind}Subject`), text });
  }
  return {
    /** The link to a new password; it works for an hour, once. */
    reset: (language: Language, email: string, token: string) =>
      send('reset', language, email, `/reset?token=${encodeURIComponent(token)}`),
    /** The link that confirms an address. */
    verify: (language: Language, email: string, token: string) =>
      send(
        'verify',
        language,
        email,
        `/api/auth/verify-email?token=${encodeURIComponent(token)}&callbackURL=%2Fverified`,
      ),
  };
}
