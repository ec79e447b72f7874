import { Form, useNavigation } from 'react-router';
import { useSchemaForm } from '#platform/web/form.tsx';
import { useTranslator } from '#platform/web/translator.tsx';
import { Alert } from '#ui/alert.tsx';
import { Button } from '#ui/button.tsx';
import { TextField } from '#ui/text-field.tsx';
import type { ForgotReply } from './password-reset.ts';
import { forgottenForm } from './sign-in-forms.ts';

/** Asks where to send the link to a new password, and says that it may be on its way. */
export function ForgotForm({ reply }: { reply: ForgotReply | undefined }) {
  const { t } = useTranslator();
  const { formProps, field, problem, alert } = useSchemaForm(forgottenForm, { reply: reply?.form });
  return (
    <>
      <h1 tabIndex={-1}>{t('forgot.title')}</h1>
      <p className="auth-lead">{t('forgot.lead')}</p>
      <Form method="post" replace className="form" {...formProps}>
        <TextField
          label={t('form.email')}
          type="email"
          autoComplete="username"
          enterKeyHint="send"
          {...field('email')}
        />
        {reply?.sentTo && (
          <Alert tone="success">
            {t('reset.sent', { email: reply.sentTo })} {t('forgot.again')}
          </Alert>
        )}
        {problem && (
          <Alert tone="error" focusable ref={alert}>
            {problem}
          </Alert>
        )}
        <Button type="submit" size="lg" wide pending={useNavigation().formMethod === 'POST'}>
          {t('forgot.submit')}
        </Button>
      </Form>
    </>
  );
}
