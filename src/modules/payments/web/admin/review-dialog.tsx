import { useRef } from 'react';
import { FormFooter, useFetcherForm } from '#platform/forms/fetcher-form.tsx';
import { PageDialog } from '#platform/forms/page-dialog.tsx';
import { useTranslator } from '#platform/web/translator.tsx';
import { ChoiceCards } from '#ui/choice-cards.tsx';
import { TextField } from '#ui/text-field.tsx';
import { type PaymentForAdmin, reviewForm } from '../../admin.contract.ts';

/** Asks how a payment that is kept for review ends: it makes the sale, where it can, or goes back. */
export function ReviewDialog({ payment, onClose }: { payment: PaymentForAdmin | null; onClose(): void }) {
  const { t } = useTranslator();
  // The form stays while the dialog leaves the screen.
  const latest = useRef<PaymentForAdmin>(null);
  if (payment) latest.current = payment;
  return (
    <PageDialog param="review" open={payment !== null} onClose={onClose} title={t('payments.reviewTitle')} discard>
      {latest.current && <ReviewForm key={latest.current._id} payment={latest.current} onDone={onClose} />}
    </PageDialog>
  );
}

/** Why a payment cannot make the sale, where the sentence about its cause does not say it. */
const ONLY_REFUND = {
  risk: 'payments.reviewPart',
  amount: undefined,
  currency: 'payments.reviewCurrency',
  reference: 'payments.reviewReference',
} as const;

/** The form of the decision. */
export function ReviewForm({ payment, onDone }: { payment: PaymentForAdmin; onDone(): void }) {
  const { t, money } = useTranslator();
  const form = useFetcherForm(reviewForm, { own: { id: payment._id }, onDone });
  const decision = form.field('decision');
  const left = money(payment.left);
  // As the server: a payment that differs from its booking, or went back in part, makes no sale.
  const mayRelease = payment.review === 'risk' && payment.returned === 0;
  const onlyRefund = ONLY_REFUND[payment.review ?? 'risk'];

  return (
    <form.Form method="post" {...form.formProps} className="form">
      <p>{t(`payments.why.${payment.review ?? 'risk'}`, { item: payment.itemName, amount: money(payment.amount) })}</p>
      <input type="hidden" name="key" value={form.key} />
      <input type="hidden" name="id" value={payment._id} />
      <input type="hidden" name="item" value={payment.itemName} />
      {mayRelease ? (
        <ChoiceCards
          legend={t('payments.decision')}
          name={decision.name}
          id={decision.id}
          defaultValue={decision.defaultValue}
          error={decision.error}
          options={[
            { value: 'release', label: t('payments.release'), hint: t('payments.releaseHint') },
            { value: 'refund', label: t('payments.refundIt'), hint: t('payments.refundHint', { amount: left }) },
          ]}
        />
      ) : (
        <>
          {onlyRefund && <p>{t(onlyRefund)}</p>}
          <p>{t('payments.refundHint', { amount: left })}</p>
          <input type="hidden" name={decision.name} value="refund" />
        </>
      )}
      <TextField {...form.field('reason')} label={t('payments.reason')} autoComplete="off" />
      <FormFooter form={form} pendingLabel={t('payments.saving')}>
        {t(mayRelease ? 'payments.decide' : 'payments.refundIt')}
      </FormFooter>
    </form.Form>
  );
}
