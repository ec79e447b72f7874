import { Banknote, TriangleAlert } from 'lucide-react';
import { useFetcher } from 'react-router';
import type { Order } from '#modules/bookings/contract.ts';
import type { ActionResult } from '#platform/forms/action-result.ts';
import { useFormKey, useReply } from '#platform/forms/before-script.tsx';
import { useTranslator } from '#platform/web/translator.tsx';
import { Alert } from '#ui/alert.tsx';
import { Button, LinkButton } from '#ui/button.tsx';

type CashBooking = Pick<Order, '_id' | 'method' | 'cash'>;

/** The form that chooses cash, or the way to the code once it is chosen. */
export function CashWay({ booking }: { booking: CashBooking }) {
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

/** Sends the choice to the page of the order, which then shows the code. */
function CashForm({ booking: { _id, cash } }: { booking: CashBooking }) {
  const { t, date } = useTranslator();
  const fetcher = useFetcher<ActionResult>();
  const reply = useReply(fetcher);
  const problem = fetcher.state === 'idle' && reply?.done === false ? reply.message : undefined;
  return (
    <fetcher.Form method="post" action={`/dashboard/myorders/${_id}`} className="payment-form">
      <input type="hidden" name="intent" value="cash" />
      <input type="hidden" name="key" value={useFormKey(reply)} />
      <Alert tone="warning" announce={false}>
        {t('pay.cashBody', { date: cash.until ? date(cash.until) : '' })}
      </Alert>
      {problem && (
        <p className="field-error" role="alert">
          <TriangleAlert className="icon" aria-hidden />
          {problem}
        </p>
      )}
      <Button
        type="submit"
        size="lg"
        className="payment-pay"
        pending={fetcher.state !== 'idle'}
        pendingLabel={t('pay.cashGoing')}
        icon={<Banknote className="icon" aria-hidden />}
      >
        {t('pay.cashGo')}
      </Button>
    </fetcher.Form>
  );
}
