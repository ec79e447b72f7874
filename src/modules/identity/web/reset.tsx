import { replace, useSearchParams } from 'react-router';
import { frameContext } from '#platform/web/api-context.ts';
import { readForm } from '#platform/web/form.tsx';
import { pageTranslator } from '#platform/web/page-translator.ts';
import { callAuthProvider, forgetVisitor, ProviderError } from '#platform/web/session.ts';
import { currentShop } from '#platform/web/shop.ts';
import { useTranslator } from '#platform/web/translator.tsx';
import { Alert } from '#ui/alert.tsx';
import { LinkButton } from '#ui/button.tsx';
import { toast } from '#ui/toast.tsx';
import type { Route } from './+types/reset.ts';
import { AuthFrame } from './auth-frame.tsx';
import type { ResetReply } from './password-reset.ts';
import { providerRefusal } from './provider-refusal.ts';
import { ResetForm } from './reset-form.tsx';
import { resetForm } from './sign-in-forms.ts';

/** Runs before the page's script does: returns the form with its errors. */
export async function action({ request, context }: Route.ActionArgs): Promise<ResetReply> {
  const submission = await readForm(await request.formData(), resetForm(context.get(frameContext).shop.passwordMin));
  const notYet = submission.status === 'success' ? { formErrors: ['login.notReady'] } : {};
  return { form: submission.reply({ ...notYet, hideFields: ['password'] }) };
}

export async function clientAction({ request }: Route.ClientActionArgs): Promise<ResetReply | Response> {
  const submission = await readForm(await request.formData(), resetForm(currentShop().passwordMin));
  if (submission.status !== 'success') return { form: submission.reply() };
  const token = new URL(request.url).searchParams.get('token');
  try {
    await callAuthProvider('/reset-password', { token, newPassword: submission.value.password });
  } catch (error) {
    if (error instanceof ProviderError && error.code === 'INVALID_TOKEN')
      return { form: submission.reply(), expired: true };
    return { form: submission.reply({ formErrors: [providerRefusal(error)] }) };
  }
  // A new password ends every session, this browser's too.
  forgetVisitor();
  toast.success(pageTranslator().t('reset.done'));
  return replace('/login');
}

export default function Reset({ actionData }: Route.ComponentProps) {
  const { t, product } = useTranslator();
  const [search] = useSearchParams();
  return (
    <AuthFrame tone="mint" drawing="teddy">
      <title>{`${t('reset.title')} · ${product}`}</title>
      {actionData?.expired || !search.get('token') ? <Expired /> : <ResetForm reply={actionData?.form} />}
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
