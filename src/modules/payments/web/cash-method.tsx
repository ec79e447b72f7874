import { Banknote } from 'lucide-react';
import type { Order } from '#modules/bookings/contract.ts';
import { useTranslator } from '#platform/web/translator.tsx';
import { Alert } from '#ui/alert.tsx';
import { LinkButton } from '#ui/button.tsx';
import { MethodForm } from './method-form.tsx';

type CashBooking = Pick<Order, '_id' | 'method' | 'cash'>;

/** The form that chooses cash, or the link to the code once it is chosen. */
export function CashMethod({ booking }: { booking: CashBooking }) {
  return booking.method === 'cash' ? <CashChosen bookingId={booking._id} /> : <CashForm booking={booking} />;
}

function CashChosen({ bookingId }: { bookingId: string }) {
  const { t } = useTranslator();
  return (
    <>
      <p>{t('pay.cashChosen')}</p>
      <LinkButton size="lg" className="payment-pay" to={`/dashboard/myorders/${bookingId}`}>
        {t('pay.seeCode')}
      </LinkButton>
    </>
  );
}

/** Leads to the page of the order, which then shows the code. */
function CashForm({ booking: { _id, cash } }: { booking: CashBooking }) {
  const { t, date } = useTranslator();
  return (
    <MethodForm
      bookingId={_id}
      method="cash"
      label={t('pay.cashGo')}
      pendingLabel={t('pay.cashGoing')}
      icon={<Banknote className="icon" aria-hidden />}
    >
      <Alert tone="warning" announce={false}>
        {t('pay.cashBody', { date: cash.until ? date(cash.until) : '' })}
      </Alert>
    </MethodForm>
  );
}
