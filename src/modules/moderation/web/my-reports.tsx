import './reports.css';
import { useEffect } from 'react';
import { api, asSignedIn } from '#platform/web/client.ts';
import { loadPages, pagesOf } from '#platform/web/paging.ts';
import { useWords } from '#platform/web/words.tsx';
import { EmptyState, ErrorState } from '#ui/empty-state.tsx';
import { RowSkeletons } from '#ui/skeleton.tsx';
import { listMyReports } from '../contract.ts';
import type { Route } from './+types/my-reports.ts';
import { OwnReports } from './own-reports.tsx';
import { sendReport } from './send-report.ts';

export function clientLoader({ request }: Route.ClientLoaderArgs) {
  return asSignedIn(request, async () => {
    const pages = pagesOf(new URL(request.url).searchParams);
    const { items: reports, more } = await loadPages(pages, (cursor) => api.send(listMyReports, { query: { cursor } }));
    return { reports, pages, more };
  });
}

/** Takes the reports of every page: the flag on a product sends its form here. */
export async function clientAction({ request }: Route.ClientActionArgs) {
  return sendReport(await request.formData());
}

function Head() {
  const { t, product } = useWords();
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

export function HydrateFallback() {
  const { t } = useWords();
  return (
    <>
      <Head />
      <RowSkeletons label={t('common.loading')} count={3} />
    </>
  );
}

export default function MyReports({ loaderData }: Route.ComponentProps) {
  const { t } = useWords();
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
  const { t } = useWords();
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
