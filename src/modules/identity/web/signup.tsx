import { redirect, replace, useSearchParams } from 'react-router';
import type { z } from 'zod';
import { createClient } from '#platform/contract/call-client.ts';
import { SELL_PAGE } from '#platform/contract/dashboard-paths.ts';
import type { ActionResult } from '#platform/forms/action-result.ts';
import { readForm } from '#platform/forms/form.tsx';
import { callAuthProviderInProcess, pageAction, sendForm } from '#platform/forms/run-action.ts';
import { api } from '#platform/web/api-client.ts';
import { rootDataContext } from '#platform/web/api-context.ts';
import { nullIfOffline } from '#platform/web/offline-cache.ts';
import { callAuthProvider, clearUser, completeSignIn } from '#platform/web/session.ts';
import { currentShop } from '#platform/web/shop.ts';
import { pageTranslator, useTranslator } from '#platform/web/translator.tsx';
import { toast } from '#ui/toast.tsx';
import { registerUser, type registration } from '../contract.ts';
import type { Route } from './+types/signup.ts';
import { AuthFrame } from './auth-frame.tsx';
import { providerRefusal } from './provider-refusal.ts';
import { returnPath } from './return-page.ts';
import { signupForm } from './sign-in-forms.ts';
import { SignupForm } from './signup-form.tsx';

/** Redirects a signed-in user; returns null for a visitor. */
export function loader({ context, url }: Route.LoaderArgs) {
  const { user } = context.get(rootDataContext);
  if (!user) return null;
  if (user.roles.length === 0) throw redirect('/login');
  // The add-product page offers Start selling to buyers.
  const asksToSell = url.searchParams.get('as') === 'seller' && !url.searchParams.has('from');
  throw redirect(asksToSell ? SELL_PAGE : returnPath(url));
}

/** The page opens while the server cannot be reached. */
export function clientLoader({ serverLoader }: Route.ClientLoaderArgs) {
  return serverLoader().catch(nullIfOffline);
}

export const action = pageAction(({ form, url, browser, shop, t }) => {
  const send = async ({ password, ...person }: z.output<ReturnType<typeof registration>>): Promise<ActionResult> => {
    const { name, email } = person;
    await callAuthProviderInProcess(browser, '/sign-up/email', { name, email, password });
    try {
      await createClient(browser).send(registerUser, { body: person });
    } catch {
      return { done: false, refused: { status: 'error', error: { '': ['signup.half'] } } };
    }
    return { done: true, message: t('signup.ok'), to: returnPath(url) };
  };
  return sendForm(form, signupForm(shop.passwordMin), send, ['password']);
});

/** Registers in the browser, so that the access token is stored before the next page. */
export async function clientAction({ request }: Route.ClientActionArgs): Promise<ActionResult | Response> {
  const submission = await readForm(await request.formData(), signupForm(currentShop().passwordMin));
  if (submission.status !== 'success') return { done: false, refused: submission.reply() };
  const { name, email, password, userCategory } = submission.value;
  try {
    await callAuthProvider('/sign-up/email', { name, email, password });
  } catch (error) {
    return { done: false, refused: submission.reply({ formErrors: [providerRefusal(error)] }) };
  }
  toast.success(pageTranslator().t('signup.ok'));
  clearUser();
  try {
    await api.send(registerUser, { body: { name, email, userCategory } });
    if (await completeSignIn()) return replace(returnPath(new URL(request.url)));
  } catch (error) {
    console.error(error);
  }
  return { done: false, refused: submission.reply({ formErrors: ['signup.half'] }) };
}

export default function Signup({ actionData }: Route.ComponentProps) {
  const { t, product } = useTranslator();
  const [search] = useSearchParams();
  return (
    <AuthFrame tone="mint" drawing="cot">
      <title>{`${t('signup.submit')} · ${product}`}</title>
      <SignupForm
        reply={actionData?.refused}
        from={search.get('from')}
        category={search.get('as') === 'seller' ? 'Seller' : 'Buyer'}
      />
    </AuthFrame>
  );
}
