import { Form, useNavigation } from 'react-router';
import { type FormReply, useSchemaForm } from '#platform/web/form.tsx';
import { useShop } from '#platform/web/session.ts';
import { useTranslator } from '#platform/web/translator.tsx';
import { Alert } from '#ui/alert.tsx';
import { Button } from '#ui/button.tsx';
import { PasswordField } from '#ui/password-field.tsx';
import { resetForm } from './sign-in-forms.ts';

export function ResetForm({ reply }: { reply: FormReply | undefined }) {
  const { t } = useTranslator();
  const { passwordMin } = useShop();
  const { formProps, field, problem, alert } = useSchemaForm(resetForm(passwordMin), { reply });
  return (
    <>
      <h1 tabIndex={-1}>{t('reset.title')}</h1>
      <Form method="post" replace className="form" {...formProps}>
        <PasswordField
          label={t('form.password')}
          hint={t('signup.passwordHint', { n: passwordMin })}
          showLabel={t('common.showPassword')}
          hideLabel={t('form.hidePassword')}
          autoComplete="new-password"
          enterKeyHint="go"
          {...field('password')}
        />
        {problem && (
          <Alert tone="error" focusable ref={alert}>
            {problem}
          </Alert>
        )}
        <Button type="submit" size="lg" wide pending={useNavigation().formMethod === 'POST'}>
          {t('reset.submit')}
        </Button>
      </Form>
    </>
  );
}
