import { lazy, Suspense, useRef, useState } from 'react';
import { useFetcher, useSearchParams } from 'react-router';
import type { ActionResult } from '#platform/forms/action-result.ts';
import { OpenerButton } from '#platform/forms/before-script.tsx';
import { useActionResult } from '#platform/forms/use-action-result.ts';
import { useTranslator } from '#platform/web/translator.tsx';
import type { Account } from '../contract.ts';

// Loaded only by accounts that need them, so that the page stays within its JavaScript budget.
const LinkByMail = lazy(() => import('./password-link.tsx').then((file) => ({ default: file.PasswordLink })));
const PasswordForm = lazy(() => import('./password-fields.tsx').then((file) => ({ default: file.PasswordForm })));

/** Changes the password; an account that has none gets a link by mail. */
export function PasswordPanel({ account }: { account: Account }) {
  const { t } = useTranslator();
  const fetcher = useFetcher<ActionResult>();
  const heading = useRef<HTMLHeadingElement>(null);
  const [search] = useSearchParams();
  const [open, setOpen] = useState(search.get('open') === 'password');
  useActionResult(fetcher, ({ done }) => {
    if (!done) return;
    setOpen(false);
    heading.current?.focus();
  });
  return (
    <section className="account-panel" aria-labelledby="account-password">
      <h2 id="account-password" tabIndex={-1} ref={heading}>
        {t('form.password')}
      </h2>
      {account.hasPassword ? (
        <>
          <p>{t('account.passwordBody')}</p>
          {open ? (
            <Suspense fallback={<p>{t('common.loading')}</p>}>
              <PasswordForm fetcher={fetcher} email={account.email} />
            </Suspense>
          ) : (
            <div>
              <OpenerButton name="open" value="password" open={() => setOpen(true)} look="ghost">
                {t('account.passwordAction')}
              </OpenerButton>
            </div>
          )}
        </>
      ) : (
        <Suspense>
          <LinkByMail email={account.email} />
        </Suspense>
      )}
    </section>
  );
}
