import { useEffect, useRef } from 'react';
import { Form, useNavigation, useSubmit } from 'react-router';
import { ACCOUNT_PAGE } from '#platform/contract/dashboard-paths.ts';
import type { ActionResult } from '#platform/forms/action-result.ts';
import { pageAction } from '#platform/forms/run-action.ts';
import { failureMessage } from '#platform/web/offline-cache.ts';
import { clearUser, useRootData, useSession } from '#platform/web/session.ts';
import { pageTranslator, useTranslator } from '#platform/web/translator.tsx';
import { Alert } from '#ui/alert.tsx';
import { Button, LinkButton } from '#ui/button.tsx';
import { confirmEmail } from '../profile.contract.ts';
import type { Route } from './+types/new-email.ts';
import { AuthFrame } from './auth-frame.tsx';

interface ConfirmResult extends ActionResult {
  email?: string;
}

/** Makes the address of the link the e-mail of its account. */
export const action = pageAction(async ({ api, url, t }): Promise<ConfirmResult> => {
  const token = url.searchParams.get('token');
  if (!token) return { done: false, message: t('email.expired') };
  return { done: true, email: (await api.send(confirmEmail, { params: { token } })).email };
});

/** The page shows the result itself. */
export async function clientAction(args: Route.ClientActionArgs) {
  const unanswered = (error: unknown): ConfirmResult => {
    return { done: false, unanswered: true, message: pageTranslator().t(failureMessage(error)) };
  };
  const result = await args.serverAction().catch(unanswered);
  clearUser();
  return result;
}

/** The page of the link to a new e-mail. Its script sends the form at once; mail scanners run no script. */
export default function NewEmail({ actionData }: Route.ComponentProps) {
  const { t, product } = useTranslator();
  const { user } = useSession();
  const { notice } = useRootData();
  const answer: ConfirmResult | undefined = actionData;
  const email = answer?.email;
  const title = t(email ? 'email.doneTitle' : 'email.title');
  return (
    <AuthFrame tone="mint" drawing="teddy">
      <title>{`${title} · ${product}`}</title>
      <h1 tabIndex={-1}>{title}</h1>
      {email ? (
        <p className="auth-lead" role="status">
          {t('email.done', { email })}
        </p>
      ) : answer ? (
        answer.message !== notice?.message && <Alert tone="error">{answer.message}</Alert>
      ) : (
        <p className="auth-lead">{t('email.lead')}</p>
      )}
      {answer && !answer.unanswered ? (
        <LinkButton to={user ? ACCOUNT_PAGE : '/login'} size="lg" wide>
          {t(user ? 'account.title' : 'nav.login')}
        </LinkButton>
      ) : (
        <ConfirmForm />
      )}
    </AuthFrame>
  );
}

function ConfirmForm() {
  const { t } = useTranslator();
  const submit = useSubmit();
  const form = useRef<HTMLFormElement>(null);
  const isSent = useRef(false);
  useEffect(() => {
    if (isSent.current) return;
    isSent.current = true;
    submit(form.current, { method: 'post', replace: true });
  }, [submit]);
  return (
    <Form method="post" replace ref={form}>
      <Button type="submit" size="lg" wide pending={useNavigation().formMethod === 'POST'}>
        {t('email.confirm')}
      </Button>
    </Form>
  );
}
