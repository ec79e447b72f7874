import { OpenerButton } from '#platform/forms/before-script.tsx';
import { MoreRows } from '#platform/lists/more-rows.tsx';
import { type Translator, useTranslator } from '#platform/web/translator.tsx';
import { Chip } from '#ui/chip.tsx';
import { type Column, DataTable } from '#ui/data-table.tsx';
import type { PaymentForAdmin } from '../../admin.contract.ts';
import type { PaymentList } from './payment-list.ts';

/** Payments with their state. Each has a button to decide about it, or to record a refund by hand. */
export function PaymentsTable({ list, onAsk }: { list: PaymentList; onAsk(payment: PaymentForAdmin): void }) {
  const words = useTranslator();
  return (
    <DataTable
      caption={words.t('payments.title')}
      columns={columns(words, onAsk)}
      rows={list.items}
      rowKey={(payment) => payment._id}
      foot={list.more && <MoreRows>{words.t('mine.shown', { n: list.items.length })}</MoreRows>}
    />
  );
}

/** Names of the providers, as they write them. */
const PROVIDERS: Record<string, string> = { stripe: 'Stripe', bkash: 'bKash', sslcommerz: 'SSLCommerz' };

function columns(words: Translator, onAsk: (payment: PaymentForAdmin) => void): Column<PaymentForAdmin>[] {
  const { t, money } = words;
  return [
    {
      key: 'item',
      header: t('payments.item'),
      names: true,
      phone: 'title',
      cell: ({ itemName, transactionId, provider }) => (
        <>
          {itemName}
          <small className="payments-number">
            {PROVIDERS[provider] ?? provider} · {transactionId}
          </small>
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
      cell: (payment) => <PaymentButton payment={payment} t={t} onAsk={onAsk} />,
    },
  ];
}

interface PaymentButtonProps extends Pick<Translator, 't'> {
  payment: PaymentForAdmin;
  onAsk(payment: PaymentForAdmin): void;
}

function PaymentButton({ payment, t, onAsk }: PaymentButtonProps) {
  const { state, left, disputed, itemName: name, _id } = payment;
  if (disputed || (left <= 0 && state !== 'review')) return null;
  const isReview = state === 'review';
  return (
    <OpenerButton
      name={isReview ? 'review' : 'record'}
      value={_id}
      open={() => onAsk(payment)}
      size="sm"
      look={isReview ? 'brand' : 'ghost'}
      aria-haspopup="dialog"
      aria-label={t(isReview ? 'payments.decideFor' : 'payments.byHandFor', { name })}
    >
      {t(isReview ? 'payments.decide' : 'payments.byHand')}
    </OpenerButton>
  );
}

function status({ state, disputed, since }: PaymentForAdmin, { t, date }: Translator) {
  const needsPerson = disputed || state === 'refund_due' || state === 'review';
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
