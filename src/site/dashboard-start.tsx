import { redirect } from 'react-router';
import { loginPath } from '#platform/web/api-client.ts';
import { frameContext } from '#platform/web/api-context.ts';
import type { Route } from './+types/dashboard-start.ts';
import { startOf } from './dashboard-pages.ts';

/** Leads each role to its first page, and a user without a category to the login page, which asks for it. */
export function loader({ context }: Route.LoaderArgs) {
  const { user } = context.get(frameContext);
  throw redirect(user?.role ? startOf(user.role) : loginPath('/dashboard'));
}
