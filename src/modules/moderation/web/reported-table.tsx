import { Link } from 'react-router';
import type { RowAction } from '#platform/forms/use-row-action.ts';
import { MoreRows } from '#platform/lists/more-rows.tsx';
import { type Translator, useTranslator } from '#platform/web/translator.tsx';
import { type Column, DataTable } from '#ui/data-table.tsx';
import { Picture } from '#ui/picture.tsx';
import type { ReportedItem } from '../contract.ts';
import { CaseActions, CaseOutcome } from './case-cells.tsx';
import type { Cases } from './cases.ts';

interface ReportedTableProps {
  cases: Cases;
  deciding: RowAction<ReportedItem>;
}

/** Reported items with the buttons to decide on them, or with the decision. */
export function ReportedTable({ cases, deciding }: ReportedTableProps) {
  const words = useTranslator();
  return (
    <DataTable
      caption={words.t('dash.reported')}
      columns={columns(words, cases, deciding)}
      rows={cases.items}
      rowMark={(item) => (item.status === 'removed' ? 'gone' : undefined)}
      foot={cases.more && <MoreRows>{words.t('mine.shown', { n: cases.items.length })}</MoreRows>}
    />
  );
}

function columns({ t }: Translator, { state }: Cases, deciding: RowAction<ReportedItem>): Column<ReportedItem>[] {
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
          cell: (item) => <CaseActions item={item} deciding={deciding} />,
        }
      : { key: 'outcome', header: t('reports.outcome'), phone: 'wide', cell: (item) => <CaseOutcome item={item} /> },
  ];
}

/** The reasons of an item's reports: the newest one, and the others in a disclosure. */
function Reasons({ item: { reasons, count } }: { item: ReportedItem }) {
  const { t } = useTranslator();
  const [newest, ...others] = reasons;
  return (
    <div className="reasons">
      {newest && <Reason {...newest} />}
      {others.length > 0 && (
        <details>
          <summary>{t('reports.count', { n: count })}</summary>
          {others.map((one) => (
            <Reason key={one._id} {...one} />
          ))}
          {count > reasons.length && <p>{t('reports.more', { n: reasons.length })}</p>}
        </details>
      )}
    </div>
  );
}

function Reason({ reporter, reason, createdAt }: ReportedItem['reasons'][number]) {
  const { t, date } = useTranslator();
  const when = date(createdAt);
  return (
    <figure className="reason">
      {reason ? <blockquote>{reason}</blockquote> : <p>{t('reports.reasonGone')}</p>}
      <figcaption>
        {reporter ? t('reports.by', { name: reporter, date: when }) : t('reports.byGone', { date: when })}
      </figcaption>
    </figure>
  );
}
