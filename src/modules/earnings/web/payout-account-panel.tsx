import { lazy, Suspense, useState } from 'react';
import { useSearchParams } from 'react-router';
import { OpenerButton } from '#platform/forms/before-script.tsx';
import { useTranslator } from '#platform/web/translator.tsx';
import { Alert } from '#ui/alert.tsx';
import type { Earnings } from '../contract.ts';
import { OwnPayouts } from './own-payouts.tsx';
import { PayoutTargetLine } from './payout-target-line.tsx';
import { WeeklyForm } from './weekly-form.tsx';

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
