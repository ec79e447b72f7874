import { emailOfPerson, emailsOfAdmins } from '#modules/identity/server/service.ts';
import { message } from '#platform/contract/message-reference.ts';
import { toTk } from '#platform/contract/values.ts';
import { formatMoneyIn, translateIn } from '#platform/http/language.ts';
import { addJobs } from '#platform/jobs/job-runner.ts';
import { MAIL, type Mail } from '#platform/mail/mailer.ts';
import type { EmailContext, PaymentDeps } from './payment-deps.ts';
import type { Sale } from './store.ts';

/** A change of a payment that people are told of. */
export type PaymentEmail =
  | 'refunded'
  | 'partRefunded'
  | 'disputed'
  | 'disputeWon'
  | 'disputeLost'
  | 'refundFailed'
  | 'refundStopped'
  | 'byHand';

interface News {
  kind: PaymentEmail;
  /** In minor units. */
  amount: number;
  sale: Sale;
  intent: string;
  /** Whether the payment paid for a sale, which its seller has to know. */
  toSeller: boolean;
}

/**
 * Enqueues the letters about a change of a payment, in the transaction of the change. They carry no person's name. The
 * store does not keep which language a person reads, so each letter is in both.
 */
export async function sendPaymentEmails({ db, letterhead }: PaymentDeps, news: News): Promise<void> {
  const mails = (await emailsOfAdmins(db)).map((to) => ({ to, ...letter(letterhead, news, '/dashboard/payments') }));
  const seller = news.toSeller ? await emailOfPerson(db, news.sale.sellerId) : undefined;
  if (seller) mails.push({ to: seller, ...letter(letterhead, news, '/dashboard/myproduct') });
  if (mails.length > 0) await addJobs(db, MAIL, mails);
}

function letter({ productName, currencyLabel, origin }: EmailContext, news: News, page: string): Omit<Mail, 'to'> {
  const { kind, intent, sale } = news;
  const inLanguage = (language: 'en' | 'bn') => {
    const say = (key: string, values: Record<string, string>) =>
      translateIn(language, message(key, values), productName[language]);
    const amount = formatMoneyIn(language, toTk(news.amount), currencyLabel[language]);
    const said = say(`mail.money.${kind}`, { item: sale.itemName, amount });
    return {
      subject: say(`mail.money.${kind}Subject`, { item: sale.itemName }),
      text: say('mail.moneyText', { said, intent, link: origin + page }),
    };
  };
  const [english, bangla] = [inLanguage('en'), inLanguage('bn')];
  return { subject: `${english.subject} · ${bangla.subject}`, text: `${english.text}\n\n${bangla.text}` };
}
