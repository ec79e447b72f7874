import { data } from 'react-router';
import { listCategories } from '#modules/catalogue/contract.ts';
import { apiContext } from '#platform/web/api-context.ts';
import type { Route } from './+types/not-found.ts';
import { NotFoundPanel } from './shell/not-found-panel.tsx';

/** The route of every unknown path. Without categories the page still says so. */
export async function loader({ context }: Route.LoaderArgs) {
  const categories = await context
    .get(apiContext)
    .send(listCategories, {})
    .catch(() => []);
  return data(categories, { status: 404 });
}

export default function NotFound({ loaderData }: Route.ComponentProps) {
  return <NotFoundPanel categories={loaderData} />;
}
