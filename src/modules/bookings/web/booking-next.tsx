import './booking-next.css';
import { Link } from 'react-router';
import { useTranslator } from '#platform/web/translator.tsx';
import type { Booking } from '../contract.ts';

/** The lists say by themselves until when a booking is held. */
const LINES = {
  orders: {
    pay: undefined,
    hand_over: 'orders.next.hand_over',
    bring_cash: 'orders.next.bring_cash',
    confirm: 'orders.next.confirm',
    inspect: 'orders.next.inspect',
    dispute: 'orders.next.dispute',
  },
  buyers: {
    pay: undefined,
    hand_over: 'buyers.next.hand_over',
    bring_cash: undefined,
    confirm: 'buyers.next.confirm',
    inspect: 'buyers.next.inspect',
    dispute: 'buyers.next.dispute',
  },
} as const;

/** The next step of a booking with its actor and its deadline, and the link to its page. */
export function BookingNext({
  booking,
  to,
}: {
  booking: Pick<Booking, '_id' | 'itemName' | 'next'>;
  to: 'orders' | 'buyers';
}) {
  const { t, date } = useTranslator();
  const { _id, itemName: name, next } = booking;
  const line = next && LINES[to][next.step];
  return (
    <div className="booking-next">
      {line && next && <small>{t(line, { date: date(next.until) })}</small>}
      <Link className="text-link tap-link" to={`/dashboard/my${to}/${_id}`} aria-label={t('orders.openFor', { name })}>
        {t('orders.open')}
      </Link>
    </div>
  );
}
