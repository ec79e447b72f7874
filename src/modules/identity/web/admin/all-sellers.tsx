import type { Route } from './+types/all-sellers.ts';
import { changePerson } from './change-person.ts';
import { loadPeople } from './people.ts';
import { PeopleError, PeopleSkeleton } from './people-frame.tsx';
import { PeoplePage } from './people-page.tsx';

export function clientLoader({ request }: Route.ClientLoaderArgs) {
  return loadPeople(request, 'Seller');
}

export function clientAction({ request }: Route.ClientActionArgs) {
  return changePerson(request);
}

export function HydrateFallback() {
  return <PeopleSkeleton type="Seller" />;
}

export default function AllSellers({ loaderData }: Route.ComponentProps) {
  return <PeoplePage type="Seller" list={loaderData} />;
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <PeopleError type="Seller" error={error} />;
}
