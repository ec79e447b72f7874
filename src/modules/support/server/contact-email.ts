import { message } from '#platform/contract/message-reference.ts';
import { translateIn } from '#platform/http/language.ts';
import type { Mail } from '#platform/mail/mailer.ts';
import type { NewMessage } from './store.ts';

type Language = 'en' | 'bn';

/** What the letters need to know of the store. */
export interface Letterhead {
  productName: Record<Language, string>;
  /** The store's public address. */
  origin: string;
}

/**
 * The letter that brings a message to an admin, in the language in which it was written: the answer will be in it too.
 * "Reply" in the admin's mail program goes to the writer.
 */
export function contactEmail(
  { productName, origin }: Letterhead,
  language: Language,
  given: NewMessage,
): Omit<Mail, 'to'> {
  const say = (key: string, values: Record<string, string> = {}) =>
    translateIn(language, message(key, values), productName[language]);
  const subject = say(`support.subject.${given.subject}`);
  const { name, email, requestId } = given;
  return {
    subject: say('mail.contactSubject', { subject, name }),
    replyTo: email,
    text: say('mail.contactText', {
      name,
      email,
      subject,
      requestId: requestId ?? say('mail.contactNoRequestId'),
      message: given.message,
      link: `${origin}/dashboard/messages`,
    }),
  };
}
