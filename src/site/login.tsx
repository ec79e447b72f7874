import { redirect, useSearchParams } from 'react-router';
import { AuthFrame } from '#modules/identity/web/auth-frame.tsx';
import { CategoryForm } from '#modules/identity/web/category-form.tsx';
import { LoginForm } from '#modules/identity/web/login-form.tsx';
import { returnPath } from '#modules/identity/web/return-page.ts';
import { signInOnServer, submitSignIn } from '#modules/identity/web/sign-in.ts';
import { WrongRole } from '#modules/identity/web/wrong-role.tsx';
import { readPendingWish } from '#modules/wishlist/rules.ts';
import { pageAction } from '#platform/forms/run-action.ts';
import { apiContext, rootDataContext } from '#platform/web/api-context.ts';
import { nullIfOffline } from '#platform/web/offline-cache.ts';
import { useSession } from '#platform/web/session.ts';
import { useTranslator } from '#platform/web/translator.tsx';
import type { Route } from './+types/login.ts';
import { lacksAdminRole } from './dashboard-pages.ts';
import { requestedPageName } from './requested-page.ts';

/** Redirects a signed-in user to the requested page, unless it is an admin's page and the user is no admin. */
export async function loader({ context, url, request }: Route.LoaderArgs) {
  const { user, shop } = context.get(rootDataContext);
  const to = returnPath(url);
  const lacksRole = lacksAdminRole(user?.roles, to);
  if (user?.roles.length && !lacksRole) throw redirect(to);
  const wish = readPendingWish(request.headers.get('cookie'));
  return { requested: await requestedPageName(context.get(apiContext), to, shop, wish), lacksRole };
}

/** Opens the page also while the server cannot be reached. */
export async function clientLoader({ serverLoader }: Route.ClientLoaderArgs) {
  return (await serverLoader().catch(nullIfOffline)) ?? { requested: null, lacksRole: false };
}

export const action = pageAction(signInOnServer);

/** Signs in in the browser, so that the access token is stored before the next page. */
export async function clientAction({ request }: Route.ClientActionArgs) {
  return submitSignIn(await request.formData(), returnPath(new URL(request.url)));
}

export default function Login({ loaderData: { requested, lacksRole }, actionData }: Route.ComponentProps) {
  const { t, product } = useTranslator();
  const { user } = useSession();
  const [search] = useSearchParams();
  return (
    <AuthFrame tone="lilac" drawing="teddy">
      {user?.roles.length && lacksRole ? (
        <WrongRole page="admin" user={user} />
      ) : (
        <>
          <title>{`${t('nav.login')} · ${product}`}</title>
          {user ? (
            <CategoryForm reply={actionData?.refused} name={user.name} />
          ) : (
            <LoginForm reply={actionData?.refused} from={search.get('from')} requested={requested} />
          )}
        </>
      )}
    </AuthFrame>
  );
}
