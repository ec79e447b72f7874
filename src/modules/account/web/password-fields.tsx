import { useEffect, useRef } from 'react';
import type { FetcherWithComponents } from 'react-router';
import type { ActionResult } from '#platform/forms/action-result.ts';
import { useReply } from '#platform/forms/before-script.tsx';
import { useSchemaForm } from '#platform/forms/form.tsx';
import { useShop } from '#platform/web/session.ts';
import { useTranslator } from '#platform/web/translator.tsx';
import { Alert } from '#ui/alert.tsx';
import { Button } from '#ui/button.tsx';
import { ErrorSummary } from '#ui/error-summary.tsx';
import { PasswordField } from '#ui/password-field.tsx';
import { passwordForm } from './forms.ts';

/** The form of the password panel. Focuses its first field when it opens. */
export function PasswordForm({ fetcher, email }: { fetcher: FetcherWithComponents<ActionResult>; email: string }) {
  const { t } = useTranslator();
  const { passwordMin } = useShop();
  const form = useSchemaForm(passwordForm(passwordMin), { reply: useReply(fetcher)?.refused });
  const fields = useRef<HTMLDivElement>(null);
  useEffect(() => fields.current?.querySelector<HTMLInputElement>('input[type="password"]')?.focus(), []);
  const labels = { showLabel: t('common.showPassword'), hideLabel: t('form.hidePassword') };
  return (
    <fetcher.Form method="post" {...form.formProps} className="form account-form">
      <input type="hidden" name="intent" value="password" />
      <input type="hidden" autoComplete="username" value={email} readOnly />
      <ErrorSummary title={t('common.problem')} faults={form.faults} attempt={form.attempt} />
      <div ref={fields} className="form">
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
      </div>
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
