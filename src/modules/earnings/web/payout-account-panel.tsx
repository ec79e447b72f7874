import { lazy, Suspense, useState } from 'react';
import { useFetcher, useSearchParams } from 'react-router';
import type { ActionResult } from '#platform/forms/action-result.ts';
import { OpenerButton } from '#platform/forms/before-script.tsx';
import { useTranslator } from '#platform/web/translator.tsx';
import { Alert } from '#ui/alert.tsx';
import { Button } from '#ui/button.tsx';
import { Chip } from '#ui/chip.tsx';
import type { Earnings } from '../contract.ts';
import { MONEY_TAKEN_BACK } from '../rules.ts';
import { PayoutTargetLine } from './payout-target-line.tsx';

// Loaded when it is opened, so that the page stays within its JavaScript budget.
const AccountDialog = lazy(async () => ({
  default: (await import('./payout-account-dialog.tsx')).PayoutAccountDialog,
}));

/** Where payouts go, whether they are made each week, and the newest ones. */
export function PayoutAccountPanel({ earnings }: { earnings: Earnings }) {
  const { t, date, money } = useTranslator();
  const [search] = useSearchParams();
  const [open, setOpen] = useState(search.has('account'));
  const { account, minimum } = earnings;
  return (
    <section className="earnings-card earnings-account" aria-labelledby="earnings-account">
      <h2 id="earnings-account">{t('earn.account')}</h2>
      {account ? <PayoutTargetLine target={account} /> : <p>{t('earn.accountNone')}</p>}
      {account?.isOnHold && (
        <Alert tone="info" announce={false}>
          {t('earn.accountHold', { date: date(account.changedAt), until: date(account.payableFrom) })}
        </Alert>
      )}
      {account && (earnings.weeklyOffered || account.weekly) && <WeeklyForm weekly={account.weekly} />}
      <p className="earnings-note">{t('earn.requestMin', { amount: money(minimum) })}</p>
      <OpenerButton
        name="account"
        value="change"
        open={() => setOpen(true)}
        look={account ? 'ghost' : 'brand'}
        aria-haspopup="dialog"
        {...(account && { 'aria-label': t('earn.accountChangeLabel') })}
      >
        {t(account ? 'earn.accountChange' : 'earn.accountAdd')}
      </OpenerButton>
      {open && (
        <Suspense>
          <AccountDialog earnings={earnings} open={open} onClose={() => setOpen(false)} />
        </Suspense>
      )}
      {earnings.payouts.length > 0 && <OwnPayouts payouts={earnings.payouts} />}
    </section>
  );
}

const TONES = { due: 'wait', sent: 'info', paid: 'ok', failed: 'mute' } as const;

function OwnPayouts({ payouts }: Pick<Earnings, 'payouts'>) {
  const { t, money, day } = useTranslator();
  return (
    <>
      <h3>{t('earn.payouts')}</h3>
      <ul className="earnings-payouts">
        {payouts.map(({ number, amount, state, at, reason }) => (
          <li key={number}>
            <b className="num">{money(amount)}</b>
            <Chip tone={TONES[state]}>{t(`earn.payout.${state}`)}</Chip>
            <small className="num">
              {number} · <time dateTime={at}>{day(at)}</time>
            </small>
            {reason && (
              <small>
                {reason === MONEY_TAKEN_BACK ? t('earn.payoutTakenBack') : t('earn.payoutFailed', { reason })}
              </small>
            )}
          </li>
        ))}
      </ul>
    </>
  );
}

/** Starts or ends weekly payouts at once. */
function WeeklyForm({ weekly }: { weekly: boolean }) {
  const { t } = useTranslator();
  const fetcher = useFetcher<ActionResult>();
  const sent = fetcher.formData?.get('intent') === 'weekly' ? fetcher.formData.get('weekly') === 'on' : undefined;
  return (
    <fetcher.Form method="post" className="earnings-weekly">
      <input type="hidden" name="intent" value="weekly" />
      <label className="earnings-check">
        <input
          type="checkbox"
          name="weekly"
          checked={sent ?? weekly}
          onChange={(event) => fetcher.submit(event.currentTarget.form)}
        />
        {t('earn.weekly')}
      </label>
      <noscript>
        <Button type="submit" look="ghost" size="sm">
          {t('earn.save')}
        </Button>
      </noscript>
    </fetcher.Form>
  );
}
