import './reports.css';
import { useEffect } from 'react';
import { type Asker, authenticatedClientLoader, authenticatedLoader } from '#platform/web/authenticated-loader.ts';
import { loadPages, pagesOf } from '#platform/web/paging.ts';
import { useTranslator } from '#platform/web/translator.tsx';
import { EmptyState, ErrorState } from '#ui/empty-state.tsx';
import { listMyReports } from '../contract.ts';
import type { Route } from './+types/my-reports.ts';
import { OwnReports } from './own-reports.tsx';
import { sendReport } from './send-report.ts';

async function loadReports({ api, url }: Asker) {
  const pages = pagesOf(url.searchParams);
  const { items: reports, more } = await loadPages(pages, (cursor) => api.send(listMyReports, { query: { cursor } }));
  return { reports, pages, more };
}

export function loader(args: Route.LoaderArgs) {
  return authenticatedLoader(args, loadReports);
}

export function clientLoader(args: Route.ClientLoaderArgs) {
  return authenticatedClientLoader(args, loadReports);
}
clientLoader.hydrate = true as const;

/** Takes the reports of every page: the flag on a product sends its form here. */
export async function clientAction({ request }: Route.ClientActionArgs) {
  return sendReport(await request.formData());
}

function Head() {
  const { t, product } = useTranslator();
  return (
    <div className="page-head">
      <title>{`${t('reports.mine')} · ${product}`}</title>
      <div>
        <h1 tabIndex={-1}>{t('reports.mine')}</h1>
        <p>{t('reports.mineLead')}</p>
      </div>
    </div>
  );
}

export default function MyReports({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslator();
  return (
    <>
      <Head />
      {loaderData.reports.length > 0 ? (
        <OwnReports {...loaderData} />
      ) : (
        <EmptyState title={t('reports.mineEmpty')} picture="/art/cut-teddy.svg">
          {t('reports.mineEmptyBody')}
        </EmptyState>
      )}
    </>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const { t } = useTranslator();
  useEffect(() => console.error(error), [error]);
  return (
    <>
      <Head />
      <ErrorState title={t('common.dropped')} retryLabel={t('common.tryAgain')}>
        {t('common.notLoaded', { thing: t('reports.mineThing') })}
      </ErrorState>
    </>
  );
}
