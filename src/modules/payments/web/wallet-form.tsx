import { ShieldCheck } from 'lucide-react';
import type { PageMethod } from '#modules/bookings/rules.ts';
import { useTranslator } from '#platform/web/translator.tsx';
import { MethodForm } from './method-form.tsx';

/** The form that leads to the page of a provider. */
export function WalletForm({ bookingId, method }: { bookingId: string; method: PageMethod }) {
  const { t } = useTranslator();
  return (
    <MethodForm
      bookingId={bookingId}
      method={method}
      label={t(`pay.${method}Go`)}
      pendingLabel={t('pay.leaving')}
      note={
        <p className="payment-safe">
          <ShieldCheck className="icon" aria-hidden />
          {t('pay.hold')}
        </p>
      }
    >
      <p>{t(`pay.${method}Body`)}</p>
    </MethodForm>
  );
}
