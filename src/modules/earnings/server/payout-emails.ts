import { findMailbox } from '#modules/identity/server/service.ts';
import { message } from '#platform/contract/message-reference.ts';
import { toTk } from '#platform/contract/values.ts';
import type { Db } from '#platform/database/database.ts';
import { formatDateIn, formatMoneyIn, translateIn } from '#platform/http/language.ts';
import { addJob } from '#platform/jobs/job-runner.ts';
import { type EmailContext, mailTo } from '#platform/mail/mail-to.ts';
import { MAIL } from '#platform/mail/mailer.ts';
import { MONEY_TAKEN_BACK, payoutNumber } from '../rules.ts';
import type { ChangedPayout } from './payouts.store.ts';

type EmailKind = 'payoutSent' | 'payoutFailed' | 'payoutTakenBack' | 'payoutAccount';

/** Enqueues an e-mail to a seller, in the transaction of the change. */
async function sendToSeller(
  db: Db,
  { productName, origin }: EmailContext,
  sellerId: string,
  kind: EmailKind,
  valuesIn: (language: 'en' | 'bn') => Record<string, string>,
): Promise<void> {
  const mailbox = await findMailbox(db, sellerId);
  if (!mailbox) return;
  const mail = mailTo(mailbox, (language) => {
    const values = { ...valuesIn(language), link: `${origin}/dashboard/myearnings` };
    const translate = (key: string) => translateIn(language, message(key, values), productName[language]);
    return { subject: translate(`mail.${kind}Subject`), text: translate(`mail.${kind}Text`) };
  });
  await addJob(db, MAIL, mail);
}

function emailOf(failure: string | undefined): EmailKind {
  if (failure === undefined) return 'payoutSent';
  return failure === MONEY_TAKEN_BACK ? 'payoutTakenBack' : 'payoutFailed';
}

/** Enqueues the e-mail that a payout was paid, or that it failed, with its reason. */
export function sendPayoutEmail(
  db: Db,
  context: EmailContext,
  { number, amount_poisha, kind, seller_id }: ChangedPayout,
  failure: string | undefined,
): Promise<void> {
  return sendToSeller(db, context, seller_id, emailOf(failure), (language) => ({
    number: payoutNumber(number),
    amount: formatMoneyIn(language, toTk(amount_poisha), context.currencyLabel[language]),
    method: translateIn(language, `earn.kind.${kind}`, ''),
    reason: failure ?? '',
  }));
}

/** Enqueues the e-mail that the payout account was changed. Payouts to it start at `payableFrom`. */
export function sendAccountEmail(db: Db, context: EmailContext, sellerId: string, payableFrom: Date): Promise<void> {
  return sendToSeller(db, context, sellerId, 'payoutAccount', (language) => ({
    date: formatDateIn(language, payableFrom),
  }));
}
