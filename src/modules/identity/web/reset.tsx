import { data, Form, useSearchParams } from 'react-router';
import { CallError, type Client } from '#platform/contract/call-client.ts';
import { succeeds } from '#platform/contract/succeeds.ts';
import { type ActionResult, formAction } from '#platform/forms/action-result.ts';
import { type FormReply, useSchemaForm } from '#platform/forms/form.tsx';
import { callAuthProviderInProcess, pageAction, sendForm } from '#platform/forms/run-action.ts';
import { apiContext } from '#platform/web/api-context.ts';
import { clearUser, completeSignIn, useShop } from '#platform/web/session.ts';
import { useTranslator } from '#platform/web/translator.tsx';
import { Alert } from '#ui/alert.tsx';
import { LinkButton } from '#ui/button.tsx';
import { checkResetLink } from '../contract.ts';
import type { Route } from './+types/reset.ts';
import { AuthFormFooter } from './auth-form-footer.tsx';
import { AuthFrame } from './auth-frame.tsx';
import { NewPasswordField } from './new-password-field.tsx';
import { returnPath, withFrom } from './return-page.ts';
import { resetForm } from './sign-in-forms.ts';

const TOKEN_MAX_CHARS = 200;

/** Returns the e-mail of the account; null when the link was used or has expired. */
export async function loader({ context, url }: Route.LoaderArgs): Promise<{ email: string | null }> {
  const asProblem = (error: unknown) => {
    throw error instanceof CallError ? data(error.problem, { status: error.status }) : error;
  };
  return { email: await resetEmail(context.get(apiContext), url).catch(asProblem) };
}

async function resetEmail(api: Client, url: URL): Promise<string | null> {
  const token = url.searchParams.get('token')?.slice(0, TOKEN_MAX_CHARS);
  return token ? (await api.send(checkResetLink, { query: { token } })).email : null;
}

/** Sets the new password, which ends every session of the account, and signs this browser in. */
export const action = pageAction(({ form, url, api, browser, shop, t }) => {
  const send = async ({ password }: { password: string }): Promise<ActionResult> => {
    const email = await resetEmail(api, url);
    if (!email) return { done: false };
    await callAuthProviderInProcess(browser, '/reset-password', {
      token: url.searchParams.get('token'),
      newPassword: password,
    });
    // The password is saved, even if the sign-in fails.
    const isSignedIn = await succeeds(callAuthProviderInProcess(browser, '/sign-in/email', { email, password }));
    const from = returnPath(url);
    return isSignedIn
      ? { done: true, message: t('reset.done'), to: from === '/' ? '/dashboard' : from }
      : { done: true, message: t('reset.saved'), to: withFrom('/login', from) };
  };
  return sendForm(form, resetForm(shop.passwordMin), send, ['password']);
});

/** Renews the access token: the reset ended the sessions before, and began one. */
export async function clientAction(args: Route.ClientActionArgs) {
  const result = await formAction<Route.ClientActionArgs>()(args);
  if (!(result instanceof Response)) return result;
  clearUser();
  // Without a token the next call of the browser asks for one.
  await completeSignIn().catch(() => false);
  return result;
}

export default function Reset({ loaderData: { email }, actionData }: Route.ComponentProps) {
  const { t, product } = useTranslator();
  return (
    <AuthFrame tone="mint" drawing="teddy">
      <title>{`${t('reset.title')} · ${product}`}</title>
      {email ? <ResetForm email={email} reply={actionData?.refused} /> : <Expired />}
    </AuthFrame>
  );
}

function Expired() {
  const { t } = useTranslator();
  const [search] = useSearchParams();
  return (
    <>
      <h1 tabIndex={-1}>{t('reset.title')}</h1>
      <Alert tone="error">{t('reset.expired')}</Alert>
      <LinkButton to={withFrom('/forgot', search.get('from'))} size="lg" wide>
        {t('reset.sendNew')}
      </LinkButton>
    </>
  );
}

function ResetForm({ email, reply }: { email: string; reply: FormReply | undefined }) {
  const { t } = useTranslator();
  const { passwordMin } = useShop();
  const form = useSchemaForm(resetForm(passwordMin), { reply });
  const { formProps, field } = form;
  return (
    <>
      <h1 tabIndex={-1}>{t('reset.title')}</h1>
      <p className="auth-lead">{t('reset.lead', { email })}</p>
      <Form method="post" replace className="form" {...formProps}>
        {/* Password managers save the new password under this address. */}
        <input type="email" autoComplete="username" value={email} readOnly hidden />
        <NewPasswordField {...field('password')} />
        <AuthFormFooter form={form}>{t('reset.submit')}</AuthFormFooter>
      </Form>
    </>
  );
}
