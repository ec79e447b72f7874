import './booking-next.css';
import { Link } from 'react-router';
import { formatDeadline } from '#i18n/deadline-format.ts';
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
  },
  buyers: {
    pay: undefined,
    hand_over: 'buyers.next.hand_over',
    bring_cash: undefined,
    confirm: 'buyers.next.confirm',
    inspect: 'buyers.next.inspect',
  },
} as const;

const DISPUTE_LINES = {
  orders: { buyer: 'orders.next.disputeYou', seller: 'orders.next.disputeOther' },
  buyers: { buyer: 'buyers.next.disputeOther', seller: 'orders.next.disputeYou' },
} as const;

type List = keyof typeof LINES;

function lineOf({ step, by }: NonNullable<Booking['next']>, to: List) {
  if (step !== 'dispute') return LINES[to][step];
  if (by === 'store') return 'orders.next.disputeStore';
  return by === 'clock' ? 'orders.next.dispute' : DISPUTE_LINES[to][by];
}

/** The next step of a booking with its actor and its deadline, and the link to its page. */
export function BookingNext({ booking, to }: { booking: Pick<Booking, '_id' | 'itemName' | 'next'>; to: List }) {
  const { t, language } = useTranslator();
  const { _id, itemName: name, next } = booking;
  const line = next && lineOf(next, to);
  return (
    <div className="booking-next">
      {line && <small>{t(line, { date: next.until ? formatDeadline(language, next.until) : '' })}</small>}
      <Link className="text-link tap-link" to={`/dashboard/my${to}/${_id}`} aria-label={t('orders.openFor', { name })}>
        {t('orders.open')}
      </Link>
    </div>
  );
}
