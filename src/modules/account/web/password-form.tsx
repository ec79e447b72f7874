import { PasswordField } from '#platform/forms/password-field.tsx';
import { useShop } from '#platform/web/session.ts';
import { useTranslator } from '#platform/web/translator.tsx';
import { passwordForm } from './forms.ts';
import { PanelForm } from './panel-form.tsx';

/** Changes the password of the account with an e-mail. */
export function PasswordForm({ email }: { email: string }) {
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
