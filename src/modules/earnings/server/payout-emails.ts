import { emailOfPerson } from '#modules/identity/server/service.ts';
import { message } from '#platform/contract/message-reference.ts';
import { toTk } from '#platform/contract/values.ts';
import type { Db } from '#platform/database/database.ts';
import { formatDateIn, formatMoneyIn, translateIn } from '#platform/http/language.ts';
import { addJob } from '#platform/jobs/job-runner.ts';
import { MAIL } from '#platform/mail/mailer.ts';
import { type AccountKind, maskNumber, payoutNumber } from '../rules.ts';
import type { EmailContext } from './earnings-deps.ts';
import type { ChangedPayout } from './payouts.store.ts';

type EmailKind = 'payoutSent' | 'payoutFailed' | 'payoutAccount';

/**
 * Enqueues an e-mail to a seller, in the transaction of the change. The store does not know the language of a person, so it is
 * in both.
 */
async function sendToSeller(
  db: Db,
  { productName, origin }: EmailContext,
  sellerId: string,
  kind: EmailKind,
  valuesIn: (language: 'en' | 'bn') => Record<string, string>,
): Promise<void> {
  const to = await emailOfPerson(db, sellerId);
  if (!to) return;
  const inLanguage = (language: 'en' | 'bn') => {
    const values = { ...valuesIn(language), link: `${origin}/dashboard/myearnings` };
    const translate = (key: string) => translateIn(language, message(key, values), productName[language]);
    return { subject: translate(`mail.${kind}Subject`), text: translate(`mail.${kind}Text`) };
  };
  const [english, bangla] = [inLanguage('en'), inLanguage('bn')];
  const mail = { to, subject: `${english.subject} · ${bangla.subject}`, text: `${english.text}\n\n${bangla.text}` };
  await addJob(db, MAIL, mail);
}

/** Enqueues the e-mail that a payout was paid, or that it failed, with its reason. */
export function sendPayoutEmail(
  db: Db,
  context: EmailContext,
  { number, amount_poisha, kind, account, seller_id }: ChangedPayout,
  failure: string | undefined,
): Promise<void> {
  return sendToSeller(db, context, seller_id, failure === undefined ? 'payoutSent' : 'payoutFailed', (language) => ({
    number: payoutNumber(number),
    amount: formatMoneyIn(language, toTk(amount_poisha), context.currencyLabel[language]),
    account: maskNumber(kind as AccountKind, account ?? ''),
    reason: failure ?? '',
  }));
}

/** Enqueues the e-mail that the payout account was changed. Payouts to it start at `payableFrom`. */
export function sendAccountEmail(db: Db, context: EmailContext, sellerId: string, payableFrom: Date): Promise<void> {
  return sendToSeller(db, context, sellerId, 'payoutAccount', (language) => ({
    date: formatDateIn(language, payableFrom),
  }));
}
