import { replace } from 'react-router';
import { api } from '#platform/web/api-client.ts';
import { type FormReply, readForm, refusedForm } from '#platform/web/form.tsx';
import { pageTranslator } from '#platform/web/page-translator.ts';
import { currentUser, keepVisitor, signIn } from '#platform/web/session.ts';
import { toast } from '#ui/toast.tsx';
import { registerUser } from '../contract.ts';
import { enterWithGoogle } from './google-entry.ts';
import { providerRefusal } from './provider-refusal.ts';
import { categoryForm, loginForm } from './sign-in-forms.ts';

/** Returns a form that was sent before the page's script ran, with its errors. */
export async function refuseEarlySignIn(form: FormData): Promise<FormReply> {
  const submission = await readForm(form, loginForm);
  const notYet = submission.status === 'success' ? { formErrors: ['login.notReady'] } : {};
  return submission.reply({ ...notYet, hideFields: ['password'] });
}

/** Handles every form of the login page and redirects to `to`. Returns null for a user who has yet to choose a category. */
export async function submitSignIn(form: FormData, to: string): Promise<FormReply | Response | null> {
  if (form.has('google')) {
    const entered = await enterWithGoogle(form);
    return 'name' in entered ? welcome(entered.name, to) : entered;
  }
  return form.has('userCategory') ? chooseCategory(form, to) : enterByPassword(form, to);
}

async function enterByPassword(form: FormData, to: string): Promise<FormReply | Response | null> {
  const submission = await readForm(form, loginForm);
  if (submission.status !== 'success') return submission.reply();
  try {
    if (!(await signIn(submission.value))) return submission.reply({ formErrors: ['login.noToken'] });
  } catch (error) {
    return submission.reply({ formErrors: [providerRefusal(error)] });
  }
  const user = await currentUser();
  return user?.role ? welcome(user.name, to) : null;
}

async function chooseCategory(form: FormData, to: string): Promise<FormReply | Response> {
  const submission = await readForm(form, categoryForm);
  if (submission.status !== 'success') return submission.reply();
  const user = await currentUser();
  if (!user) return replace('/login');
  try {
    await api.send(registerUser, { body: { name: user.name, email: user.email, ...submission.value } });
  } catch (error) {
    return refusedForm(submission, error);
  }
  keepVisitor(null);
  return welcome(user.name, to);
}

function welcome(name: string, to: string): Response {
  toast.success(pageTranslator().t('login.welcome', { name }));
  return replace(to);
}
