import './my-buyers.css';
import { UserRound } from 'lucide-react';
import { Link } from 'react-router';
import { formatDeadline } from '#i18n/deadline-format.ts';
import { MoreRows } from '#platform/lists/more-rows.tsx';
import { PageHead } from '#platform/lists/page-head.tsx';
import { loadPages, pagesOf } from '#platform/lists/paging.ts';
import { authenticatedLoader, cachedClientLoader } from '#platform/web/authenticated-loader.ts';
import { type Translator, useTranslator } from '#platform/web/translator.tsx';
import { LinkButton } from '#ui/button.tsx';
import { Chip } from '#ui/chip.tsx';
import { type Column, DataTable } from '#ui/data-table.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { Picture } from '#ui/picture.tsx';
import { MetaList } from '#ui/product-facts.tsx';
import { listSellerBookings, type SellerBooking } from '../contract.ts';
import { isSale, shownState } from '../rules.ts';
import type { Route } from './+types/my-buyers.ts';
import { BookingNext } from './booking-next.tsx';
import { PickupPoints } from './pickup-points.tsx';
import { SaleChips } from './sale-chips.tsx';

export const handle = { title: 'dash.buyers', lead: 'buyers.lead', thing: 'buyers.thing' } as const;

export const loader = authenticatedLoader(({ api, user: { email }, url }) =>
  loadPages(pagesOf(url.searchParams), (cursor) => api.send(listSellerBookings, { query: { email, cursor } })),
);
export const clientLoader = cachedClientLoader<Route.ClientLoaderArgs>();

export default function MyBuyers({ loaderData: { items, more } }: Route.ComponentProps) {
  const { t } = useTranslator();
  return (
    <>
      <PageHead texts={handle} />
      {items.length > 0 ? (
        <BuyersTable bookings={items} more={more} />
      ) : (
        <EmptyState
          title={t('buyers.empty')}
          picture="/art/cut-teddy.svg"
          action={<LinkButton to="/dashboard/myproduct">{t('dash.mine')}</LinkButton>}
        />
      )}
    </>
  );
}

function BuyersTable({ bookings, more }: { bookings: SellerBooking[]; more: boolean }) {
  const translator = useTranslator();
  const { t } = translator;
  return (
    <DataTable caption={t('dash.buyers')} columns={columns(translator)} rows={bookings} foot={more && <MoreRows />} />
  );
}

function columns(translator: Translator): Column<SellerBooking>[] {
  const { t, money, number, date } = translator;
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
      header: t('col.price'),
      cell: (booking) => <b className="buyers-price num">{money(booking.itemPrice)}</b>,
      phone: 'value',
    },
    { header: t('buyers.buyer'), cell: (booking) => buyer(booking, translator), phone: 'wide' },
    {
      header: t('col.status'),
      cell: (booking) => (
        <div className="order-status">
          {state(booking, translator)}
          <BookingNext booking={booking} to="buyers" />
        </div>
      ),
      phone: 'wide',
    },
  ];
}

function buyer({ buyerName }: SellerBooking, { t }: Translator) {
  return (
    <div className="buyers-who">
      <MetaList
        items={[
          {
            label: t('buyers.buyer'),
            icon: <UserRound aria-hidden />,
            value: buyerName || t('buyers.gone'),
          },
        ]}
      />
    </div>
  );
}

function state(booking: SellerBooking, { t, language }: Translator) {
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
