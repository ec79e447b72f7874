import { authenticatedLoader, cachedClientLoader } from '#platform/web/authenticated-loader.ts';
import type { Route } from './+types/all-sellers.ts';
import { changePerson } from './change-person.ts';
import { loadPeople } from './people.ts';
import { PeoplePage } from './people-page.tsx';

export const handle = {
  title: 'dash.allSellers',
  heading: 'sellers.title',
  thing: 'admin.sellersThing',
} as const;

export function loader(args: Route.LoaderArgs) {
  return authenticatedLoader(args, (request) => loadPeople(request, 'Seller'));
}

export function clientLoader(args: Route.ClientLoaderArgs) {
  return cachedClientLoader(args);
}
clientLoader.hydrate = true as const;

export function clientAction({ request }: Route.ClientActionArgs) {
  return changePerson(request);
}

export default function AllSellers({ loaderData }: Route.ComponentProps) {
  return <PeoplePage type="Seller" texts={handle} list={loaderData} />;
}
