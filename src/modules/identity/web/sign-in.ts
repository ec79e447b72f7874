import { replace } from 'react-router';
import { createClient } from '#platform/contract/call-client.ts';
import type { ActionResult } from '#platform/forms/action-result.ts';
import { type FormReply, readForm, refusedForm } from '#platform/forms/form.tsx';
import { callAuthProviderInProcess, type PageForm, sendForm } from '#platform/forms/run-action.ts';
import { api } from '#platform/web/api-client.ts';
import { callAuthProvider, clearUser, completeSignIn, currentUser, storeUser } from '#platform/web/session.ts';
import { pageTranslator } from '#platform/web/translator.tsx';
import { toast } from '#ui/toast.tsx';
import { registerUser } from '../contract.ts';
import { providerRefusal } from './provider-refusal.ts';
import { categoryForm, loginForm } from './sign-in-forms.ts';

/** Runs the forms of the login page on the server. The page redirects a signed-in user. */
export function signInOnServer({ form, url, user, browser }: PageForm): Promise<ActionResult> {
  const done = { done: true, to: url.pathname + url.search };
  if (user && form.has('userCategory'))
    return sendForm(form, categoryForm, async (choice) => {
      const { name, email } = user;
      await createClient(browser).send(registerUser, { body: { name, email, ...choice } });
      return done;
    });
  const send = async (credentials: { email: string; password: string }) => {
    await callAuthProviderInProcess(browser, '/sign-in/email', credentials);
    return done;
  };
  return sendForm(form, loginForm, send, ['password']);
}

/** Handles every form of the login page. Redirects to `to`; returns null for a user without a category. */
export async function submitSignIn(form: FormData, to: string): Promise<ActionResult | Response | null> {
  if (form.has('google')) {
    const refused = await completeGoogleSignIn(form);
    return refused ? { done: false, refused } : redirectSignedIn(to);
  }
  return form.has('userCategory') ? chooseCategory(form, to) : signInByPassword(form, to);
}

async function signInByPassword(form: FormData, to: string): Promise<ActionResult | Response | null> {
  const submission = await readForm(form, loginForm);
  if (submission.status !== 'success') return { done: false, refused: submission.reply() };
  try {
    await callAuthProvider('/sign-in/email', submission.value);
    clearUser();
    if (!(await completeSignIn())) return { done: false, refused: submission.reply({ formErrors: ['login.noToken'] }) };
  } catch (error) {
    return { done: false, refused: submission.reply({ formErrors: [providerRefusal(error)] }) };
  }
  return redirectSignedIn(to);
}

/** Returns a redirect to `to` for a signed-in user; null without a category, which the page then asks for. */
async function redirectSignedIn(to: string): Promise<Response | null> {
  const user = await currentUser();
  return user?.roles.length ? redirectWithToast(user.name, to) : null;
}

async function chooseCategory(form: FormData, to: string): Promise<ActionResult | Response> {
  const submission = await readForm(form, categoryForm);
  if (submission.status !== 'success') return { done: false, refused: submission.reply() };
  const user = await currentUser();
  if (!user) return replace('/login');
  const { name, email } = user;
  try {
    await api.send(registerUser, { body: { name, email, ...submission.value } });
  } catch (error) {
    return { done: false, refused: refusedForm(submission, error) };
  }
  storeUser(null);
  return redirectWithToast(name, to);
}

function redirectWithToast(name: string, to: string): Response {
  toast.success(pageTranslator().t('login.welcome', { name }));
  return replace(to);
}

/** Stores an access token after the popup. Returns null, or the form's errors. */
async function completeGoogleSignIn(form: FormData): Promise<FormReply | null> {
  try {
    if (form.get('google') === 'done') {
      clearUser();
      if (await completeSignIn()) return null;
    }
  } catch (error) {
    console.error(error);
  }
  return { status: 'error', error: { '': ['login.googleFailed'] } };
}
