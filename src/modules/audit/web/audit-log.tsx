import { PageHead } from '#platform/lists/page-head.tsx';
import { loadPages, pagesOf } from '#platform/lists/paging.ts';
import { authenticatedLoader, cachedClientLoader, type UserRequest } from '#platform/web/authenticated-loader.ts';
import { useTranslator } from '#platform/web/translator.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { listAuditEntries } from '../contract.ts';
import type { Route } from './+types/audit-log.ts';
import { AuditLogTable } from './audit-log-table.tsx';

export const handle = { title: 'audit.title', lead: 'audit.lead', thing: 'audit.thing' } as const;

export const loader = authenticatedLoader(({ api, url }: UserRequest) =>
  loadPages(pagesOf(url.searchParams), (cursor) => api.send(listAuditEntries, { query: { cursor } })),
);
export const clientLoader = cachedClientLoader<Route.ClientLoaderArgs>();

export default function AuditLog({ loaderData: { items, more } }: Route.ComponentProps) {
  const { t } = useTranslator();
  return (
    <>
      <PageHead texts={handle} />
      {items.length > 0 ? (
        <AuditLogTable entries={items} more={more} />
      ) : (
        <EmptyState title={t('audit.empty')} picture="/art/cut-books.svg">
          {t('audit.emptyBody')}
        </EmptyState>
      )}
    </>
  );
}
