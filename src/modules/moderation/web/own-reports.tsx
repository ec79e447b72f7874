import { MoreRows } from '#platform/lists/more-rows.tsx';
import { type Translator, useTranslator } from '#platform/web/translator.tsx';
import { Chip } from '#ui/chip.tsx';
import { type Column, DataTable } from '#ui/data-table.tsx';
import { Picture } from '#ui/picture.tsx';
import type { OwnReport } from '../contract.ts';

/** The user's reports and their outcomes. */
export function OwnReports({ reports, more }: { reports: OwnReport[]; more: boolean }) {
  const words = useTranslator();
  const { t } = words;
  return <DataTable caption={t('reports.mine')} columns={columns(words)} rows={reports} foot={more && <MoreRows />} />;
}

const OUTCOMES = {
  open: { tone: 'wait', words: 'reports.waiting' },
  kept: { tone: 'mute', words: 'reports.outcomeKept' },
  removed: { tone: 'ok', words: 'reports.outcomeRemoved' },
} as const;

function columns({ t, date }: Translator): Column<OwnReport>[] {
  return [
    {
      key: 'avatar',
      header: t('col.avatar'),
      phone: 'picture',
      cell: (report) => <Picture src={report.image} alt="" width={76} height={76} sizes="76px" />,
    },
    {
      key: 'item',
      header: t('col.item'),
      names: true,
      phone: 'title',
      cell: (report) => (
        <>
          {report.itemName}
          <small>{t('reports.reportedOn', { date: date(report.createdAt) })}</small>
        </>
      ),
    },
    {
      key: 'reason',
      header: t('reports.reason'),
      phone: 'wide',
      cell: (report) => (
        <div className="reason">
          <blockquote>{report.reason}</blockquote>
        </div>
      ),
    },
    {
      key: 'outcome',
      header: t('reports.outcome'),
      phone: 'wide',
      cell: ({ outcome, decidedAt }) => (
        <div className="reports-outcome">
          <Chip tone={OUTCOMES[outcome].tone}>{t(OUTCOMES[outcome].words)}</Chip>
          {decidedAt && (
            <small>
              <time dateTime={decidedAt}>{date(decidedAt)}</time>
            </small>
          )}
        </div>
      ),
    },
  ];
}
