import { useEffect } from 'react';
import { useTranslator } from '#platform/web/translator.tsx';
import { EmptyState, ErrorState } from '#ui/empty-state.tsx';
import { RowSkeletons } from '#ui/skeleton.tsx';
import type { Route } from './+types/audit-log.ts';
import { loadAuditEntries } from './audit-entries.ts';
import { LogTable } from './audit-log-table.tsx';

export function clientLoader({ request }: Route.ClientLoaderArgs) {
  return loadAuditEntries(request);
}

function Head() {
  const { t, product } = useTranslator();
  return (
    <div className="page-head">
      <title>{`${t('audit.title')} · ${product}`}</title>
      <div>
        <h1 tabIndex={-1}>{t('audit.title')}</h1>
        <p>{t('audit.lead')}</p>
      </div>
    </div>
  );
}

export function HydrateFallback() {
  const { t } = useTranslator();
  return (
    <>
      <Head />
      <RowSkeletons label={t('common.loading')} count={6} />
    </>
  );
}

export default function AdminLog({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslator();
  return (
    <>
      <Head />
      {loaderData.items.length > 0 ? (
        <LogTable list={loaderData} />
      ) : (
        <EmptyState title={t('audit.empty')} picture="/art/cut-books.svg">
          {t('audit.emptyBody')}
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
        {t('common.notLoaded', { thing: t('audit.thing') })}
      </ErrorState>
    </>
  );
}
