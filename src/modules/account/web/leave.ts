import { replace } from 'react-router';
import { CallError } from '#platform/contract/call-client.ts';
import { api } from '#platform/web/api-client.ts';
import { type FormReply, readForm, refusedForm } from '#platform/web/form.tsx';
import { pageTranslator } from '#platform/web/page-translator.ts';
import { currentUser, signOut } from '#platform/web/session.ts';
import { toast } from '#ui/toast.tsx';
import { deleteAccount } from '../contract.ts';
import { proofForm } from './forms.ts';

/** Deletes the user's account and the data that this device keeps of it. Leads to the home page. */
export async function leave(form: FormData): Promise<FormReply | Response> {
  const submission = await readForm(form, proofForm(form.has('password')));
  if (submission.status !== 'success') return submission.reply();
  const user = await currentUser();
  try {
    await api.send(deleteAccount, { body: submission.value });
  } catch (error) {
    if (error instanceof CallError && error.status === 401) throw error;
    return refusedForm(submission, error);
  }
  if (user) forgetOnDevice(user.id);
  // The cookie outlives the session.
  await signOut();
  toast.success(pageTranslator().t('account.farewell'));
  return replace('/');
}

/** Drafts, and the phone number and pick-up point of the last booking. Their keys contain the user's id. */
function forgetOnDevice(userId: string): void {
  for (const key of Object.keys(localStorage)) if (key.includes(userId)) localStorage.removeItem(key);
}
