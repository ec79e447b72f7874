import { Check, Clock, RefreshCw, Users, X } from 'lucide-react';
import { MoreRows } from '#platform/lists/more-rows.tsx';
import { type Translator, useTranslator } from '#platform/web/translator.tsx';
import { Chip } from '#ui/chip.tsx';
import { type Column, DataTable } from '#ui/data-table.tsx';
import type { Payout } from '../../payouts.contract.ts';
import { MONEY_TAKEN_BACK } from '../../rules.ts';
import { PayoutTargetLine } from '../payout-target-line.tsx';
import { choiceValue, type PayoutList } from './payout-list.ts';

interface Picking {
  picked: readonly string[];
  onPick(id: string, on: boolean): void;
}

/** Payouts with number, seller, account, sum and state; with a box to choose each where `onPick` is given. */
export function PayoutsTable({ list, ...picking }: { list: PayoutList } & Partial<Picking>) {
  const translator = useTranslator();
  const { picked, onPick } = picking;
  const columns = columnsOf(translator, list);
  return (
    <DataTable
      caption={translator.t('payout.title')}
      columns={picked && onPick ? [boxColumn(translator, { picked, onPick }), ...columns] : columns}
      rows={list.items}
      foot={list.more && <MoreRows>{translator.t('payout.shown', { n: list.items.length })}</MoreRows>}
    />
  );
}

function boxColumn({ t }: Translator, { picked, onPick }: Picking): Column<Payout> {
  return {
    header: t('payout.colSelect'),
    headerHidden: true,
    phone: 'wide',
    cell: ({ _id, number, mayClose }) => (
      <label className="payouts-box">
        <input
          type="checkbox"
          name="id"
          value={choiceValue({ _id, number })}
          checked={picked.includes(_id)}
          disabled={!mayClose}
          onChange={(event) => onPick(_id, event.currentTarget.checked)}
        />
        <span className="sr">{t('payout.select', { number })}</span>
      </label>
    ),
  };
}

function columnsOf(translator: Translator, { state }: PayoutList): Column<Payout>[] {
  const { t, money, date } = translator;
  return [
    {
      header: t('payout.colNumber'),
      names: true,
      phone: 'title',
      cell: ({ number, sellerName }) => (
        <>
          <span className="num">{number}</span>
          <small>{sellerName || t('payout.sellerGone')}</small>
        </>
      ),
    },
    {
      header: t('payout.colTo'),
      phone: 'wide',
      cell: ({ target }) => (target ? <PayoutTargetLine target={target} /> : <small>{t('payout.forgotten')}</small>),
    },
    {
      header: t(state === 'due' ? 'payout.colSince' : 'payout.colChanged'),
      phone: 'wide',
      cell: ({ since }) => (
        <small className="payouts-since">
          <time dateTime={since}>{date(since)}</time>
        </small>
      ),
    },
    {
      header: t('payout.colAmount'),
      align: 'end',
      phone: 'start',
      cell: ({ amount }) => <b className="payouts-amount num">{money(amount)}</b>,
    },
    { header: t('payout.colStatus'), phone: 'end', cell: (payout) => <Status payout={payout} /> },
  ];
}

const STATES = {
  due: { tone: 'wait', icon: Clock },
  sent: { tone: 'info', icon: RefreshCw },
  paid: { tone: 'ok', icon: Check },
  failed: { tone: 'mute', icon: X },
} as const;

function Status({ payout }: { payout: Payout }) {
  const { number, state, since, isOwn, mayClose, isTransferring, exportedAt, unsent, reference, reason } = payout;
  const { t, date } = useTranslator();
  if (!mayClose && !isOwn)
    return (
      <Chip tone="mute" icon={<Users aria-hidden />}>
        {t('payout.byYou')}
      </Chip>
    );
  const { tone, icon: Icon } = STATES[state];
  return (
    <div className="payouts-status">
      <Chip tone={tone} icon={<Icon aria-hidden />}>
        {t(`payout.${state}`)}
      </Chip>
      {reference && <small className="num">{t('payout.referenceIs', { reference })}</small>}
      {state === 'sent' && exportedAt && <small>{t('payout.exported', { date: date(exportedAt) })}</small>}
      {isTransferring && <small>{t('payout.askingOf', { number })}</small>}
      {unsent && (
        <small>{t(unsent.isOwn ? 'payout.unsentByYou' : 'payout.unsentByOther', { reason: unsent.reason })}</small>
      )}
      {reason && <small>{reason === MONEY_TAKEN_BACK ? t('payout.takenBack') : reason}</small>}
      {state === 'failed' && <small>{t('payout.backTo', { date: date(since) })}</small>}
    </div>
  );
}
