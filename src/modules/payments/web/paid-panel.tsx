import { CircleCheck, QrCode } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import type { Order } from '#modules/bookings/contract.ts';
import { pickupPoint } from '#modules/bookings/rules.ts';
import { useHydrated } from '#platform/forms/before-script.tsx';
import { useTranslator } from '#platform/web/translator.tsx';
import { LinkButton } from '#ui/button.tsx';
import { CopyButton } from '#ui/copy-button.tsx';

/** Shows a recorded payment. */
export function PaidPanel(props: {
  booking: Pick<Order, '_id' | 'location' | 'sellerLocation'>;
  transactionId: string | undefined;
}) {
  const { t } = useTranslator();
  const { location: own, sellerLocation: sellers = '' } = props.booking;
  const location = pickupPoint(props.booking);
  return (
    <Panel
      title={t('pay.ok')}
      transactionId={props.transactionId}
      next={
        <LinkButton
          size="lg"
          to={`/dashboard/myorders/${props.booking._id}`}
          icon={<QrCode className="icon" aria-hidden />}
        >
          {t('pay.seeCode')}
        </LinkButton>
      }
    >
      {location === undefined ? t('pay.nextTwoPoints', { sellers, own }) : t('pay.next', { location })}
    </Panel>
  );
}

/** Shows a payment that the provider has confirmed and the store will record later. */
export function UnrecordedPanel({ transactionId }: { transactionId: string }) {
  const { t } = useTranslator();
  return (
    <Panel title={t('pay.laterTitle')} transactionId={transactionId}>
      {t('pay.laterBody')}
    </Panel>
  );
}

/** Replaces the form and takes the focus. */
function Panel(props: {
  title: string;
  transactionId: string | undefined;
  /** The main link. */
  next?: ReactNode;
  children: ReactNode;
}) {
  const { t } = useTranslator();
  const { title, transactionId, next, children } = props;
  const hydrated = useHydrated();
  const panel = useRef<HTMLElement>(null);
  useEffect(() => panel.current?.focus(), []);
  return (
    <section className="payment-panel" ref={panel} tabIndex={-1} aria-labelledby="paid-title">
      <CircleCheck className="payment-sign" aria-hidden />
      <h1 id="paid-title">{title}</h1>
      <p>{children}</p>
      <div className="payment-answers">
        {next}
        <LinkButton look={next ? 'ghost' : 'brand'} to="/dashboard/myorders">
          {t('dash.orders')}
        </LinkButton>
        <LinkButton look="ghost" to="/#collections">
          {t('pay.keepShopping')}
        </LinkButton>
      </div>
      {/* Below the links: its button appears with the script, and must not move a link that is just pressed. */}
      {transactionId && (
        <p className="payment-id">
          <span>{t('pay.id', { id: transactionId })}</span>
          {hydrated && (
            <CopyButton
              look="quiet"
              size="sm"
              text={transactionId}
              copied={t('pay.copied')}
              refused={t('pay.notCopied')}
            >
              {t('pay.copy')}
            </CopyButton>
          )}
        </p>
      )}
    </section>
  );
}
