import { CsvButton } from '#modules/exports/web/csv-button.tsx';
import { changePerson } from '#modules/identity/web/admin/change-person.ts';
import { loadPeople } from '#modules/identity/web/admin/people-list.ts';
import { PeoplePage } from '#modules/identity/web/admin/people-page.tsx';
import { toastedAction } from '#platform/forms/action-result.ts';
import { authenticatedAction } from '#platform/forms/run-action.ts';
import { authenticatedLoader, cachedClientLoader } from '#platform/web/authenticated-loader.ts';
import type { Route } from './+types/all-sellers.ts';

export const handle = {
  title: 'dash.allSellers',
  heading: 'sellers.title',
  thing: 'admin.sellersThing',
} as const;

export const loader = authenticatedLoader((request) => loadPeople(request, 'Seller'));
export const clientLoader = cachedClientLoader<Route.ClientLoaderArgs>();
export const action = authenticatedAction(changePerson);
export const clientAction = toastedAction<Route.ClientActionArgs>();

export default function AllSellers({ loaderData }: Route.ComponentProps) {
  return (
    <PeoplePage type="Seller" texts={handle} list={loaderData}>
      <CsvButton list="sellers" />
    </PeoplePage>
  );
}
