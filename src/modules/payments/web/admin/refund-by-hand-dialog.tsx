import { useRef } from 'react';
import { FormFooter, useFetcherForm } from '#platform/forms/fetcher-form.tsx';
import { PageDialog } from '#platform/forms/page-dialog.tsx';
import { useTranslator } from '#platform/web/translator.tsx';
import { MoneyField, TextField } from '#ui/text-field.tsx';
import { type PaymentForAdmin, refundByHandForm } from '../../admin.contract.ts';

/** Records money that a person returned outside the payment provider. */
export function RefundByHandDialog({ payment, onClose }: { payment: PaymentForAdmin | null; onClose(): void }) {
  const { t } = useTranslator();
  // The form stays while the dialog leaves the screen.
  const latest = useRef<PaymentForAdmin>(null);
  if (payment) latest.current = payment;
  return (
    <PageDialog param="record" open={payment !== null} onClose={onClose} title={t('payments.byHandTitle')} discard>
      {latest.current && <RefundByHandForm key={latest.current._id} payment={latest.current} onDone={onClose} />}
    </PageDialog>
  );
}

function RefundByHandForm({ payment, onDone }: { payment: PaymentForAdmin; onDone(): void }) {
  const { t, money, currency } = useTranslator();
  const form = useFetcherForm(refundByHandForm, {
    own: { id: payment._id },
    defaultValue: { amount: String(payment.due || payment.left) },
    onDone,
  });

  return (
    <form.Form method="post" {...form.formProps} className="form">
      <p>{t('payments.byHandLead', { item: payment.itemName, left: money(payment.left) })}</p>
      {payment.due > 0 && payment.due < payment.left && <p>{t('payments.partDueLead', { due: money(payment.due) })}</p>}
      <input type="hidden" name="key" value={form.key} />
      <input type="hidden" name="id" value={payment._id} />
      <input type="hidden" name="item" value={payment.itemName} />
      <MoneyField {...form.field('amount')} label={t('payments.byHandAmount')} prefix={currency} />
      <TextField
        {...form.field('reference')}
        label={t('payments.reference')}
        hint={t('payments.referenceHint')}
        autoComplete="off"
      />
      <FormFooter form={form} pendingLabel={t('payments.saving')}>
        {t('payments.byHand')}
      </FormFooter>
    </form.Form>
  );
}
