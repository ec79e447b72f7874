import { Link } from 'react-router';
import { formatDeadline } from '#i18n/deadline-format.ts';
import { OpenerButton } from '#platform/forms/before-script.tsx';
import type { RowAction } from '#platform/forms/use-row-action.ts';
import { MoreRows } from '#platform/lists/more-rows.tsx';
import { type Translator, useTranslator } from '#platform/web/translator.tsx';
import { LinkButton } from '#ui/button.tsx';
import { Chip } from '#ui/chip.tsx';
import { type Column, DataTable } from '#ui/data-table.tsx';
import { Picture } from '#ui/picture.tsx';
import type { Booking } from '../contract.ts';
import { isPayable, isSale, shownState } from '../rules.ts';
import { BookingNext } from './booking-next.tsx';
import { PickupPoints } from './pickup-points.tsx';
import { SaleChips } from './sale-chips.tsx';

/** The buyer's bookings, with their state and actions. */
export function OrdersTable(props: { bookings: Booking[]; more: boolean; cancelling: RowAction<Booking> }) {
  const translator = useTranslator();
  const { t } = translator;
  return (
    <DataTable
      caption={t('dash.orders')}
      columns={columns(translator, props.cancelling)}
      rows={props.bookings}
      rowMark={(booking) => (booking.state === 'held' || isSale(booking.state) ? undefined : 'gone')}
      foot={props.more && <MoreRows />}
    />
  );
}

function columns({ t, language, money, number, date }: Translator, cancelling: RowAction<Booking>): Column<Booking>[] {
  return [
    { header: t('orders.index'), cell: (_, index) => number(index + 1), phone: 'hidden' },
    {
      header: t('col.avatar'),
      cell: (booking) => <Picture src={booking.image} alt="" sizes="76px" />,
      phone: 'picture',
    },
    {
      header: t('col.name'),
      names: true,
      cell: ({ itemId, itemName, isItemRemoved, createdAt, holdUntil, ...points }) => (
        <>
          {isItemRemoved ? (
            itemName
          ) : (
            <Link className="text-link" to={`/items/${itemId}`}>
              {itemName}
            </Link>
          )}
          <small>
            {holdUntil
              ? t('orders.holdEnds', { date: formatDeadline(language, holdUntil) })
              : t('orders.bookedOn', { date: date(createdAt) })}
          </small>
          <PickupPoints of={points} to="buyer" />
        </>
      ),
      phone: 'title',
    },
    {
      header: t('col.price'),
      cell: (booking) => <b className="num">{money(booking.itemPrice)}</b>,
      phone: 'value',
    },
    {
      header: t('col.status'),
      cell: (booking) => (
        <div className="order-status">
          <OrderStatus booking={booking} cancelling={cancelling} />
          <BookingNext booking={booking} to="orders" />
        </div>
      ),
      phone: 'wide',
    },
  ];
}

/** The Pay button while the booking can be paid, its state otherwise. */
function OrderStatus({ booking, cancelling }: { booking: Booking; cancelling: RowAction<Booking> }) {
  const { t } = useTranslator();
  const { itemName: name } = booking;
  const state = shownState(booking);
  if (state === 'bank_dispute' || state === 'refund_due' || state === 'review')
    return <Chip tone="wait">{t(`orders.${state}`)}</Chip>;
  if (isSale(state)) return <SaleChips state={state} paid={t('status.paid')} />;
  if (!isPayable(state)) return <Chip tone="mute">{t(`orders.${state}`)}</Chip>;
  return (
    <>
      {booking.method === 'cash' && <Chip tone="wait">{t('orders.cash')}</Chip>}
      <LinkButton size="sm" to={`/dashboard/payment/${booking._id}`} aria-label={t('orders.payFor', { name })}>
        {t('pay.button')}
      </LinkButton>
      {/* A booking for cash is called off with a reason, on its page. */}
      {booking.method !== 'cash' && (
        <OpenerButton
          {...cancelling.opener(booking)}
          size="sm"
          look="quiet"
          aria-label={t('orders.cancelFor', { name })}
        >
          {t('orders.cancel')}
        </OpenerButton>
      )}
    </>
  );
}
