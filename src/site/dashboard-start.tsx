import { redirect } from 'react-router';
import { loginPath } from '#platform/web/api-client.ts';
import { frameContext } from '#platform/web/api-context.ts';
import type { Route } from './+types/dashboard-start.ts';

const STARTS = { seller: '/dashboard/myproduct', buyer: '/dashboard/myorders', admin: '/dashboard/allsellers' };

/** Each role begins at its own work; who has not chosen a category yet is asked for it at the login page. */
export function loader({ context }: Route.LoaderArgs) {
  const { user } = context.get(frameContext);
  throw redirect(user?.role ? STARTS[user.role] : loginPath('/dashboard'));
}
