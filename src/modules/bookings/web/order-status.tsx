import { OpenerButton } from '#platform/forms/before-script.tsx';
import type { RowAction } from '#platform/forms/use-row-action.ts';
import { useTranslator } from '#platform/web/translator.tsx';
import { LinkButton } from '#ui/button.tsx';
import { Chip } from '#ui/chip.tsx';
import type { Booking } from '../contract.ts';
import { isPayable, isSale, shownState } from '../rules.ts';
import { SaleChips } from './sale-chips.tsx';

/** The Pay button while the booking can be paid, its state otherwise. */
export function OrderStatus({ booking, cancelling }: { booking: Booking; cancelling: RowAction<Booking> }) {
  const { t } = useTranslator();
  const { itemName: name } = booking;
  const state = shownState(booking);
  if (state === 'bank_dispute' || state === 'refund_due') return <Chip tone="wait">{t(`orders.${state}`)}</Chip>;
  if (isSale(state)) return <SaleChips state={state} paid={t('status.paid')} />;
  if (!isPayable(state)) return <Chip tone="mute">{t(`orders.${state}`)}</Chip>;
  return (
    <>
      {booking.method === 'cash' && <Chip tone="wait">{t('orders.cash')}</Chip>}
      <LinkButton size="sm" to={`/dashboard/payment/${booking._id}`} aria-label={t('orders.payFor', { name })}>
        {t('pay.button')}
      </LinkButton>
      <OpenerButton {...cancelling.opener(booking)} size="sm" look="quiet" aria-label={t('orders.cancelFor', { name })}>
        {t('orders.cancel')}
      </OpenerButton>
    </>
  );
}
