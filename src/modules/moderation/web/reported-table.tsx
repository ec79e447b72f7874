import { Link, useNavigation } from 'react-router';
import { type Translator, useTranslator } from '#platform/web/translator.tsx';
import { LinkButton } from '#ui/button.tsx';
import { type Column, DataTable } from '#ui/data-table.tsx';
import { Picture } from '#ui/picture.tsx';
import type { ReportedItem } from '../contract.ts';
import { CaseActions, CaseOutcome } from './case-cells.tsx';
import type { Cases } from './cases.ts';
import { Reasons } from './reasons.tsx';
import type { Decisions } from './use-decisions.ts';

/** Reported items: with what can be decided about them, or with what was decided. */
export function ReportedTable({ cases, decisions }: { cases: Cases; decisions: Decisions }) {
  const words = useTranslator();
  return (
    <DataTable
      caption={words.t('dash.reported')}
      columns={columns(words, cases, decisions)}
      rows={cases.items}
      rowKey={(item) => item._id}
      rowMark={(item) => (item.status === 'removed' ? 'gone' : undefined)}
      foot={cases.more && <More cases={cases} />}
    />
  );
}

function More({ cases: { items, state, pages } }: { cases: Cases }) {
  const { t } = useTranslator();
  const asked = `?state=${state}&pages=${pages + 1}`;
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

function columns({ t }: Translator, { state }: Cases, decisions: Decisions): Column<ReportedItem>[] {
  return [
    {
      key: 'avatar',
      header: t('col.avatar'),
      phone: 'picture',
      cell: (item) => <Picture src={item.image} alt="" width={76} height={76} sizes="76px" />,
    },
    {
      key: 'item',
      header: t('col.item'),
      names: true,
      phone: 'title',
      cell: (item) => (
        <>
          {item.status === 'removed' ? (
            item.itemName
          ) : (
            <Link className="text-link" to={`/items/${item.itemId}`}>
              {item.itemName}
            </Link>
          )}
          <small>{item.sellerName ? t('reports.soldBy', { name: item.sellerName }) : t('reports.sellerGone')}</small>
        </>
      ),
    },
    { key: 'reports', header: t('col.reports'), phone: 'wide', cell: (item) => <Reasons item={item} /> },
    state === 'open'
      ? {
          key: 'action',
          header: t('col.action'),
          phone: 'wide',
          cell: (item) => <CaseActions item={item} decisions={decisions} />,
        }
      : { key: 'outcome', header: t('reports.outcome'), phone: 'wide', cell: (item) => <CaseOutcome item={item} /> },
  ];
}
