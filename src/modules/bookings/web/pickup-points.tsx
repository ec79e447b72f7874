import { useTranslator } from '#platform/web/translator.tsx';
import type { Booking } from '../contract.ts';
import { pickupPoint } from '../rules.ts';

type Points = Pick<Booking, 'location' | 'sellerLocation'>;

/** The pick-up point of a booking; the seller's and the buyer's where they differ. Nothing when neither is known. */
export function PickupPoints({ of: { location, sellerLocation }, to }: { of: Points; to: 'buyer' | 'seller' }) {
  const { t } = useTranslator();
  const point = pickupPoint({ location, sellerLocation });
  if (point === '') return null;
  if (point) return <small className="pickup-point">{t('orders.point', { point })}</small>;
  const [sellers, buyers] =
    to === 'buyer'
      ? (['orders.pointSeller', 'orders.pointBuyer'] as const)
      : (['buyers.pointSeller', 'buyers.pointBuyer'] as const);
  return (
    <>
      <small className="pickup-point">{t(sellers, { point: sellerLocation ?? '' })}</small>
      <small className="pickup-point">{t(buyers, { point: location })}</small>
    </>
  );
}
