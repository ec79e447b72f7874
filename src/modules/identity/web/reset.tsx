import { Form, useNavigation, useSearchParams } from 'react-router';
import { CallError } from '#platform/contract/call-client.ts';
import { type ActionResult, formAction } from '#platform/forms/action-result.ts';
import { type FormReply, useSchemaForm } from '#platform/forms/form.tsx';
import { callProvider, pageAction, sendForm } from '#platform/forms/run-action.ts';
import { forgetVisitor, useShop } from '#platform/web/session.ts';
import { useTranslator } from '#platform/web/translator.tsx';
import { Alert } from '#ui/alert.tsx';
import { Button, LinkButton } from '#ui/button.tsx';
import type { Route } from './+types/reset.ts';
import { AuthFrame } from './auth-frame.tsx';
import { NewPasswordField } from './new-password-field.tsx';
import { resetForm } from './sign-in-forms.ts';

interface ResetResult extends ActionResult {
  /** The link was used before, or has expired. */
  expired?: true;
}

export function action(args: Route.ActionArgs) {
  return pageAction(args, ({ form, url, browser, shop, t }) => {
    const send = async ({ password }: { password: string }): Promise<ResetResult> => {
      const body = { token: url.searchParams.get('token'), newPassword: password };
      const refusal = await callProvider(browser, '/reset-password', body).catch(expiredLink);
      return refusal ?? { done: true, message: t('reset.done'), to: '/login' };
    };
    return sendForm(form, resetForm(shop.passwordMin), send, ['password']);
  });
}

function expiredLink(error: unknown): ResetResult {
  if (error instanceof CallError && error.problem.title === 'INVALID_TOKEN') return { done: false, expired: true };
  throw error;
}

export async function clientAction(args: Route.ClientActionArgs) {
  const result = await formAction(args);
  // A new password ends every session, this browser's too.
  if (result instanceof Response) forgetVisitor();
  return result;
}

export default function Reset({ actionData }: Route.ComponentProps) {
  const { t, product } = useTranslator();
  const [search] = useSearchParams();
  return (
    <AuthFrame tone="mint" drawing="teddy">
      <title>{`${t('reset.title')} · ${product}`}</title>
      {(actionData && 'expired' in actionData) || !search.get('token') ? (
        <Expired />
      ) : (
        <ResetForm reply={actionData?.refused} />
      )}
    </AuthFrame>
  );
}

function Expired() {
  const { t } = useTranslator();
  return (
    <>
      <h1 tabIndex={-1}>{t('reset.title')}</h1>
      <Alert tone="error">{t('reset.expired')}</Alert>
      <LinkButton to="/forgot" size="lg" wide>
        {t('reset.sendNew')}
      </LinkButton>
    </>
  );
}

function ResetForm({ reply }: { reply: FormReply | undefined }) {
  const { t } = useTranslator();
  const { passwordMin } = useShop();
  const { formProps, field, problem, alert } = useSchemaForm(resetForm(passwordMin), { reply });
  return (
    <>
      <h1 tabIndex={-1}>{t('reset.title')}</h1>
      <Form method="post" replace className="form" {...formProps}>
        <NewPasswordField {...field('password')} />
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
