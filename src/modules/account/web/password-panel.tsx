import { useRef, useState } from 'react';
import { useFetcher } from 'react-router';
import { useSchemaForm } from '#platform/web/form.tsx';
import { askProvider, ProviderError, useShop } from '#platform/web/session.ts';
import { useAnswer } from '#platform/web/use-answer.ts';
import { useWords } from '#platform/web/words.tsx';
import { Alert } from '#ui/alert.tsx';
import { Button } from '#ui/button.tsx';
import { ErrorSummary } from '#ui/error-summary.tsx';
import { PasswordField } from '#ui/password-field.tsx';
import type { Account } from '../contract.ts';
import type { PasswordAnswer } from './password.ts';
import { passwordForm } from './password-form.ts';

/** Changes the password; an account that has none gets a link by mail. */
export function PasswordPanel({ account }: { account: Account }) {
  const { t } = useWords();
  const fetcher = useFetcher<PasswordAnswer>();
  const heading = useRef<HTMLHeadingElement>(null);
  useAnswer(fetcher, ({ changedAt }) => changedAt && heading.current?.focus());
  return (
    <section className="account-panel" aria-labelledby="account-password">
      <h2 id="account-password" tabIndex={-1} ref={heading}>
        {t('form.password')}
      </h2>
      {account.hasPassword ? (
        <>
          <p>{t('account.passwordBody')}</p>
          <PasswordForm key={fetcher.data?.changedAt} fetcher={fetcher} email={account.email} />
        </>
      ) : (
        <LinkByMail email={account.email} />
      )}
    </section>
  );
}

function PasswordForm(props: { fetcher: ReturnType<typeof useFetcher<PasswordAnswer>>; email: string }) {
  const { fetcher, email } = props;
  const { t } = useWords();
  const { passwordMin } = useShop();
  const reply = fetcher.data?.changedAt ? undefined : fetcher.data?.form;
  const form = useSchemaForm(passwordForm(passwordMin), { reply });
  const labels = { showLabel: t('common.showPassword'), hideLabel: t('form.hidePassword') };
  return (
    <fetcher.Form method="post" {...form.formProps} className="form account-form">
      <input type="hidden" name="intent" value="password" />
      <input type="hidden" autoComplete="username" value={email} readOnly />
      <ErrorSummary title={t('common.problem')} faults={form.faults} attempt={form.attempt} />
      <PasswordField
        {...form.field('oldPassword')}
        {...labels}
        label={t('account.oldPassword')}
        autoComplete="current-password"
        enterKeyHint="next"
      />
      <PasswordField
        {...form.field('newPassword')}
        {...labels}
        label={t('account.newPassword')}
        hint={t('signup.passwordHint', { n: passwordMin })}
        autoComplete="new-password"
        enterKeyHint="done"
      />
      {form.problem && form.faults.length === 0 && (
        <Alert tone="error" focusable ref={form.alert}>
          {form.problem}
        </Alert>
      )}
      <Button type="submit" pending={fetcher.state !== 'idle'} pendingLabel={t('account.passwordPending')}>
        {t('account.passwordAction')}
      </Button>
    </fetcher.Form>
  );
}

function LinkByMail({ email }: { email: string }) {
  const { t, say } = useWords();
  const [state, setState] = useState<'idle' | 'sending' | 'sent'>('idle');
  const [fault, setFault] = useState<string>();
  async function send() {
    setState('sending');
    setFault(undefined);
    try {
      await askProvider('/request-password-reset', { email });
      setState('sent');
    } catch (error) {
      if (!(error instanceof ProviderError)) console.error(error);
      setFault(say((error instanceof ProviderError && error.message) || 'error.unavailable'));
      setState('idle');
    }
  }
  if (state === 'sent') return <Alert tone="success">{t('account.passwordLinkSent', { email })}</Alert>;
  return (
    <>
      <p>{t('account.passwordNone')}</p>
      {fault && <Alert tone="error">{fault}</Alert>}
      <Button look="ghost" pending={state === 'sending'} onClick={send}>
        {t('account.passwordLink')}
      </Button>
    </>
  );
}
