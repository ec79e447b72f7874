import { lazy, Suspense } from 'react';
import { useTranslator } from '#platform/web/translator.tsx';
import type { Account } from '../contract.ts';
import { PasswordForm } from './password-form.tsx';

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
