import { ShieldCheck } from 'lucide-react';
import type { PageMethod } from '#modules/bookings/rules.ts';
import { useTranslator } from '#platform/web/translator.tsx';
import { WayForm } from './way-form.tsx';

/** The form that leads to the page of a provider. */
export function WalletForm({ bookingId, way }: { bookingId: string; way: PageMethod }) {
  const { t } = useTranslator();
  return (
    <WayForm
      bookingId={bookingId}
      way={way}
      label={t(`pay.${way}Go`)}
      pendingLabel={t('pay.leaving')}
      note={
        <p className="payment-safe">
          <ShieldCheck className="icon" aria-hidden />
          {t('pay.hold')}
        </p>
      }
    >
      <p>{t(`pay.${way}Body`)}</p>
    </WayForm>
  );
}
