import { redirect, replace, useOutletContext, useSearchParams } from 'react-router';
import { api } from '#platform/web/api-client.ts';
import { frameContext } from '#platform/web/api-context.ts';
import { type FormReply, readForm, refusedForm } from '#platform/web/form.tsx';
import { nullIfOffline } from '#platform/web/offline-cache.ts';
import { pageTranslator } from '#platform/web/page-translator.ts';
import { accessToken, currentUser, keepVisitor, signIn, useSession } from '#platform/web/session.ts';
import { useTranslator } from '#platform/web/translator.tsx';
import { toast } from '#ui/toast.tsx';
import { registerUser } from '../contract.ts';
import { isKeptOut, safeReturnPath } from '../rules.ts';
import type { Route } from './+types/login.ts';
import { AuthFrame } from './auth-frame.tsx';
import { CategoryForm } from './category-form.tsx';
import { enterWithGoogle } from './google-entry.ts';
import { LoginForm } from './login-form.tsx';
import { NotForYou } from './not-for-you.tsx';
import { providerRefusal } from './provider-refusal.ts';
import type { Wanted } from './return-reason.tsx';
import { categoryForm, loginForm } from './sign-in-forms.ts';

export function loader({ context, request }: Route.LoaderArgs) {
  const { user } = context.get(frameContext);
  if (user?.role && !isKeptOut(user.role, returnPath(request))) throw redirect(returnPath(request));
  return null;
}

/** Without a token nobody is signed in here, whatever the server says: a page that needs one would send them back. */
export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const user = await currentUser().catch(nullIfOffline);
  if (user?.role && !isKeptOut(user.role, returnPath(request)) && (await accessToken()))
    throw redirect(returnPath(request));
  return null;
}

/** Only until the page's script runs: the form comes back as it was, with what is wrong in it. */
export async function action({ request }: Route.ActionArgs): Promise<FormReply> {
  const submission = await readForm(await request.formData(), loginForm);
  const notYet = submission.status === 'success' ? { formErrors: ['login.notReady'] } : {};
  return submission.reply({ ...notYet, hideFields: ['password'] });
}

export async function clientAction({ request }: Route.ClientActionArgs): Promise<FormReply | Response | null> {
  const form = await request.formData();
  if (form.has('google')) {
    const entered = await enterWithGoogle(form);
    return 'name' in entered ? welcome(entered.name, returnPath(request)) : entered;
  }
  return form.has('userCategory') ? choose(form, returnPath(request)) : enter(form, returnPath(request));
}

async function enter(form: FormData, to: string): Promise<FormReply | Response | null> {
  const submission = await readForm(form, loginForm);
  if (submission.status !== 'success') return submission.reply();
  try {
    if (!(await signIn(submission.value))) return submission.reply({ formErrors: ['login.noToken'] });
  } catch (error) {
    return submission.reply({ formErrors: [providerRefusal(error)] });
  }
  const user = await currentUser();
  // Who has not chosen a category yet stays here and is asked for it.
  return user?.role ? welcome(user.name, to) : null;
}

async function choose(form: FormData, to: string): Promise<FormReply | Response> {
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

function returnPath(request: Request): string {
  return safeReturnPath(new URL(request.url).searchParams.get('from'));
}

export default function Login({ actionData }: Route.ComponentProps) {
  const { t, product } = useTranslator();
  const { user } = useSession();
  const [search] = useSearchParams();
  const { wanted } = useOutletContext<{ wanted: Wanted }>();
  const from = search.get('from');
  return (
    <AuthFrame tone="lilac" drawing="teddy">
      {user?.role && isKeptOut(user.role, safeReturnPath(from)) ? (
        <NotForYou page="admin" user={user} />
      ) : (
        <>
          <title>{`${t('nav.login')} · ${product}`}</title>
          {user?.role === null ? (
            <CategoryForm reply={actionData} name={user.name} />
          ) : (
            <LoginForm reply={actionData} from={from} wanted={wanted} />
          )}
        </>
      )}
    </AuthFrame>
  );
}
