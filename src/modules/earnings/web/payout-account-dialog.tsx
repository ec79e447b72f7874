import { useState } from 'react';
import { useHydrated } from '#platform/forms/before-script.tsx';
import { FormFooter, useFetcherForm } from '#platform/forms/fetcher-form.tsx';
import { PageDialog } from '#platform/forms/page-dialog.tsx';
import { PasswordField } from '#platform/forms/password-field.tsx';
import { useTranslator } from '#platform/web/translator.tsx';
import { LinkButton } from '#ui/button.tsx';
import { ChoiceCards } from '#ui/choice-cards.tsx';
import { ErrorSummary } from '#ui/error-summary.tsx';
import { TextField } from '#ui/text-field.tsx';
import type { Earnings } from '../contract.ts';
import { ACCOUNT_KINDS, type AccountKind } from '../rules.ts';
import { accountForm } from './account-form.ts';

/** Asks for a bKash number, typed twice, or a bank account, and for the password. */
export function PayoutAccountDialog(props: { earnings: Earnings; open: boolean; onClose(): void }) {
  const { t } = useTranslator();
  const { earnings, open, onClose } = props;
  return (
    <PageDialog
      param="account"
      open={open}
      onClose={onClose}
      title={t('earn.account')}
      description={t('earn.accountLead', { n: earnings.restHours })}
      discard
    >
      {earnings.hasPassword ? (
        <AccountForm kind={earnings.account?.kind ?? 'bkash'} onDone={onClose} />
      ) : (
        <>
          <p>{t('earn.accountNoPassword')}</p>
          <LinkButton to="/dashboard/account">{t('earn.toAccount')}</LinkButton>
        </>
      )}
    </PageDialog>
  );
}

function AccountForm({ kind: current, onDone }: { kind: AccountKind; onDone(): void }) {
  const { t } = useTranslator();
  const form = useFetcherForm(accountForm, { defaultValue: { kind: current }, onDone });
  const sent = form.refused?.initialValue?.kind;
  const [kind, setKind] = useState<AccountKind>(sent === 'bank' || sent === 'bkash' ? sent : current);
  // Without the page's script both parts stay on the page.
  const hydrated = useHydrated();
  return (
    <form.Form method="post" {...form.formProps} className="form">
      <input type="hidden" name="intent" value="account" />
      <ErrorSummary title={t('common.problem')} faults={form.faults} attempt={form.attempt} />
      <ChoiceCards
        {...form.field('kind')}
        legend={t('earn.kind')}
        options={ACCOUNT_KINDS.map((value) => ({ value, label: t(`earn.kind.${value}`) }))}
        onChange={(value) => setKind(value === 'bank' ? 'bank' : 'bkash')}
      />
      {(!hydrated || kind === 'bkash') && (
        <>
          <TextField {...form.field('bkash')} label={t('earn.bkashNumber')} {...DIGITS} type="tel" />
          <TextField {...form.field('bkashAgain')} label={t('earn.accountTwice')} {...DIGITS} type="tel" />
        </>
      )}
      {(!hydrated || kind === 'bank') && (
        <>
          <TextField {...form.field('bank')} label={t('earn.bank')} autoComplete="off" maxLength={60} />
          <TextField {...form.field('branch')} label={t('earn.branch')} autoComplete="off" maxLength={60} />
          <TextField {...form.field('routing')} label={t('earn.routing')} hint={t('earn.routingHint')} {...DIGITS} />
          <TextField {...form.field('account')} label={t('earn.accountNumber')} {...DIGITS} />
          <TextField {...form.field('holder')} label={t('earn.holder')} autoComplete="name" maxLength={80} />
        </>
      )}
      <PasswordField
        {...form.field('password')}
        label={t('earn.password')}
        autoComplete="current-password"
        enterKeyHint="done"
      />
      <FormFooter form={form} pendingLabel={t('earn.saving')}>
        {t('earn.save')}
      </FormFooter>
    </form.Form>
  );
}

const DIGITS = { inputMode: 'numeric', autoComplete: 'off', className: 'num' } as const;
