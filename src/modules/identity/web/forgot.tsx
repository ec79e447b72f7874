import { Link, useSearchParams } from 'react-router';
import { readForm } from '#platform/web/form.tsx';
import { callAuthProvider } from '#platform/web/session.ts';
import { useTranslator } from '#platform/web/translator.tsx';
import type { Route } from './+types/forgot.ts';
import { AuthFrame } from './auth-frame.tsx';
import { ForgotForm } from './forgot-form.tsx';
import type { ForgotReply } from './password-reset.ts';
import { providerRefusal } from './provider-refusal.ts';
import { withFrom } from './return-page.ts';
import { forgottenForm } from './sign-in-forms.ts';

/** Runs before the page's script does: returns the form with its errors. */
export async function action({ request }: Route.ActionArgs): Promise<ForgotReply> {
  const submission = await readForm(await request.formData(), forgottenForm);
  return { form: submission.reply(submission.status === 'success' ? { formErrors: ['login.notReady'] } : {}) };
}

/** Answers alike whether there is an account or not. */
export async function clientAction({ request }: Route.ClientActionArgs): Promise<ForgotReply> {
  const submission = await readForm(await request.formData(), forgottenForm);
  if (submission.status !== 'success') return { form: submission.reply() };
  const { email } = submission.value;
  // Text that is no address has no account and gets the same answer.
  const { address } = await import('./form-schemas.ts');
  if (!address.safeParse(email).success) return { form: submission.reply(), sentTo: email };
  try {
    await callAuthProvider('/request-password-reset', { email });
  } catch (error) {
    return { form: submission.reply({ formErrors: [providerRefusal(error)] }) };
  }
  return { form: submission.reply(), sentTo: email };
}

export default function Forgot({ actionData }: Route.ComponentProps) {
  const { t, product } = useTranslator();
  const [search] = useSearchParams();
  return (
    <AuthFrame tone="lilac" drawing="teddy">
      <title>{`${t('forgot.title')} · ${product}`}</title>
      <ForgotForm reply={actionData} />
      <p className="auth-other">
        <Link to={withFrom('/login', search.get('from'))}>{t('forgot.back')}</Link>
      </p>
    </AuthFrame>
  );
}
