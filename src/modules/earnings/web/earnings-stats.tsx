import type { ReactNode } from 'react';
import { useTranslator } from '#platform/web/translator.tsx';
import type { Earnings } from '../contract.ts';
import { monthOf } from '../rules.ts';
import { RequestPayout } from './request-payout.tsx';

/** The sums of a seller: available, with the button of a payout, on hold and paid out. */
export function EarningsStats({ earnings }: { earnings: Earnings }) {
  const { t, money, month } = useTranslator();
  const { available, onHold, paidOut, paidOutSince, payouts } = earnings;
  const onWay = payouts.reduce((sum, { state, amount }) => sum + (state === 'due' || state === 'sent' ? amount : 0), 0);
  return (
    <div className="earnings-stats">
      <section className="earnings-now stitched tone-butter" aria-labelledby="earnings-available">
        <Sum id="earnings-available" label={t('earn.available')} sum={money(available)}>
          {t(available > 0 ? 'earn.availableHint' : 'earn.nothingHint')}
        </Sum>
        {onWay > 0 && <p>{t('earn.onWay', { amount: money(onWay) })}</p>}
        {available > 0 && <RequestPayout earnings={earnings} />}
      </section>
      <section className="earnings-card" aria-labelledby="earnings-hold">
        <Sum id="earnings-hold" label={t('earn.onHold')} sum={money(onHold)}>
          {t('earn.onHoldHint')}
        </Sum>
      </section>
      <section className="earnings-card" aria-labelledby="earnings-paid">
        <Sum id="earnings-paid" label={t('earn.paidOut')} sum={money(paidOut)}>
          {paidOutSince
            ? t('earn.paidOutHint', { month: month(monthOf(new Date(paidOutSince))) })
            : t('earn.paidOutNone')}
        </Sum>
      </section>
    </div>
  );
}

function Sum(props: { id: string; label: string; sum: string; children: ReactNode }) {
  return (
    <div>
      <h2 id={props.id}>{props.label}</h2>
      <b className="earnings-sum num">{props.sum}</b>
      <p>{props.children}</p>
    </div>
  );
}
