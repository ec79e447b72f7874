import './audit-log.css';
import { Link } from 'react-router';
import { MoreRows } from '#platform/lists/more-rows.tsx';
import { PageHead } from '#platform/lists/page-head.tsx';
import { loadPages, pagesOf } from '#platform/lists/paging.ts';
import { authenticatedLoader, cachedClientLoader, type UserRequest } from '#platform/web/authenticated-loader.ts';
import { type Translator, useTranslator } from '#platform/web/translator.tsx';
import { type Column, DataTable } from '#ui/data-table.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { type AuditEntry, listAuditEntries } from '../contract.ts';
import type { TargetKind } from '../rules.ts';
import type { Route } from './+types/audit-log.ts';

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

/** The entries of the audit log: act, target, admin, time and request. */
function AuditLogTable({ entries, more }: { entries: AuditEntry[]; more: boolean }) {
  const translator = useTranslator();
  return (
    <DataTable
      caption={translator.t('audit.title')}
      columns={columns(translator)}
      rows={entries}
      foot={more && <MoreRows>{translator.t('mine.shown', { n: entries.length })}</MoreRows>}
    />
  );
}

function columns(translator: Translator): Column<AuditEntry>[] {
  const { t, date } = translator;
  return [
    { header: t('audit.what'), names: true, phone: 'title', cell: ({ act }) => t(`audit.act.${act}`) },
    { header: t('audit.target'), phone: 'wide', cell: (entry) => <Target entry={entry} /> },
    { header: t('audit.who'), phone: 'wide', cell: (entry) => adminOf(translator, entry) },
    {
      header: t('audit.when'),
      phone: 'wide',
      cell: ({ at }) => <time dateTime={at}>{date(at)}</time>,
    },
    {
      header: t('audit.code'),
      phone: 'wide',
      cell: ({ requestId }) => requestId && <code className="log-code">{requestId}</code>,
    },
  ];
}

/** The target's name, with a link to its page where it has one. */
function Target({ entry: { list, targetId, targetName, targetKind } }: { entry: AuditEntry }) {
  const { t } = useTranslator();
  if (list) return t(`audit.list.${list}`);
  if (targetName === undefined || !targetKind || !targetId) return t('audit.deleted');
  const to = pageOf(targetKind, targetId, targetName);
  return to ? (
    <Link className="text-link" to={to}>
      {targetName}
    </Link>
  ) : (
    targetName
  );
}

function pageOf(kind: TargetKind, id: string, name: string): string | undefined {
  switch (kind) {
    case 'item':
      return `/items/${id}`;
    case 'seller':
      return `/sellers/${id}`;
    case 'person':
      return `/dashboard/allbuyers?${new URLSearchParams({ q: name })}`;
    case 'payment':
      return '/dashboard/payments';
    case 'dispute':
      return `/dashboard/disputes/${id}`;
    case 'payout':
      return '/dashboard/payouts';
    case 'message':
      return '/dashboard/messages';
    case 'search-words':
      return '/dashboard/words';
    case 'removed-item':
      return undefined;
  }
}

function adminOf({ t }: Translator, { adminId, adminName }: AuditEntry): string {
  if (!adminId) return t('audit.commandLine');
  return adminName ?? t('audit.gone');
}
