import { endOtherSessions, endSession } from '#modules/identity/sessions.contract.ts';
import { CallError } from '#platform/contract/call-client.ts';
import type { ActionResult } from '#platform/web/action-result.ts';
import { callProvider, type UserForm } from '#platform/web/run-action.ts';
import type { SessionsIntent } from './sessions.ts';

/** Ends the sessions of a button. Leads to the login page when this session ended too. */
export async function endSessions({ api, form, t, browser }: UserForm): Promise<ActionResult> {
  const intent = form.get('intent') as SessionsIntent;
  if (intent === 'end-session') {
    await api.send(endSession, { params: { id: String(form.get('id')) } }).catch(allowEnded);
    return { done: true, message: t('account.sessionEnded') };
  }
  await api.send(endOtherSessions, {});
  if (intent === 'end-others') return { done: true, message: t('account.othersEnded') };
  const done = await callProvider(browser, '/sign-out', {}).then(
    () => true,
    () => false,
  );
  return { done, message: t(done ? 'account.allEnded' : 'auth.signOutFailed'), to: '/login' };
}

/** A session that another tab has ended is ended. */
function allowEnded(error: unknown): void {
  if (!(error instanceof CallError && error.status === 404)) throw error;
}
