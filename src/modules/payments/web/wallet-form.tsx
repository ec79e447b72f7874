import { ShieldCheck } from 'lucide-react';
import { useTranslator } from '#platform/web/translator.tsx';
import { WayForm } from './way-form.tsx';

/** Ways whose payment is made on the page of a provider. */
export type Wallet = 'bkash' | 'sslcommerz';

/** The form that leads to the page of a provider. */
export function WalletForm({ bookingId, way }: { bookingId: string; way: Wallet }) {
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
