import type { ActionResult } from '#platform/web/action-result.ts';
import { callProvider, sendForm, type UserForm } from '#platform/web/run-action.ts';
import { deleteAccount } from '../contract.ts';
import { proofForm } from './forms.ts';

/** Deletes the user's account. Leads to the home page. */
export function leave({ api, form, t, browser }: UserForm): Promise<ActionResult> {
  const send = async (body: { password?: string | undefined; email?: string | undefined }): Promise<ActionResult> => {
    await api.send(deleteAccount, { body });
    // The cookie outlives the session.
    await callProvider(browser, '/sign-out', {});
    return { done: true, message: t('account.farewell'), to: '/' };
  };
  return sendForm(form, proofForm(form.has('password')), send, ['password']);
}
