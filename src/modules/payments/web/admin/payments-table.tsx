import { OpenerButton } from '#platform/forms/before-script.tsx';
import { MoreRows } from '#platform/lists/more-rows.tsx';
import { type Translator, useTranslator } from '#platform/web/translator.tsx';
import { Chip } from '#ui/chip.tsx';
import { type Column, DataTable } from '#ui/data-table.tsx';
import type { PaymentForAdmin } from '../../admin.contract.ts';
import type { PaymentList } from './payment-list.ts';

/** Payments with their state, each with a button to record a refund that was made by hand. */
export function PaymentsTable({ list, onRecord }: { list: PaymentList; onRecord(payment: PaymentForAdmin): void }) {
  const words = useTranslator();
  return (
    <DataTable
      caption={words.t('payments.title')}
      columns={columns(words, onRecord)}
      rows={list.items}
      rowKey={(payment) => payment._id}
      foot={list.more && <MoreRows>{words.t('mine.shown', { n: list.items.length })}</MoreRows>}
    />
  );
}

function columns(words: Translator, onRecord: (payment: PaymentForAdmin) => void): Column<PaymentForAdmin>[] {
  const { t, money } = words;
  return [
    {
      key: 'item',
      header: t('payments.item'),
      names: true,
      phone: 'title',
      cell: ({ itemName, transactionId }) => (
        <>
          {itemName}
          <small className="payments-number">{transactionId}</small>
        </>
      ),
    },
    {
      key: 'amount',
      header: t('payments.amount'),
      phone: 'wide',
      cell: ({ amount, returned, disputed }) => (
        <div className="payments-cell">
          <b className="num">{money(amount)}</b>
          {returned > 0 && !disputed && <small>{t('payments.returnedSome', { amount: money(returned) })}</small>}
        </div>
      ),
    },
    { key: 'status', header: t('payments.status'), phone: 'wide', cell: (payment) => status(payment, words) },
    {
      key: 'action',
      header: t('col.action'),
      phone: 'wide',
      cell: (payment) =>
        payment.left > 0 &&
        !payment.disputed && (
          <OpenerButton
            name="record"
            value={payment._id}
            open={() => onRecord(payment)}
            size="sm"
            look="ghost"
            aria-haspopup="dialog"
            aria-label={t('payments.byHandFor', { name: payment.itemName })}
          >
            {t('payments.byHand')}
          </OpenerButton>
        ),
    },
  ];
}

function status({ state, disputed, since }: PaymentForAdmin, { t, date }: Translator) {
  const needsPerson = disputed || state === 'refund_due';
  return (
    <div className="payments-cell">
      <Chip tone={needsPerson ? 'wait' : 'mute'}>{t(disputed ? 'payments.disputed' : `payments.${state}`)}</Chip>
      {!disputed && (
        <small>
          <time dateTime={since}>{t('payments.sinceDate', { date: date(since) })}</time>
        </small>
      )}
    </div>
  );
}
