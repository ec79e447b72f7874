import type { ComponentProps } from 'react';
import { PasswordField } from '#platform/forms/password-field.tsx';
import { useShop } from '#platform/web/session.ts';
import { useTranslator } from '#platform/web/translator.tsx';

/** The field for a new password, as the last one of a form. Takes the name, value and error of the field. */
export function NewPasswordField(field: Pick<ComponentProps<typeof PasswordField>, 'id' | 'name' | 'error'>) {
  const { t } = useTranslator();
  const { passwordMin } = useShop();
  return (
    <PasswordField
      label={t('form.password')}
      hint={t('signup.passwordHint', { n: passwordMin })}
      autoComplete="new-password"
      enterKeyHint="go"
      {...field}
    />
  );
}
