import { Check, Flag, Hourglass, type LucideIcon, Receipt, SearchCheck, Undo2, Wallet } from 'lucide-react';
import { Link } from 'react-router';
import { MoreRows } from '#platform/lists/more-rows.tsx';
import { type Translator, useTranslator } from '#platform/web/translator.tsx';
import { Chip } from '#ui/chip.tsx';
import { type Column, DataTable } from '#ui/data-table.tsx';
import { Picture } from '#ui/picture.tsx';
import type { EarningsLine } from '../contract.ts';
import { type LineStatus, lineStatus } from '../rules.ts';

/** A seller's sales: state of the money, day of its release, and the seller's share. */
export function SalesTable({
  items,
  more,
  inspectionHours,
}: {
  items: EarningsLine[];
  more: boolean;
  inspectionHours: number;
}) {
  const translator = useTranslator();
  return (
    <DataTable
      caption={translator.t('earn.lines')}
      columns={columns(translator, inspectionHours)}
      rows={items}
      foot={more && <MoreRows>{translator.t('earn.shown', { n: items.length })}</MoreRows>}
    />
  );
}

function columns(translator: Translator, inspectionHours: number): Column<EarningsLine>[] {
  const { t } = translator;
  return [
    {
      header: t('earn.picture'),
      headerHidden: true,
      phone: 'picture',
      cell: (line) => <Picture src={line.image} alt="" sizes="76px" />,
    },
    {
      header: t('earn.colItem'),
      names: true,
      phone: 'title',
      cell: ({ itemName, buyerName, method }) => (
        <>
          {itemName}
          <small>
            {buyerName || t('earn.buyerGone')} · {t(`earn.by.${method}`)}
          </small>
        </>
      ),
    },
    { header: t('earn.colStatus'), phone: 'value', cell: (line) => <StatusChip line={line} /> },
    {
      header: t('earn.colRelease'),
      phone: 'start',
      cell: (line) => <small className="earnings-release">{release(line, translator, inspectionHours)}</small>,
    },
    { header: t('earn.colAmount'), align: 'end', phone: 'end', cell: (line) => amount(line, translator) },
  ];
}

const STATUS: Record<LineStatus, { tone: 'ok' | 'wait' | 'info' | 'mute'; icon: LucideIcon }> = {
  waiting: { tone: 'wait', icon: Hourglass },
  checking: { tone: 'info', icon: SearchCheck },
  disputed: { tone: 'wait', icon: Flag },
  settling: { tone: 'info', icon: Hourglass },
  available: { tone: 'ok', icon: Check },
  cash: { tone: 'mute', icon: Wallet },
  refunded: { tone: 'mute', icon: Undo2 },
};

function StatusChip({ line }: { line: EarningsLine }) {
  const { t } = useTranslator();
  const status = lineStatus(line);
  const { tone, icon: Icon } = STATUS[status];
  return (
    <Chip tone={tone} icon={<Icon aria-hidden />}>
      {t(`earn.status.${status}`)}
    </Chip>
  );
}

function release(line: EarningsLine, { t, day, date }: Translator, inspectionHours: number) {
  const { releaseAt } = line;
  switch (lineStatus(line)) {
    case 'waiting':
      return t('earn.afterHandover', { n: inspectionHours });
    case 'checking':
      return releaseAt && <time dateTime={releaseAt}>{t('earn.releasesOn', { date: date(releaseAt) })}</time>;
    case 'disputed':
      return t('earn.afterDecision');
    case 'settling':
      return t('earn.releasesSoon');
    case 'available':
      return releaseAt && <time dateTime={releaseAt}>{t('earn.releasedOn', { date: day(releaseAt) })}</time>;
    case 'cash':
      return t('earn.cashLine');
    case 'refunded':
      return t('earn.backToBuyer');
  }
}

function amount({ _id, itemName, amount, price, fee }: EarningsLine, { t, money }: Translator) {
  return (
    <span className="earnings-amount">
      <b className="num">{money(amount)}</b>
      {fee > 0 && <small className="num">{t('earn.ofPrice', { price: money(price), fee: money(fee) })}</small>}
      <Link className="text-link" to={`/dashboard/receipt/${_id}`} aria-label={t('earn.receiptOf', { item: itemName })}>
        <Receipt className="icon" aria-hidden />
        {t('receipt.title')}
      </Link>
    </span>
  );
}
