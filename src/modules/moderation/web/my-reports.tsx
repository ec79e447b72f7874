import './reports.css';
import { authenticatedLoader, cachedClientLoader } from '#platform/web/authenticated-loader.ts';
import { PageHead } from '#platform/web/page-head.tsx';
import { loadPages, pagesOf } from '#platform/web/paging.ts';
import { useTranslator } from '#platform/web/translator.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { listMyReports } from '../contract.ts';
import type { Route } from './+types/my-reports.ts';
import { OwnReports } from './own-reports.tsx';
import { sendReport } from './send-report.ts';

export const handle = { title: 'reports.mine', lead: 'reports.mineLead', thing: 'reports.mineThing' } as const;

export function loader(args: Route.LoaderArgs) {
  return authenticatedLoader(args, ({ api, url }) =>
    loadPages(pagesOf(url.searchParams), (cursor) => api.send(listMyReports, { query: { cursor } })),
  );
}

export function clientLoader(args: Route.ClientLoaderArgs) {
  return cachedClientLoader(args);
}
clientLoader.hydrate = true as const;

/** Receives the report form of every page. */
export async function clientAction({ request }: Route.ClientActionArgs) {
  return sendReport(await request.formData());
}

export default function MyReports({ loaderData: { items, more } }: Route.ComponentProps) {
  const { t } = useTranslator();
  return (
    <>
      <PageHead texts={handle} />
      {items.length > 0 ? (
        <OwnReports reports={items} more={more} />
      ) : (
        <EmptyState title={t('reports.mineEmpty')} picture="/art/cut-teddy.svg">
          {t('reports.mineEmptyBody')}
        </EmptyState>
      )}
    </>
  );
}
