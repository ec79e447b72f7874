import { Link } from 'react-router';
import { formatDeadline } from '#i18n/deadline-format.ts';
import type { RowAction } from '#platform/forms/use-row-action.ts';
import { MoreRows } from '#platform/lists/more-rows.tsx';
import { type Translator, useTranslator } from '#platform/web/translator.tsx';
import { type Column, DataTable } from '#ui/data-table.tsx';
import { Picture } from '#ui/picture.tsx';
import type { Booking } from '../contract.ts';
import { isSale } from '../rules.ts';
import { BookingNext } from './booking-next.tsx';
import { OrderStatus } from './order-status.tsx';
import { PickupPoints } from './pickup-points.tsx';

export function OrdersTable(props: { bookings: Booking[]; more: boolean; cancelling: RowAction<Booking> }) {
  const words = useTranslator();
  const { t } = words;
  return (
    <DataTable
      caption={t('dash.orders')}
      columns={columns(words, props.cancelling)}
      rows={props.bookings}
      rowKey={(booking) => booking._id}
      rowMark={(booking) => (booking.state === 'held' || isSale(booking.state) ? undefined : 'gone')}
      foot={props.more && <MoreRows />}
    />
  );
}

function columns({ t, language, money, number, date }: Translator, cancelling: RowAction<Booking>): Column<Booking>[] {
  return [
    { key: 'index', header: t('orders.index'), cell: (_, index) => number(index + 1), phone: 'hidden' },
    {
      key: 'avatar',
      header: t('col.avatar'),
      cell: (booking) => <Picture src={booking.image} alt="" sizes="76px" />,
      phone: 'picture',
    },
    {
      key: 'name',
      header: t('col.name'),
      names: true,
      cell: ({ itemId, itemName, createdAt, holdUntil, ...points }) => (
        <>
          <Link className="text-link" to={`/items/${itemId}`}>
            {itemName}
          </Link>
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
      key: 'price',
      header: t('col.price'),
      cell: (booking) => <b className="num">{money(booking.itemPrice)}</b>,
      phone: 'value',
    },
    {
      key: 'status',
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
