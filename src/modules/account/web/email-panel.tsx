import { PasswordField } from '#platform/forms/password-field.tsx';
import { useTranslator } from '#platform/web/translator.tsx';
import { Alert } from '#ui/alert.tsx';
import { TextField } from '#ui/text-field.tsx';
import type { Account } from '../contract.ts';
import { emailFields } from './forms.ts';
import { PanelForm } from './panel-form.tsx';

/** The e-mail, and the form for a new one, which takes effect when its link is opened. */
export function EmailPanel({ account }: { account: Account }) {
  const { t } = useTranslator();
  const { email, emailVerified, newEmail, hasPassword } = account;
  return (
    <PanelForm
      heading={t('me.email')}
      intent="email"
      form={emailFields}
      emptied
      above={
        <>
          <dl className="account-facts">
            <dt>{t('form.email')}</dt>
            <dd>
              <b>{email}</b>
            </dd>
            <dt>{t('account.confirmed')}</dt>
            <dd>{t(emailVerified ? 'account.yes' : 'account.notYet')}</dd>
          </dl>
          {newEmail && (
            <Alert tone="info" announce={false}>
              {t('me.emailWaiting', { email: newEmail })}
            </Alert>
          )}
        </>
      }
    >
      {(field) => (
        <>
          <TextField
            {...field('newEmail')}
            label={t('me.emailNew')}
            hint={t('me.emailHint')}
            type="email"
            autoComplete="off"
            enterKeyHint="next"
          />
          {hasPassword && (
            <PasswordField
              {...field('password')}
              label={t('account.password')}
              hint={t('account.passwordHint')}
              autoComplete="current-password"
              enterKeyHint="done"
            />
          )}
        </>
      )}
    </PanelForm>
  );
}
