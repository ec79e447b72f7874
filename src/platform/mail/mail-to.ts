import type { Language } from '#i18n/messages.ts';
import type { Mail } from './mailer.ts';

/** The address of a person, and the language that they chose. */
export interface Mailbox {
  to: string;
  language: Language | null;
}

/** The parts of the store's settings that e-mails show. */
export interface EmailContext {
  productName: { en: string; bn: string };
  currencyLabel: { en: string; bn: string };
  origin: string;
}

type MailText = Pick<Mail, 'subject' | 'text'>;

/** Returns a mail in the person's language; in both languages when they have not chosen one. */
export function mailTo({ to, language }: Mailbox, textIn: (language: Language) => MailText): Mail {
  if (language) return { to, ...textIn(language) };
  const [english, bangla] = [textIn('en'), textIn('bn')];
  return { to, subject: `${english.subject} · ${bangla.subject}`, text: `${english.text}\n\n${bangla.text}` };
}
