import type { PageMethod } from '#modules/bookings/rules.ts';
import { useTranslator } from '#platform/web/translator.tsx';
import { LinkButton } from '#ui/button.tsx';

type Ended = 'expired' | 'cancelled' | 'refunded' | 'bank_dispute' | 'refund_due' | 'review';

/** Shows why a booking cannot be paid: it ended, or its payment is refunded, disputed or under review. */
export function EndedPanel(props: {
  state: Ended;
  item: string;
  categoryId: string;
  /** The provider from whose page the buyer came back. */
  back?: PageMethod | undefined;
}) {
  const { state, item, categoryId, back } = props;
  const { t } = useTranslator();
  // The order may still become a sale: no other item is offered.
  const mayBecomeSale = state === 'review' || state === 'bank_dispute';
  return (
    <section className="payment-panel">
      <h1 tabIndex={-1}>{t(`pay.${state}Title`)}</h1>
      <p>{t(`pay.${state}Body`, { item })}</p>
      {back && (state === 'expired' || state === 'cancelled') && (
        <p>{t('pay.endedBack', { method: t(`pay.name.${back}`) })}</p>
      )}
      <div className="payment-answers">
        {!mayBecomeSale && <LinkButton to={`/products/${categoryId}`}>{t('products.similar')}</LinkButton>}
        <LinkButton look={mayBecomeSale ? 'brand' : 'ghost'} to="/dashboard/myorders">
          {t('dash.orders')}
        </LinkButton>
      </div>
    </section>
  );
}
