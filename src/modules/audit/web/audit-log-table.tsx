import './audit-log.css';
import { Link } from 'react-router';
import { MoreRows } from '#platform/lists/more-rows.tsx';
import { type Translator, useTranslator } from '#platform/web/translator.tsx';
import { type Column, DataTable } from '#ui/data-table.tsx';
import type { AuditEntry } from '../contract.ts';
import type { TargetKind } from '../rules.ts';

/** The entries of the audit log: act, target, admin, time and request. */
export function AuditLogTable({ entries, more }: { entries: AuditEntry[]; more: boolean }) {
  const words = useTranslator();
  return (
    <DataTable
      caption={words.t('audit.title')}
      columns={columns(words)}
      rows={entries}
      foot={more && <MoreRows>{words.t('mine.shown', { n: entries.length })}</MoreRows>}
    />
  );
}

function columns(words: Translator): Column<AuditEntry>[] {
  const { t, date } = words;
  return [
    { key: 'what', header: t('audit.what'), names: true, phone: 'title', cell: ({ act }) => t(`audit.act.${act}`) },
    { key: 'target', header: t('audit.target'), phone: 'wide', cell: (entry) => <Target entry={entry} /> },
    { key: 'who', header: t('audit.who'), phone: 'wide', cell: (entry) => adminOf(words, entry) },
    {
      key: 'when',
      header: t('audit.when'),
      phone: 'wide',
      cell: ({ at }) => <time dateTime={at}>{date(at)}</time>,
    },
    {
      key: 'code',
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
