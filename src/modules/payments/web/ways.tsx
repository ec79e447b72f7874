import './ways.css';
import { Banknote, CreditCard, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { useFetcher } from 'react-router';
import type { Order } from '#modules/bookings/contract.ts';
import type { Method } from '#modules/bookings/rules.ts';
import type { ActionResult } from '#platform/forms/action-result.ts';
import { useFormKey, useReply } from '#platform/forms/before-script.tsx';
import { useTranslator } from '#platform/web/translator.tsx';
import { Alert } from '#ui/alert.tsx';
import { Button, LinkButton } from '#ui/button.tsx';

interface WaysProps {
  booking: Pick<Order, '_id' | 'method' | 'cash' | 'holdUntil'>;
  /** The form of a card. */
  children: ReactNode;
  onChoose(way: Method): void;
}

/**
 * The ways to pay, and what belongs to the chosen one. The styles show it by the checked button, so that a choice needs no
 * script.
 */
export function Ways({ booking, children, onChoose }: WaysProps) {
  const { t } = useTranslator();
  const { method = 'card', cash } = booking;
  const isCash = method === 'cash';
  const mayPayCash = isCash || cash.offered;
  return (
    <div className="ways">
      <fieldset>
        <legend className="field-label">{t('pay.how')}</legend>
        <label>
          <input type="radio" name="way" value="card" defaultChecked={!isCash} onChange={() => onChoose('card')} />
          <b>{t('pay.cardWay')}</b>
          <small>{t('pay.cardHint')}</small>
          <CreditCard className="icon" aria-hidden />
        </label>
        <label data-off={!mayPayCash || undefined}>
          <input
            type="radio"
            name="way"
            value="cash"
            defaultChecked={isCash}
            disabled={!mayPayCash}
            onChange={() => onChoose('cash')}
          />
          <b>{t('pay.cash')}</b>
          <small>{mayPayCash || !cash.reason ? t('pay.cashHint') : t(`pay.cash.${cash.reason}`)}</small>
          <Banknote className="icon" aria-hidden />
        </label>
      </fieldset>
      <div className="ways-card">{children}</div>
      {mayPayCash && (
        <div className="ways-cash">
          {isCash ? <CashChosen bookingId={booking._id} /> : <CashForm booking={booking} />}
        </div>
      )}
    </div>
  );
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
function CashForm({ booking: { _id, cash } }: Pick<WaysProps, 'booking'>) {
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
