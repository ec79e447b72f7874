import { lazy, Suspense } from 'react';
import { PasswordField } from '#platform/forms/password-field.tsx';
import { useShop } from '#platform/web/session.ts';
import { useTranslator } from '#platform/web/translator.tsx';
import type { Account } from '../contract.ts';
import { passwordForm } from './forms.ts';
import { PanelForm } from './panel-form.tsx';

// Loaded only by accounts that need it, so that the page stays within its JavaScript budget.
const LinkByMail = lazy(() => import('./password-link.tsx').then((file) => ({ default: file.PasswordLink })));

/** Changes the password; an account that has none gets a link by mail. */
export function PasswordPanel({ account }: { account: Account }) {
  const { t } = useTranslator();
  if (account.hasPassword) return <PasswordForm email={account.email} />;
  return (
    <section className="account-panel" aria-labelledby="account-password">
      <h2 id="account-password">{t('form.password')}</h2>
      <Suspense>
        <LinkByMail email={account.email} />
      </Suspense>
    </section>
  );
}

/** Changes the password of the account with an e-mail. */
function PasswordForm({ email }: { email: string }) {
  const { t } = useTranslator();
  const { passwordMin } = useShop();
  return (
    <PanelForm
      heading={t('form.password')}
      intent="password"
      form={passwordForm(passwordMin)}
      emptied
      above={<p>{t('account.passwordBody')}</p>}
    >
      {(field) => (
        <>
          <input type="hidden" autoComplete="username" value={email} readOnly />
          <PasswordField
            {...field('oldPassword')}
            label={t('account.oldPassword')}
            autoComplete="current-password"
            enterKeyHint="next"
          />
          <PasswordField
            {...field('newPassword')}
            label={t('account.newPassword')}
            hint={t('signup.passwordHint', { n: passwordMin })}
            autoComplete="new-password"
            enterKeyHint="done"
          />
        </>
      )}
    </PanelForm>
  );
}
