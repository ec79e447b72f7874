import { CsvButton } from '#modules/exports/web/csv-button.tsx';
import { changePerson } from '#modules/identity/web/admin/change-person.ts';
import { loadPeople } from '#modules/identity/web/admin/people-list.ts';
import { PeoplePage } from '#modules/identity/web/admin/people-page.tsx';
import { toastedAction } from '#platform/forms/action-result.ts';
import { authenticatedAction } from '#platform/forms/run-action.ts';
import { authenticatedLoader, cachedClientLoader } from '#platform/web/authenticated-loader.ts';
import type { Route } from './+types/all-buyers.ts';

export const handle = {
  title: 'dash.allBuyers',
  heading: 'buyersList.title',
  thing: 'admin.buyersThing',
} as const;

export const loader = authenticatedLoader((request) => loadPeople(request, 'Buyer'));
export const clientLoader = cachedClientLoader<Route.ClientLoaderArgs>();
export const action = authenticatedAction(changePerson);
export const clientAction = toastedAction<Route.ClientActionArgs>();

export default function AllBuyers({ loaderData }: Route.ComponentProps) {
  return (
    <PeoplePage type="Buyer" texts={handle} list={loaderData}>
      <CsvButton list="buyers" />
      <CsvButton list="orders" />
    </PeoplePage>
  );
}
