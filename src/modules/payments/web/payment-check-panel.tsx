import type { PageMethod } from '#modules/bookings/rules.ts';
import { useTranslator } from '#platform/web/translator.tsx';
import { LinkButton } from '#ui/button.tsx';

/** Says that the store is fetching a payment from its provider. Without scripts the page reloads until the payment has ended. */
export function PaymentCheckPanel(props: {
  bookingId: string;
  method: PageMethod;
  isLong: boolean;
  /** The provider did not answer. */
  isUnavailable: boolean | undefined;
}) {
  const { bookingId, method, isLong, isUnavailable } = props;
  const { t } = useTranslator();
  const values = { method: t(`pay.name.${method}`) };
  const page = `/dashboard/payment/${bookingId}`;
  return (
    <section className="payment-asking stitched tone-lilac" role="status">
      <noscript>
        <meta httpEquiv="refresh" content="4" />
      </noscript>
      <span className="payment-spin" aria-hidden />
      <h1 tabIndex={-1}>{t('pay.asking', values)}</h1>
      <p>{t(isUnavailable ? 'pay.askingUnavailable' : isLong ? 'pay.askingLong' : 'pay.askingBody', values)}</p>
      {!isUnavailable && (
        <div className="payment-answers">
          <LinkButton look="white" to={page} replace>
            {t('pay.change')}
          </LinkButton>
        </div>
      )}
    </section>
  );
}
