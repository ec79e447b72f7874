import { Banknote } from 'lucide-react';
import type { ReactNode } from 'react';
import { useFetcher } from 'react-router';
import type { ActionResult } from '#platform/forms/action-result.ts';
import { useFormKey, useReply } from '#platform/forms/before-script.tsx';
import { useTranslator } from '#platform/web/translator.tsx';
import { Button } from '#ui/button.tsx';
import type { Earnings } from '../contract.ts';
import { monthOf, type PayoutObstacle, payoutObstacle } from '../rules.ts';

/** The sums of a seller: available, with the button of a payout, on hold and paid out. */
export function EarningsStats({ earnings }: { earnings: Earnings }) {
  const { t, money, month } = useTranslator();
  const { available, onHold, paidOut, paidOutSince, payouts } = earnings;
  const inTransit = payouts.reduce(
    (sum, { state, amount }) => sum + (state === 'due' || state === 'sent' ? amount : 0),
    0,
  );
  return (
    <div className="earnings-stats">
      <section className="earnings-now stitched tone-butter" aria-labelledby="earnings-available">
        <Sum id="earnings-available" label={t('earn.available')} sum={money(available)}>
          {t(available > 0 ? 'earn.availableHint' : 'earn.nothingHint')}
        </Sum>
        {inTransit > 0 && <p>{t('earn.inTransit', { amount: money(inTransit) })}</p>}
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

/** The button that names the sum. Where the server would refuse, the reason is below it. */
function RequestPayout({ earnings }: { earnings: Earnings }) {
  const { t, money } = useTranslator();
  const fetcher = useFetcher<ActionResult>();
  const reply = useReply(fetcher);
  const key = useFormKey(reply);
  const { available, minimum, account } = earnings;
  const obstacle = payoutObstacle(available, minimum, account);
  const isLast = obstacle === 'below-minimum' && account && !account.isOnHold && earnings.onHold === 0;
  return (
    <fetcher.Form method="post" className="earnings-request">
      <input type="hidden" name="intent" value={isLast ? 'last' : 'request'} />
      <input type="hidden" name="key" value={key} />
      <Button
        type="submit"
        size={isLast ? 'md' : 'lg'}
        look={isLast ? 'white' : 'brand'}
        wide
        icon={<Banknote className="icon" aria-hidden />}
        pending={fetcher.state !== 'idle'}
        pendingLabel={t('earn.requestPending')}
      >
        {t(isLast ? 'earn.last' : 'earn.request', { amount: money(available) })}
      </Button>
      {obstacle && <ObstacleNote obstacle={obstacle} earnings={earnings} />}
    </fetcher.Form>
  );
}

function ObstacleNote({ obstacle, earnings }: { obstacle: PayoutObstacle; earnings: Earnings }) {
  const { t, money, date } = useTranslator();
  const { account, minimum } = earnings;
  if (obstacle === 'below-minimum')
    return <p className="earnings-note">{t('earn.requestMin', { amount: money(minimum) })}</p>;
  if (!account) return <p className="earnings-note">{t('earn.addFirst')}</p>;
  const values = { date: date(account.changedAt), until: date(account.payableFrom) };
  return <p className="earnings-note">{t('earn.accountHold', values)}</p>;
}
