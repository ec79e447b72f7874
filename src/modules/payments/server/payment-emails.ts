import { emailOfPerson, emailsOfAdmins } from '#modules/identity/server/service.ts';
import { message } from '#platform/contract/message-reference.ts';
import { toTk } from '#platform/contract/values.ts';
import { formatMoneyIn, translateIn } from '#platform/http/language.ts';
import { addJobs } from '#platform/jobs/job-runner.ts';
import { MAIL, type Mail } from '#platform/mail/mailer.ts';
import { PROVIDER_NAMES } from '../rules.ts';
import type { EmailContext, PaymentDeps } from './payment-deps.ts';
import type { ProviderRecord } from './providers/provider.ts';
import type { Sale } from './sale.store.ts';

/** A change of a payment that causes e-mails. */
export type PaymentEmail =
  | 'refunded'
  | 'partRefunded'
  | 'disputed'
  | 'disputeWon'
  | 'disputeLost'
  | 'refundFailed'
  | 'refundStopped'
  | 'byHand'
  | 'toBuyer'
  | 'review'
  | 'reviewToBuyer';

/** The buyer is told when money went back, and when it is kept for a while. */
const TO_BUYER: Partial<Record<PaymentEmail, PaymentEmail>> = {
  refunded: 'toBuyer',
  partRefunded: 'toBuyer',
  byHand: 'toBuyer',
  toBuyer: 'toBuyer',
  review: 'reviewToBuyer',
};

interface PaymentChange {
  kind: PaymentEmail;
  /** In minor units. */
  amount: number;
  sale: Sale;
  intent: string;
  /** Whether the seller gets an e-mail too: the payment paid for a sale. */
  toSeller: boolean;
}

/**
 * Enqueues e-mails about a change of a payment, in the transaction of the change. They go to the admins, to the seller
 * of a sale, and to the buyer when money went back. They name no person. The store does not know the language of a
 * person, so each e-mail is in both.
 */
export async function sendPaymentEmails({ db, emailContext }: PaymentDeps, change: PaymentChange): Promise<void> {
  const admins = change.kind === 'toBuyer' ? [] : await emailsOfAdmins(db);
  const mails = admins.map((to) => ({
    to,
    ...paymentEmail(emailContext, change, '/dashboard/payments'),
  }));
  const seller = change.toSeller ? await emailOfPerson(db, change.sale.sellerId) : undefined;
  if (seller) mails.push({ to: seller, ...paymentEmail(emailContext, change, '/dashboard/myproduct') });
  const kind = TO_BUYER[change.kind];
  const buyer = kind && (await emailOfPerson(db, change.sale.buyerId));
  if (buyer) mails.push({ to: buyer, ...paymentEmail(emailContext, { ...change, kind }, '/dashboard/myorders') });
  if (mails.length > 0) await addJobs(db, MAIL, mails);
}

/** Enqueues an e-mail to each admin about money at a provider that no booking has. */
export async function sendUnknownCaptureEmails(
  { db, emailContext }: PaymentDeps,
  { provider, reference: intent }: ProviderRecord,
  amount: number,
): Promise<void> {
  const change = { kind: 'unknown' as const, amount, intent, sale: { itemName: PROVIDER_NAMES[provider] ?? provider } };
  const mail = paymentEmail(emailContext, change, '/dashboard/overview');
  const admins = await emailsOfAdmins(db);
  if (admins.length > 0)
    await addJobs(
      db,
      MAIL,
      admins.map((to) => ({ to, ...mail })),
    );
}

function paymentEmail(
  context: EmailContext,
  change: Pick<PaymentChange, 'amount' | 'intent'> & { kind: PaymentEmail | 'unknown'; sale: Pick<Sale, 'itemName'> },
  page: string,
): Omit<Mail, 'to'> {
  const { productName, currencyLabel, origin } = context;
  const { kind, intent, sale } = change;
  const inLanguage = (language: 'en' | 'bn') => {
    const translate = (key: string, values: Record<string, string>) =>
      translateIn(language, message(key, values), productName[language]);
    const amount = formatMoneyIn(language, toTk(change.amount), currencyLabel[language]);
    const sentence = translate(`mail.money.${kind}`, { item: sale.itemName, amount });
    return {
      subject: translate(`mail.money.${kind}Subject`, { item: sale.itemName, amount }),
      text: translate('mail.moneyText', { said: sentence, intent, link: origin + page }),
    };
  };
  const [english, bangla] = [inLanguage('en'), inLanguage('bn')];
  return { subject: `${english.subject} · ${bangla.subject}`, text: `${english.text}\n\n${bangla.text}` };
}
