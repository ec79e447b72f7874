import { FormButton, OpenerButton } from '#platform/forms/before-script.tsx';
import type { RowAction } from '#platform/forms/use-row-action.ts';
import { MoreRows } from '#platform/lists/more-rows.tsx';
import { type Translator, useTranslator } from '#platform/web/translator.tsx';
import { Chip } from '#ui/chip.tsx';
import { type Column, DataTable } from '#ui/data-table.tsx';
import type { PaymentForAdmin } from '../../admin.contract.ts';
import { PROVIDER_NAMES } from '../../rules.ts';
import { firstButtonId, type PaymentList, type RetryForm } from './payment-list.ts';

interface PaymentActs {
  onAsk(payment: PaymentForAdmin): void;
  retrying: RowAction<PaymentForAdmin>;
}

/** Payments with their state. Each has buttons to decide about it, to try its refund again, or to record one by hand. */
export function PaymentsTable({ list, ...acts }: PaymentActs & { list: PaymentList }) {
  const translator = useTranslator();
  return (
    <DataTable
      caption={translator.t('payments.title')}
      columns={columns(translator, acts)}
      rows={list.items}
      foot={list.more && <MoreRows>{translator.t('mine.shown', { n: list.items.length })}</MoreRows>}
    />
  );
}

function columns(translator: Translator, acts: PaymentActs): Column<PaymentForAdmin>[] {
  const { t, money } = translator;
  return [
    {
      header: t('payments.item'),
      names: true,
      phone: 'title',
      cell: ({ itemName, transactionId, provider }) => (
        <>
          {itemName}
          <small className="payments-number">
            {PROVIDER_NAMES[provider] ?? provider} · {transactionId}
          </small>
        </>
      ),
    },
    {
      header: t('payments.amount'),
      phone: 'wide',
      cell: ({ amount, returned, disputed }) => (
        <div className="payments-cell">
          <b className="num">{money(amount)}</b>
          {returned > 0 && !disputed && <small>{t('payments.returnedSome', { amount: money(returned) })}</small>}
        </div>
      ),
    },
    { header: t('payments.status'), phone: 'wide', cell: (payment) => status(payment, translator) },
    {
      header: t('col.action'),
      phone: 'wide',
      cell: (payment) => (
        <div className="payments-acts">
          <RetryButton payment={payment} t={t} {...acts} />
          <PaymentButton payment={payment} t={t} {...acts} />
        </div>
      ),
    },
  ];
}

interface PaymentButtonProps extends Pick<Translator, 't'>, PaymentActs {
  payment: PaymentForAdmin;
}

function RetryButton({ payment, t, retrying }: PaymentButtonProps) {
  const { _id: id, itemName: item, retryable } = payment;
  if (!retryable) return null;
  return (
    <FormButton
      fields={{ retry: 'refund', id, item } satisfies RetryForm}
      send={(fields) => retrying.send(payment, fields)}
      id={firstButtonId(payment)}
      size="sm"
      aria-label={t('payments.retryFor', { name: item })}
      pending={retrying.pending(payment) !== undefined}
      pendingLabel={t('payments.retrying')}
    >
      {t('payments.retry')}
    </FormButton>
  );
}

function PaymentButton({ payment, t, onAsk }: PaymentButtonProps) {
  const { state, left, disputed, retryable, itemName: name, _id } = payment;
  if (disputed || (left <= 0 && state !== 'review')) return null;
  const isReview = state === 'review';
  return (
    <OpenerButton
      name={isReview ? 'review' : 'record'}
      value={_id}
      open={() => onAsk(payment)}
      {...(!retryable && { id: firstButtonId(payment) })}
      size="sm"
      look={isReview ? 'brand' : 'ghost'}
      aria-haspopup="dialog"
      aria-label={t(isReview ? 'payments.decideFor' : 'payments.byHandFor', { name })}
    >
      {t(isReview ? 'payments.decide' : 'payments.byHand')}
    </OpenerButton>
  );
}

function status(
  { state, disputed, stopped, buyerErased, due, since, provider }: PaymentForAdmin,
  { t, date }: Translator,
) {
  const needsPerson = disputed || stopped || due > 0 || state === 'review';
  const partDue = state === 'succeeded' && due > 0;
  const shown = disputed ? 'disputed' : stopped ? 'stopped' : partDue ? 'partDue' : state;
  return (
    <div className="payments-cell">
      <Chip tone={needsPerson ? 'wait' : 'mute'}>{t(`payments.${shown}`)}</Chip>
      {!disputed && (
        <small>
          <time dateTime={since}>{t('payments.sinceDate', { date: date(since) })}</time>
        </small>
      )}
      {stopped && buyerErased && (
        <small>{t('payments.buyerErased', { method: PROVIDER_NAMES[provider] ?? provider })}</small>
      )}
    </div>
  );
}
