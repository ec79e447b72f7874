import type { Route } from './+types/all-buyers.ts';
import { changePerson } from './change-person.ts';
import { loadPeople } from './people.ts';
import { PeopleError, PeopleSkeleton } from './people-frame.tsx';
import { PeoplePage } from './people-page.tsx';

export function clientLoader({ request }: Route.ClientLoaderArgs) {
  return loadPeople(request, 'Buyer');
}

export function clientAction({ request }: Route.ClientActionArgs) {
  return changePerson(request);
}

export function HydrateFallback() {
  return <PeopleSkeleton type="Buyer" />;
}

export default function AllBuyers({ loaderData }: Route.ComponentProps) {
  return <PeoplePage type="Buyer" list={loaderData} />;
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <PeopleError type="Buyer" error={error} />;
}
