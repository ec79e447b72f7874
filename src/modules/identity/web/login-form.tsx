import { useState } from 'react';
import { Form, Link, useNavigation } from 'react-router';
import { type FormReply, useSchemaForm } from '#platform/forms/form.tsx';
import { PasswordField } from '#platform/forms/password-field.tsx';
import { useTranslator } from '#platform/web/translator.tsx';
import { ErrorSummary } from '#ui/error-summary.tsx';
import { TextField } from '#ui/text-field.tsx';
import { AuthFormFooter } from './auth-form-footer.tsx';
import { GoogleButton } from './google-button.tsx';
import { withFrom } from './return-page.ts';
import { type RequestedName, ReturnReason } from './return-reason.tsx';
import { loginForm } from './sign-in-forms.ts';

interface LoginFormProps {
  reply: FormReply | null | undefined;
  /** The page that asked for a login. */
  from: string | null;
  requested: RequestedName | null;
}

/** The form with e-mail and password. */
export function LoginForm({ reply, from, requested }: LoginFormProps) {
  const { t } = useTranslator();
  const form = useSchemaForm(loginForm, { reply });
  const { formProps, field, faults, attempt } = form;
  // Carried to the page for a forgotten password, in the history state, because URLs are logged.
  const [email, setEmail] = useState('');
  return (
    <>
      <h1 tabIndex={-1}>{t('login.title')}</h1>
      <ReturnReason requested={requested} />
      <Form method="post" replace className="form" {...formProps}>
        <ErrorSummary title={t('common.problem')} faults={faults} attempt={attempt} />
        <TextField
          label={t('form.email')}
          type="email"
          autoComplete="username"
          enterKeyHint="next"
          {...field('email')}
          onInput={({ currentTarget }) => setEmail(currentTarget.value)}
        />
        <PasswordField
          label={t('form.password')}
          autoComplete="current-password"
          enterKeyHint="go"
          {...field('password')}
        />
        <p className="auth-forgot">
          <Link className="text-link tap-link" to={withFrom('/forgot', from)} state={{ email }}>
            {t('login.forgot')}
          </Link>
        </p>
        <AuthFormFooter
          form={form}
          pending={useNavigation().formData?.has('password') ?? false}
          pendingLabel={t('login.pending')}
        >
          {t('login.submit')}
        </AuthFormFooter>
      </Form>
      <GoogleButton />
      <p>
        <Link className="text-link tap-link" to={withFrom('/signup', from)}>
          {t('login.new')}
        </Link>
      </p>
    </>
  );
}
