import { findMailbox, mailboxesOfAdmins } from '#modules/identity/server/service.ts';
import { message } from '#platform/contract/message-reference.ts';
import { toTk } from '#platform/contract/values.ts';
import { formatMoneyIn, translateIn } from '#platform/http/language.ts';
import { addJobs } from '#platform/jobs/job-runner.ts';
import { type Mailbox, mailTo } from '#platform/mail/mail-to.ts';
import { MAIL, type Mail } from '#platform/mail/mailer.ts';
import { PROVIDER_NAMES } from '../rules.ts';
import type { PaymentDeps } from './payment-deps.ts';
import type { ProviderRecord } from './providers/provider.ts';
import type { LockedPayment, Sale } from './sale.store.ts';

export type PaymentEmail =
  | 'refunded'
  | 'partRefunded'
  | 'disputed'
  | 'disputeWon'
  | 'disputeLost'
  | 'refundFailed'
  | 'refundStopped'
  | 'byHand'
  | 'byHandToBuyer'
  | 'toBuyer'
  | 'review'
  | 'reviewToBuyer'
  | 'reviewRefused'
  | 'reviewRefusedToBuyer';

/** The e-mails to buyers: money went back, or is kept for a review. */
const TO_BUYER: Partial<Record<PaymentEmail, PaymentEmail>> = {
  refunded: 'toBuyer',
  partRefunded: 'toBuyer',
  byHand: 'toBuyer',
  toBuyer: 'toBuyer',
  review: 'reviewToBuyer',
  reviewRefused: 'reviewRefusedToBuyer',
};
/** Admins get no e-mail about a decision of an admin. */
const NOT_TO_ADMINS = new Set<PaymentEmail>(['toBuyer', 'reviewRefused']);

interface PaymentChange {
  kind: PaymentEmail;
  /** In minor units. */
  amount: number;
  /** Money that was returned outside the provider, in minor units, and the number of its transfer. */
  byHand?: { amount: number; reference: string } | undefined;
  sale: Sale;
  payment: Pick<LockedPayment, 'provider' | 'intent' | 'transactionId'>;
  /** Whether the seller gets an e-mail too: the payment paid for a sale. */
  toSeller: boolean;
}

/**
 * Enqueues e-mails about a change of a payment, in the transaction of the change. They go to the admins, to the seller
 * of a sale, and to the buyer when money went back. They name no person.
 */
export async function sendPaymentEmails(deps: PaymentDeps, change: PaymentChange): Promise<void> {
  const { db } = deps;
  const admins = NOT_TO_ADMINS.has(change.kind) ? [] : await mailboxesOfAdmins(db);
  const { intent, transactionId } = change.payment;
  // The settlement after a restore takes the store's own number.
  const both = transactionId ? `${intent} (${transactionId})` : intent;
  const mails = admins.map((mailbox) =>
    paymentEmail(deps, mailbox, { ...change, number: both }, '/dashboard/payments'),
  );
  const seller = change.toSeller ? await findMailbox(db, change.sale.sellerId) : undefined;
  const sale = `/dashboard/mybuyers/${change.sale.bookingId}`;
  if (seller) mails.push(paymentEmail(deps, seller, { ...change, number: intent }, sale));
  const kind = TO_BUYER[change.kind];
  const told = kind && { ...change, kind, ...(change.byHand && { kind: 'byHandToBuyer' as const, ...change.byHand }) };
  const buyer = told && (await findMailbox(db, change.sale.buyerId));
  const order = `/dashboard/myorders/${change.sale.bookingId}`;
  if (buyer) mails.push(paymentEmail(deps, buyer, { ...told, number: transactionId ?? intent }, order));
  if (mails.length > 0) await addJobs(db, MAIL, mails);
}

/** Enqueues an e-mail to each admin about money at a provider that no booking has. */
export async function sendUnknownCaptureEmails(
  deps: PaymentDeps,
  { provider, reference: intent }: ProviderRecord,
  amount: number,
): Promise<void> {
  const sale = { itemName: PROVIDER_NAMES[provider] ?? provider };
  const change = {
    kind: 'unknown' as const,
    amount,
    payment: { provider },
    number: intent,
    sale,
  };
  const mails = (await mailboxesOfAdmins(deps.db)).map((to) => paymentEmail(deps, to, change, '/dashboard/overview'));
  if (mails.length > 0) await addJobs(deps.db, MAIL, mails);
}

function paymentEmail(
  { emailContext, providers }: PaymentDeps,
  mailbox: Mailbox,
  change: Pick<PaymentChange, 'amount'> & {
    reference?: string;
    kind: PaymentEmail | 'unknown';
    sale: Pick<Sale, 'itemName'>;
    payment: Pick<LockedPayment, 'provider'>;
    number: string;
  },
  page: string,
): Mail {
  const { productName, currencyLabel, origin } = emailContext;
  const { kind, payment, sale, number, reference = '' } = change;
  return mailTo(mailbox, (language) => {
    const translate = (key: string, values: Record<string, string>) =>
      translateIn(language, message(key, values), productName[language]);
    const amount = formatMoneyIn(language, toTk(change.amount), currencyLabel[language]);
    const said = translate(`mail.money.${kind}`, { item: sale.itemName, amount, reference });
    const method = translate(`order.${providers.of(payment.provider).method}`, {});
    return {
      subject: translate(`mail.money.${kind}Subject`, { item: sale.itemName, amount }),
      text: translate('mail.moneyText', {
        said,
        method,
        number,
        link: origin + page,
      }),
    };
  });
}
