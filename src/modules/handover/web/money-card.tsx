import { ShieldCheck } from 'lucide-react';
import { Link } from 'react-router';
import { isMeeting, isPayable, isSale, shownState } from '#modules/bookings/rules.ts';
import { useTranslator } from '#platform/web/translator.tsx';
import { type Deal, otherName } from './order-facts.ts';

/** The payment of a booking, for its buyer. */
export function PaymentCard({ deal }: { deal: Deal }) {
  const { _id, method, state, itemPrice, kept = 0, moneyState, timeline } = deal;
  const shown = state === 'partly_refunded' ? (moneyState ?? 'refunded') : shownState(deal);
  const { t, money } = useTranslator();
  return (
    <section className="order-card" aria-labelledby="money-title">
      <h2 id="money-title">{t('order.money')}</h2>
      <dl className="order-sums num">
        {method && (
          <div>
            <dt>{t('order.paidWith')}</dt>
            <dd>{t(`order.${method}`)}</dd>
          </div>
        )}
        <div className="order-total">
          <dt>{t('order.total')}</dt>
          <dd>{money(itemPrice)}</dd>
        </div>
        {(shown === 'refunded' || shown === 'refund_due') && (
          <div>
            <dt>{t(`phase.${shown}`)}</dt>
            <dd>{money(itemPrice - kept)}</dd>
          </div>
        )}
      </dl>
      {(isSale(state) || timeline.some(({ step }) => step === 'paid')) && (
        <Link className="text-link order-link" to={`/dashboard/receipt/${_id}`}>
          {t('order.receiptOpen')}
        </Link>
      )}
    </section>
  );
}

/** The seller's share of a sale. */
export function EarningCard({ deal }: { deal: Deal }) {
  const { t, money } = useTranslator();
  const { method, state, itemPrice, kept = itemPrice, fee = 0 } = deal;
  const name = otherName(deal, t);
  return (
    <section className="order-card" aria-labelledby="money-title">
      <h2 id="money-title">{t('hand.money')}</h2>
      <dl className="order-sums num">
        <div>
          <dt>{t('order.price')}</dt>
          <dd>{money(itemPrice)}</dd>
        </div>
        <div>
          <dt>{t('order.fee')}</dt>
          <dd>{fee > 0 ? money(fee) : t('order.noFee')}</dd>
        </div>
        {kept < itemPrice && (
          <div>
            <dt>{t('phase.partly_refunded')}</dt>
            <dd>{money(itemPrice - kept)}</dd>
          </div>
        )}
        {(isPayable(state) || isSale(state)) && (
          <div className="order-total">
            <dt>{t('hand.youGet')}</dt>
            <dd>{money(kept - fee)}</dd>
          </div>
        )}
      </dl>
      {(isMeeting(deal) || state === 'handed_over') && (
        <p className="order-safe">
          <ShieldCheck className="icon" aria-hidden />
          <span>{t(method === 'cash' ? 'hand.cashRule' : 'hand.moneyRule', { name })}</span>
        </p>
      )}
    </section>
  );
}
