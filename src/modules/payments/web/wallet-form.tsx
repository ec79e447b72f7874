import { ShieldCheck } from 'lucide-react';
import type { ReactNode } from 'react';
import type { PageMethod } from '#modules/bookings/rules.ts';
import { useTranslator } from '#platform/web/translator.tsx';
import { MethodForm } from './method-form.tsx';

interface WalletFormProps {
  bookingId: string;
  method: PageMethod;
  /** The result of the last attempt, right above the button. */
  children: ReactNode;
}

/** The form that leads to the page of a provider. */
export function WalletForm({ bookingId, method, children }: WalletFormProps) {
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
      {children}
    </MethodForm>
  );
}
