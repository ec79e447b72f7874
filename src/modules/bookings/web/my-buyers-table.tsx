import { UserRound } from 'lucide-react';
import { Link } from 'react-router';
import { formatDeadline } from '#i18n/deadline-format.ts';
import { MoreRows } from '#platform/lists/more-rows.tsx';
import { type Translator, useTranslator } from '#platform/web/translator.tsx';
import { Chip } from '#ui/chip.tsx';
import { type Column, DataTable } from '#ui/data-table.tsx';
import { Picture } from '#ui/picture.tsx';
import { MetaList } from '#ui/product-facts.tsx';
import type { BuyerOfMine } from '../contract.ts';
import { isSale, shownState } from '../rules.ts';
import { BookingNext } from './booking-next.tsx';
import { PickupPoints } from './pickup-points.tsx';
import { SaleChips } from './sale-chips.tsx';

export function BuyersTable({ bookings, more }: { bookings: BuyerOfMine[]; more: boolean }) {
  const words = useTranslator();
  const { t } = words;
  return <DataTable caption={t('dash.buyers')} columns={columns(words)} rows={bookings} foot={more && <MoreRows />} />;
}

function columns(words: Translator): Column<BuyerOfMine>[] {
  const { t, money, number, date } = words;
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
      cell: ({ _id, itemName, createdAt, ...points }) => (
        <>
          <Link className="text-link" to={`/dashboard/mybuyers/${_id}`}>
            {itemName}
          </Link>
          <small>{t('orders.bookedOn', { date: date(createdAt) })}</small>
          <PickupPoints of={points} to="seller" />
        </>
      ),
      phone: 'title',
    },
    {
      key: 'price',
      header: t('col.price'),
      cell: (booking) => <b className="buyers-price num">{money(booking.itemPrice)}</b>,
      phone: 'value',
    },
    { key: 'buyer', header: t('buyers.buyer'), cell: (booking) => buyer(booking, words), phone: 'wide' },
    {
      key: 'status',
      header: t('col.status'),
      cell: (booking) => (
        <div className="order-status">
          {state(booking, words)}
          <BookingNext booking={booking} to="buyers" />
        </div>
      ),
      phone: 'wide',
    },
  ];
}

function buyer({ buyerName }: BuyerOfMine, { t }: Translator) {
  return (
    <div className="buyers-who">
      <MetaList
        items={[
          {
            key: 'name',
            label: t('buyers.buyer'),
            icon: <UserRound aria-hidden />,
            value: buyerName || t('buyers.gone'),
          },
        ]}
      />
    </div>
  );
}

function state(booking: BuyerOfMine, { t, language }: Translator) {
  const { holdUntil } = booking;
  const state = shownState(booking);
  if (state === 'bank_dispute' || state === 'refund_due' || state === 'review')
    return <Chip tone="wait">{t(`buyers.${state}`)}</Chip>;
  if (state === 'held')
    return (
      <span className="buyers-held">
        <Chip tone="wait">
          {t(booking.method === 'cash' ? 'buyers.cash' : 'buyers.held', {
            date: holdUntil ? formatDeadline(language, holdUntil) : '',
          })}
        </Chip>
      </span>
    );
  if (isSale(state)) return <SaleChips state={state} paid={t('buyers.paid')} />;
  return <Chip tone="mute">{t(`buyers.${state}`)}</Chip>;
}
