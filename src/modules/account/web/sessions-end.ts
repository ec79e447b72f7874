import { replace } from 'react-router';
import { endOtherSessions, endSession } from '#modules/identity/sessions.contract.ts';
import { CallError } from '#platform/contract/call-client.ts';
import { api } from '#platform/web/api-client.ts';
import { pageTranslator } from '#platform/web/page-translator.ts';
import { signOut } from '#platform/web/session.ts';
import { toast } from '#ui/toast.tsx';
import type { SessionsAnswer, SessionsIntent } from './sessions.ts';

/** Ends the sessions of a button and shows a toast. Leads to the login page when this session ended too. */
export async function sendSessionsEnd(form: FormData): Promise<SessionsAnswer | Response> {
  const { t } = pageTranslator();
  const intent = form.get('intent') as SessionsIntent;
  try {
    if (intent === 'end-session') await endOne(String(form.get('id')));
    else await api.send(endOtherSessions, {});
  } catch (error) {
    if (error instanceof CallError && error.status === 401) throw error;
    if (!(error instanceof CallError)) console.error(error);
    toast.error((error instanceof CallError && error.problem.message) || t('error.unavailable'));
    return { ended: false };
  }
  if (intent !== 'end-all') {
    toast.success(t(intent === 'end-others' ? 'account.othersEnded' : 'account.sessionEnded'));
    return { ended: true };
  }
  if (await signOut()) toast.success(t('account.allEnded'));
  else toast.error(t('auth.signOutFailed'));
  return replace('/login');
}

/** A session that another tab has ended is ended. */
async function endOne(id: string): Promise<void> {
  try {
    await api.send(endSession, { params: { id } });
  } catch (error) {
    if (!(error instanceof CallError && error.status === 404)) throw error;
  }
}
