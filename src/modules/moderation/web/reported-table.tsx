import { Check, Trash2 } from 'lucide-react';
import { Link } from 'react-router';
import { FormButton, OpenerButton } from '#platform/forms/before-script.tsx';
import type { RowAction } from '#platform/forms/use-row-action.ts';
import { MoreRows } from '#platform/lists/more-rows.tsx';
import { type Translator, useTranslator } from '#platform/web/translator.tsx';
import { Chip } from '#ui/chip.tsx';
import { type Column, DataTable } from '#ui/data-table.tsx';
import { Picture } from '#ui/picture.tsx';
import type { ReportedItem } from '../contract.ts';
import { decisionsFor } from '../rules.ts';
import { type Cases, decisionForm, firstButtonId } from './cases.ts';

/** Reported items with the buttons to decide on them, or with the decision. */
export function ReportedTable({ cases, deciding }: { cases: Cases; deciding: RowAction<ReportedItem> }) {
  const translator = useTranslator();
  return (
    <DataTable
      caption={translator.t('dash.reported')}
      columns={columns(translator, cases, deciding)}
      rows={cases.items}
      rowMark={(item) => (item.status === 'removed' ? 'gone' : undefined)}
      foot={cases.more && <MoreRows>{translator.t('mine.shown', { n: cases.items.length })}</MoreRows>}
    />
  );
}

function columns({ t }: Translator, { state }: Cases, deciding: RowAction<ReportedItem>): Column<ReportedItem>[] {
  return [
    {
      header: t('col.avatar'),
      phone: 'picture',
      cell: (item) => <Picture src={item.image} alt="" width={76} height={76} sizes="76px" />,
    },
    {
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
    { header: t('col.reports'), phone: 'wide', cell: (item) => <Reasons item={item} /> },
    state === 'open'
      ? {
          header: t('col.action'),
          phone: 'wide',
          cell: (item) => <CaseActions item={item} deciding={deciding} />,
        }
      : { header: t('reports.outcome'), phone: 'wide', cell: (item) => <CaseOutcome item={item} /> },
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

/** The buttons that decide on an item. A removed item can only be closed. */
function CaseActions({ item, deciding }: { item: ReportedItem; deciding: RowAction<ReportedItem> }) {
  const { t } = useTranslator();
  const { itemName: name } = item;
  const pending = deciding.pending(item);
  const send = (fields: Record<string, string>) => deciding.send(item, fields);
  if (!decisionsFor(item.status).includes('keep'))
    return (
      <div className="reports-actions">
        <Chip tone="mute">{t('reports.gone')}</Chip>
        <FormButton
          fields={decisionForm(item, 'remove')}
          send={send}
          id={firstButtonId(item)}
          size="sm"
          look="ghost"
          aria-label={t('reports.closeName', { name })}
          pending={pending !== undefined}
          pendingLabel={t('reports.closing')}
        >
          {t('reports.close')}
        </FormButton>
      </div>
    );
  return (
    <div className="reports-actions">
      <FormButton
        fields={decisionForm(item, 'keep')}
        send={send}
        id={firstButtonId(item)}
        size="sm"
        look="ghost"
        icon={<Check className="icon" aria-hidden />}
        aria-label={t('reports.keepName', { name })}
        pending={pending?.get('decision') === 'keep'}
        pendingLabel={t('reports.keeping')}
      >
        {t('reports.keep')}
      </FormButton>
      <OpenerButton
        {...deciding.opener(item)}
        size="sm"
        look="danger-quiet"
        icon={<Trash2 className="icon" aria-hidden />}
        aria-label={t('reports.removeName', { name })}
      >
        {t('reports.remove')}
      </OpenerButton>
    </div>
  );
}

/** The decision and its date. */
function CaseOutcome({ item }: { item: ReportedItem }) {
  const { t, date } = useTranslator();
  const kept = item.decision === 'keep';
  return (
    <div className="reports-outcome">
      <Chip tone={kept ? 'ok' : 'mute'}>{t(kept ? 'reports.kept' : 'reports.removed')}</Chip>
      {item.decidedAt && (
        <small>
          <time dateTime={item.decidedAt}>{t('reports.decidedOn', { date: date(item.decidedAt) })}</time>
        </small>
      )}
    </div>
  );
}
