import { redirect } from 'react-router';
import { loginPath } from '#platform/web/api-client.ts';
import { requireUser } from '#platform/web/authenticated-loader.ts';
import type { Route } from './+types/dashboard-start.ts';
import { startOf } from './dashboard-pages.ts';

/** Redirects each user to the first page of their menu. The login page asks a user without a category for it. */
export function loader({ context, url }: Route.LoaderArgs) {
  const { roles } = requireUser({ context, url });
  throw redirect(roles.length > 0 ? startOf(roles) : loginPath('/dashboard'));
}
