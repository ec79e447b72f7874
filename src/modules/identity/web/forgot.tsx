import { Form, Link, useLocation, useSearchParams } from 'react-router';
import { type ActionResult, formAction } from '#platform/forms/action-result.ts';
import { useSchemaForm } from '#platform/forms/form.tsx';
import { callAuthProviderInProcess, pageAction, sendForm } from '#platform/forms/run-action.ts';
import { useTranslator } from '#platform/web/translator.tsx';
import { Alert } from '#ui/alert.tsx';
import { TextField } from '#ui/text-field.tsx';
import type { Route } from './+types/forgot.ts';
import { AuthFormFooter } from './auth-form-footer.tsx';
import { AuthFrame } from './auth-frame.tsx';
import { returnPath, withFrom } from './return-page.ts';
import { forgottenForm } from './sign-in-forms.ts';

interface ForgotResult extends ActionResult {
  /** The address that gets the link, if it has an account. */
  sentTo?: string;
}

/** The answer does not reveal whether the account exists. */
export const action = pageAction(({ form, url, browser }) =>
  sendForm(form, forgottenForm, async ({ email }): Promise<ForgotResult> => {
    const { accountEmail } = await import('./form-schemas.ts');
    // Text that is no address has no account and gets the same answer.
    const redirectTo = withFrom('/reset', returnPath(url));
    if (accountEmail.safeParse(email).success)
      await callAuthProviderInProcess(browser, '/request-password-reset', { email, redirectTo });
    return { done: true, sentTo: email };
  }),
);
export const clientAction = formAction<Route.ClientActionArgs>();

export default function Forgot({ actionData }: Route.ComponentProps) {
  const { t, product } = useTranslator();
  const [search] = useSearchParams();
  return (
    <AuthFrame tone="lilac" drawing="teddy">
      <title>{`${t('forgot.title')} · ${product}`}</title>
      <ForgotForm result={actionData} />
      <p>
        <Link className="text-link tap-link" to={withFrom('/login', search.get('from'))}>
          {t('forgot.back')}
        </Link>
      </p>
    </AuthFrame>
  );
}

/** Asks for the e-mail address that gets the link, and then shows a neutral answer. */
function ForgotForm({ result }: { result: ForgotResult | undefined }) {
  const { t } = useTranslator();
  // The address that was typed at login.
  const { email = '' } = (useLocation().state ?? {}) as { email?: string };
  const form = useSchemaForm(forgottenForm, {
    reply: result?.refused,
    defaultValue: { email },
  });
  const { formProps, field } = form;
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
        {result?.sentTo && (
          <Alert tone="success">
            {t('reset.sent', { email: result.sentTo })} {t('forgot.again')}
          </Alert>
        )}
        <AuthFormFooter form={form}>{t('forgot.submit')}</AuthFormFooter>
      </Form>
    </>
  );
}
