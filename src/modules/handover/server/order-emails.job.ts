import type { Task } from 'graphile-worker';
import { z } from 'zod';
import { findOrderFacts, type OrderFacts, updateCashNotified } from '#modules/bookings/server/order-facts.service.ts';
import { firstName } from '#modules/identity/name.rules.ts';
import { message } from '#platform/contract/message-reference.ts';
import { toTk } from '#platform/contract/values.ts';
import type { Db } from '#platform/database/database.ts';
import { formatDeadlineIn, formatMoneyIn, translateIn } from '#platform/http/language.ts';
import { type EmailContext, mailTo } from '#platform/mail/mail-to.ts';
import { type Mailer, sendOrDrop } from '#platform/mail/mailer.ts';
import { isStillTrue, ORDER_EMAILS } from '../order-email.rules.ts';
import { REASON_CODES } from '../rules.ts';

/** Sends one e-mail about a booking to one side. It is added in the transaction of the event, also by make_booking. */
export const ORDER_EMAIL = 'order-email';

/** Stands for a person's own words: a stranger's text is on the order's page only, never in an e-mail of the store. */
const OWN_WORDS = 'ownWords';

const payload = z.object({
  bookingId: z.uuid(),
  event: z.enum(ORDER_EMAILS),
  to: z.enum(['buyer', 'seller']),
  reason: z
    .enum([...REASON_CODES, OWN_WORDS])
    .optional()
    .catch(OWN_WORDS),
});
export type OrderEmail = z.infer<typeof payload>;

interface OrderEmailDeps extends EmailContext {
  db: Db;
  mailer: Mailer;
}

/** Sends nothing to an erased person, and nothing that is no longer true. */
export function orderEmailTask(deps: OrderEmailDeps): Task {
  return async (input, { logger }) => {
    const email = payload.parse(input);
    const facts = await findOrderFacts(deps.db, email.bookingId);
    const to = facts?.[`${email.to}Email`];
    if (!facts || !to || !isStillTrue(email.event, email.to, facts)) return;
    const language = facts[`${email.to}Language`];
    const mail = mailTo({ to, language }, (language) => textIn(language, deps, email, facts));
    if (!(await sendOrDrop(deps.mailer, mail, logger))) return;
    if (email.event === 'cash') await updateCashNotified(deps.db, email.bookingId);
  };
}

function textIn(
  language: 'en' | 'bn',
  deps: OrderEmailDeps,
  { event, to, bookingId, reason }: OrderEmail,
  facts: OrderFacts,
) {
  const page = to === 'buyer' ? 'myorders' : 'mybuyers';
  const other = facts[to === 'buyer' ? 'sellerName' : 'buyerName'];
  const until = deadlineOf(event, facts);
  const values = {
    item: facts.itemName,
    name: firstName(other),
    amount: formatMoneyIn(language, toTk(facts.pricePoisha), deps.currencyLabel[language]),
    date: until ? formatDeadlineIn(language, until) : '',
    method: facts.method ? translateIn(language, `order.${facts.method}`, '') : '',
    reason: reasonIn(language, deps, reason),
    link: `${deps.origin}/dashboard/${page}/${bookingId}`,
  };
  const t = (key: Parameters<typeof message>[0], more = {}) =>
    translateIn(language, message(key, { ...values, ...more }), deps.productName[language]);
  const said = event === 'calledOff' && !facts.isMoneyTaken ? 'calledOffUnpaid' : event;
  return {
    subject: t(`mail.order.${event}Subject`),
    text: t('mail.orderText', { said: t(`mail.order.${said}`) }),
  };
}

function reasonIn(language: 'en' | 'bn', deps: OrderEmailDeps, reason: OrderEmail['reason']): string {
  if (!reason) return '';
  const key = reason === OWN_WORDS ? 'mail.order.reasonOnPage' : (`handover.reason.${reason}` as const);
  return translateIn(language, message(key, {}), deps.productName[language]);
}

/** Returns the reason of a step as an e-mail carries it. */
export function emailReason(reason: string | undefined): OrderEmail['reason'] {
  return reason ? (REASON_CODES.find((one) => one === reason) ?? OWN_WORDS) : undefined;
}

function deadlineOf(event: OrderEmail['event'], facts: OrderFacts): Date | null {
  if (['booked', 'cash', 'holdEnds', 'cashEnds'].includes(event)) return facts.holdUntil;
  if (event === 'asked') return facts.claimedUntil;
  if (event === 'handedBuyer' || event === 'handedSeller') return facts.inspectUntil;
  return facts.pickupUntil;
}
