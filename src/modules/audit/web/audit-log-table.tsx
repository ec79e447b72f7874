import './audit-log.css';
import { useNavigation } from 'react-router';
import { type Translator, useTranslator } from '#platform/web/translator.tsx';
import { LinkButton } from '#ui/button.tsx';
import { type Column, DataTable } from '#ui/data-table.tsx';
import type { AuditEntry } from '../contract.ts';
import type { AuditEntries } from './audit-entries.ts';

/** What admins did, to whom or what, and when. */
export function LogTable({ list }: { list: AuditEntries }) {
  const words = useTranslator();
  return (
    <DataTable
      caption={words.t('audit.title')}
      columns={columns(words)}
      rows={list.items}
      rowKey={(deed) => deed._id}
      foot={list.more && <More list={list} />}
    />
  );
}

function More({ list: { items, pages } }: { list: AuditEntries }) {
  const { t } = useTranslator();
  const asked = `?pages=${pages + 1}`;
  const loading = useNavigation().location?.search === asked;
  return (
    <>
      <span className="num">{t('mine.shown', { n: items.length })}</span>
      <LinkButton look="ghost" size="sm" to={asked} replace preventScrollReset aria-busy={loading || undefined}>
        {t(loading ? 'common.loading' : 'common.showMore')}
      </LinkButton>
    </>
  );
}

function columns(words: Translator): Column<AuditEntry>[] {
  const { t, date } = words;
  return [
    { key: 'what', header: t('audit.what'), names: true, phone: 'title', cell: ({ act }) => t(`audit.act.${act}`) },
    { key: 'target', header: t('audit.target'), phone: 'wide', cell: (deed) => <Target deed={deed} /> },
    { key: 'who', header: t('audit.who'), phone: 'wide', cell: (deed) => who(words, deed) },
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

/** By name where there is one; the number stays, whoever leaves. */
function Target({ deed: { list, targetId, targetName } }: { deed: AuditEntry }) {
  const { t } = useTranslator();
  if (list) return t(`audit.list.${list}`);
  return (
    <div className="log-target">
      {targetName}
      {targetId && <code className="log-code">{targetId}</code>}
    </div>
  );
}

function who({ t }: Translator, { adminId, adminName }: AuditEntry): string {
  if (!adminId) return t('audit.commandLine');
  return adminName ?? t('audit.gone');
}
