import { message } from '#platform/contract/message-reference.ts';
import { translateIn } from '#platform/http/language.ts';
import type { Mail } from '#platform/mail/mailer.ts';
import type { NewMessage } from './store.ts';

type Language = 'en' | 'bn';

/** The parts of the store's settings that the e-mail shows. */
export interface ContactEmailSettings {
  productName: Record<Language, string>;
  /** The store's public address. */
  origin: string;
}

/**
 * Returns the e-mail that forwards a message to an admin, in the sender's language. Its Reply-To is the sender.
 */
export function contactEmail(
  { productName, origin }: ContactEmailSettings,
  language: Language,
  contactMessage: NewMessage,
): Omit<Mail, 'to'> {
  const translate = (key: string, values: Record<string, string> = {}) =>
    translateIn(language, message(key, values), productName[language]);
  const subject = translate(`support.subject.${contactMessage.subject}`);
  const { name, email, requestId } = contactMessage;
  return {
    subject: translate('mail.contactSubject', { subject, name }),
    replyTo: email,
    text: translate('mail.contactText', {
      name,
      email,
      subject,
      requestId: requestId ?? translate('mail.contactNoRequestId'),
      message: contactMessage.message,
      link: `${origin}/dashboard/messages`,
    }),
  };
}
