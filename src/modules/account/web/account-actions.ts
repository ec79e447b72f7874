import { addRole } from '#modules/identity/contract.ts';
import { changeEmail, changeProfile } from '#modules/identity/profile.contract.ts';
import { safeReturnPath } from '#modules/identity/return-path.rules.ts';
import { changePassword, endOtherSessions, endSession } from '#modules/identity/sessions.contract.ts';
import { CallError } from '#platform/contract/call-client.ts';
import { SELF_SERVICE_ROLES } from '#platform/contract/roles.ts';
import { succeeds } from '#platform/contract/succeeds.ts';
import type { ActionResult } from '#platform/forms/action-result.ts';
import { callAuthProviderInProcess, choiceOf, sendForm, type UserForm } from '#platform/forms/run-action.ts';
import { deleteAccount } from '../contract.ts';
import { contactFields, emailFields, nameFields, passwordForm, proofForm } from './forms.ts';
import type { SessionsIntent } from './sessions.ts';

const CHANGES = {
  start,
  name: sendName,
  contact: sendContact,
  language: sendLanguage,
  email: sendEmail,
  password: sendPassword,
  delete: deleteOwnAccount,
  'end-session': endSessions,
  'end-others': endSessions,
  'end-all': endSessions,
};
/** The form of the account page that is sent. */
export type AccountIntent = keyof typeof CHANGES;
const INTENTS = Object.keys(CHANGES) as AccountIntent[];

/** Runs a form of the account page. */
export async function changeAccount(request: UserForm): Promise<ActionResult> {
  return CHANGES[choiceOf(request, 'intent', INTENTS)](request);
}

function sendName({ api, form, t }: UserForm): Promise<ActionResult> {
  return sendForm(form, nameFields, async ({ name }) => {
    await api.send(changeProfile, { body: { name } });
    return { done: true, message: t('me.nameSaved', { name }) };
  });
}

/** Empty fields delete the stored values. */
function sendContact({ api, form, t }: UserForm): Promise<ActionResult> {
  return sendForm(form, contactFields, async ({ phone = '', location = '' }) => {
    await api.send(changeProfile, { body: { phone, location } });
    return { done: true, message: t('me.contactSaved') };
  });
}

/** Redirects to the page in the chosen language. Its URL sets the language of this device. */
async function sendLanguage(request: UserForm): Promise<ActionResult> {
  const language = choiceOf(request, 'language', ['en', 'bn']);
  await request.api.send(changeProfile, { body: { language } });
  return { done: true, to: `/dashboard/account?lang=${language}` };
}

function sendEmail({ api, form, t }: UserForm): Promise<ActionResult> {
  const send = async (body: { newEmail: string; password?: string | undefined }): Promise<ActionResult> => {
    await api.send(changeEmail, { body });
    return { done: true, message: t('me.emailSent', { email: body.newEmail }) };
  };
  return sendForm(form, emailFields, send, ['password']);
}

/** Adds a role to the user, and saves phone and pick-up point. Redirects to the page that the form names. */
function start(request: UserForm): Promise<ActionResult> {
  const { api, form, t } = request;
  const role = choiceOf(request, 'role', SELF_SERVICE_ROLES);
  return sendForm(form, contactFields, async (asked) => {
    // An empty field keeps the stored value.
    const given = Object.fromEntries(Object.entries(asked).filter(([, value]) => value));
    if (Object.keys(given).length > 0) await api.send(changeProfile, { body: given });
    await api.send(addRole, { params: { role } });
    const message = t(role === 'seller' ? 'sell.started' : 'buy.started');
    return { done: true, message, to: safeReturnPath(String(form.get('to'))) };
  });
}

function deleteOwnAccount({ api, form, t, browser }: UserForm): Promise<ActionResult> {
  const send = async (body: { password?: string | undefined; email?: string | undefined }): Promise<ActionResult> => {
    await api.send(deleteAccount, { body });
    // Removes the cookie. A failure is ignored, because the account is deleted.
    await callAuthProviderInProcess(browser, '/sign-out', {}).catch(() => undefined);
    return { done: true, message: t('account.farewell'), to: '/' };
  };
  return sendForm(form, proofForm(form.has('password')), send, ['password']);
}

function sendPassword({ api, form, t, shop }: UserForm): Promise<ActionResult> {
  return sendForm(
    form,
    passwordForm(shop.passwordMin),
    async (body) => {
      await api.send(changePassword, { body });
      return { done: true, message: t('account.passwordDone') };
    },
    ['oldPassword', 'newPassword'],
  );
}

/** Ends the sessions of a button. Redirects to the login page when this session ended too. */
async function endSessions({ api, form, t, browser }: UserForm): Promise<ActionResult> {
  const intent = form.get('intent') as SessionsIntent;
  if (intent === 'end-session') {
    await api.send(endSession, { params: { id: String(form.get('id')) } }).catch(allowEnded);
    return { done: true, message: t('account.sessionEnded') };
  }
  await api.send(endOtherSessions, {});
  if (intent === 'end-others') return { done: true, message: t('account.othersEnded') };
  const done = await succeeds(callAuthProviderInProcess(browser, '/sign-out', {}));
  return done ? { done, message: t('account.allEnded'), to: '/login' } : { done, message: t('auth.signOutFailed') };
}

/** Another tab has already ended the session. */
function allowEnded(error: unknown): void {
  if (!(error instanceof CallError && error.status === 404)) throw error;
}
