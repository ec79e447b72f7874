import { changePassword } from '#modules/identity/sessions.contract.ts';
import { CallError } from '#platform/contract/call-client.ts';
import { api } from '#platform/web/api-client.ts';
import { type FormReply, readForm, refusedForm } from '#platform/web/form.tsx';
import { pageTranslator } from '#platform/web/page-translator.ts';
import { currentShop } from '#platform/web/shop.ts';
import { toast } from '#ui/toast.tsx';
import { passwordForm } from './forms.ts';

export interface PasswordAnswer {
  form: FormReply;
  /** When the password was changed, in milliseconds since 1970; absent when it was not. */
  changedAt?: number;
}

/** Sends the form of the password panel and shows a toast when the password was changed. */
export async function sendPassword(form: FormData): Promise<PasswordAnswer> {
  const submission = await readForm(form, passwordForm(currentShop().passwordMin));
  if (submission.status !== 'success') return { form: submission.reply({ hideFields: HIDDEN }) };
  try {
    await api.send(changePassword, { body: submission.value });
  } catch (error) {
    if (error instanceof CallError && error.status === 401) throw error;
    return { form: refusedForm(submission, error) };
  }
  toast.success(pageTranslator().t('account.passwordDone'));
  return { form: submission.reply({ hideFields: HIDDEN }), changedAt: Date.now() };
}

/** An answer never carries a password back to the form. */
const HIDDEN = ['oldPassword', 'newPassword'];
