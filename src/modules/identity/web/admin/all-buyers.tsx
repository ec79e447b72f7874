import { authenticatedLoader, cachedClientLoader } from '#platform/web/authenticated-loader.ts';
import type { Route } from './+types/all-buyers.ts';
import { changePerson } from './change-person.ts';
import { loadPeople } from './people.ts';
import { PeoplePage } from './people-page.tsx';

export const handle = {
  title: 'dash.allBuyers',
  heading: 'buyersList.title',
  thing: 'admin.buyersThing',
} as const;

export function loader(args: Route.LoaderArgs) {
  return authenticatedLoader(args, (request) => loadPeople(request, 'Buyer'));
}

export function clientLoader(args: Route.ClientLoaderArgs) {
  return cachedClientLoader(args);
}
clientLoader.hydrate = true as const;

export function clientAction({ request }: Route.ClientActionArgs) {
  return changePerson(request);
}

export default function AllBuyers({ loaderData }: Route.ComponentProps) {
  return <PeoplePage type="Buyer" texts={handle} list={loaderData} />;
}
