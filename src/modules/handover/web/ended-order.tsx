import { Flag, Hourglass, type LucideIcon, Search, Undo2 } from 'lucide-react';
import type { RefObject } from 'react';
import { formatDeadline } from '#i18n/deadline-format.ts';
import { isPageMethod, shownState } from '#modules/bookings/rules.ts';
import { type Translator, useTranslator } from '#platform/web/translator.tsx';
import { LinkButton } from '#ui/button.tsx';
import { NextPanel } from './next-panel.tsx';
import { callOffOf, type Deal, hasDispute, otherName, type Side } from './order-facts.ts';
import { ProblemLink } from './problem-link.tsx';
import { reasonText } from './reason-text.ts';

/** A bank shows a refund within ten working days (https://docs.stripe.com/refunds). */
const REFUND_MAX_DAYS = 10;

interface EndedOrderProps {
  deal: Deal;
  side: Side;
  /** Of the item, for its buyer. */
  categoryId?: string;
  heading: RefObject<HTMLHeadingElement | null>;
}

const ICONS: Partial<Record<ReturnType<typeof shownState>, LucideIcon>> = { disputed: Flag, review: Hourglass };

/** The end of a booking, or the state of its money while no step is due. */
export function EndedOrder({ deal, side, categoryId, heading }: EndedOrderProps) {
  const translator = useTranslator();
  const { t } = translator;
  const { chip, title, lines } = endOf(deal, side, translator);
  const state = shownState(deal);
  const answer = hasDispute(deal) ? (
    <ProblemLink deal={deal} />
  ) : (
    categoryId &&
    state !== 'review' && (
      <LinkButton to={`/products/${categoryId}`} icon={<Search className="icon" aria-hidden />}>
        {t('act.similar')}
      </LinkButton>
    )
  );
  return (
    <NextPanel
      tone="rest"
      icon={ICONS[state] ?? Undo2}
      chip={chip}
      title={title}
      body={lines.filter(Boolean).join(' ')}
      heading={heading}
    >
      {answer && <div className="now-answers">{answer}</div>}
    </NextPanel>
  );
}

type Line = string | false | undefined;

interface End {
  chip: string;
  title: string;
  lines: Line[];
}

function endOf(deal: Deal, side: Side, translator: Translator): End {
  const { t, money } = translator;
  const state = shownState(deal);
  const amount = money(deal.itemPrice);
  const called = callOffLine(deal, side, translator);
  switch (state) {
    case 'bank_dispute':
      return { chip: t('phase.disputed'), title: t('next.bankDispute'), lines: [t('next.bankDisputeBody')] };
    case 'review':
      return {
        chip: t('phase.review'),
        title: t(side === 'buyer' ? 'next.review' : 'next.reviewSeller', { name: otherName(deal, t) }),
        lines: [t(side === 'buyer' ? 'next.reviewBody' : 'next.reviewSellerBody')],
      };
    case 'refund_due':
    case 'refunded':
      return {
        chip: t(called ? 'phase.calledOff' : `phase.${state}`),
        title: t(called ? 'next.calledOffRefund' : state === 'refunded' ? 'next.refunded' : 'next.refundDue', {
          amount,
        }),
        lines: [
          called,
          ...(side === 'buyer'
            ? refundLines(deal, translator)
            : [
                t(called && deal.onSale ? 'next.buyerBackOnSale' : 'next.buyerBack', {
                  name: otherName(deal, t),
                  amount,
                }),
              ]),
        ],
      };
    case 'expired':
      return {
        chip: t('phase.expired'),
        title: t(deal.method === 'cash' ? 'next.expiredCash' : 'next.expired'),
        lines: [t('next.noMoney')],
      };
    case 'disputed':
      return {
        chip: t('phase.disputed'),
        title: t('next.disputed'),
        lines: [nextActorLine(deal, side, translator), t('next.disputedBody')],
      };
    case 'partly_refunded': {
      const isDue = deal.moneyState === 'refund_due';
      return {
        chip: t(`phase.${isDue ? 'refund_due' : state}`),
        title: t(isDue ? 'next.partDue' : 'next.partlyRefunded'),
        lines: [side === 'buyer' && refundByHandLine(deal, translator)],
      };
    }
    default:
      return { chip: t('phase.calledOff'), title: t('next.calledOff'), lines: [called, t('next.noMoney')] };
  }
}

/** Returns how the money comes back to the buyer: by the payment's provider, and by hand. */
function refundLines(deal: Deal, translator: Translator): Line[] {
  const { method, itemPrice, byHand = 0 } = deal;
  return [
    byHand < itemPrice &&
      translator.t(isPageMethod(method) ? `next.${method}Back` : 'next.cardBack', { days: REFUND_MAX_DAYS }),
    refundByHandLine(deal, translator),
  ];
}

/** Returns the amount that came back to the buyer by hand. */
function refundByHandLine({ byHand }: Deal, { t, money }: Translator): Line {
  return byHand ? t('next.handBack', { amount: money(byHand) }) : undefined;
}

/** Returns the next actor of a dispute, and the deadline. */
function nextActorLine(deal: Deal, side: Side, translator: Translator): string | undefined {
  const { next } = deal;
  const { t, language } = translator;
  if (!next) return undefined;
  if (!next.until) return t('next.turn.store');
  const turn = next.by === side ? 'you' : next.by === 'clock' ? 'clock' : 'other';
  return t(`next.turn.${turn}`, { name: otherName(deal, t), date: formatDeadline(language, next.until) });
}

/** Returns the person that called a booking off, and the reason; undefined for a booking that was not called off. */
function callOffLine(deal: Deal, side: Side, translator: Translator): string | undefined {
  const { t } = translator;
  const step = callOffOf(deal);
  if (step?.by === 'clock') return t('next.calledOffByClock');
  // The reason of an erased person is deleted.
  if (!step?.reason) return undefined;
  const reason = reasonText(translator, step.reason);
  if (step.by === 'store') return reason;
  return t(step.by === side ? 'next.calledOffByYou' : 'next.calledOffBy', { name: otherName(deal, t), reason });
}
