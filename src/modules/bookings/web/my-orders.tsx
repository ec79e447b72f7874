import './my-orders.css';
import { useRef, useState } from 'react';
import { useFetcher } from 'react-router';
import { authenticatedLoader, cachedClientLoader } from '#platform/web/authenticated-loader.ts';
import { PageHead } from '#platform/web/page-head.tsx';
import { useTranslator } from '#platform/web/translator.tsx';
import { Alert } from '#ui/alert.tsx';
import { LinkButton } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { ConfirmDialog } from '#ui/lazy-overlays.tsx';
import type { Booking } from '../contract.ts';
import type { Route } from './+types/my-orders.ts';
import { cancel, loadOrders } from './orders.ts';
import { OrdersTable } from './orders-table.tsx';

export const handle = { title: 'dash.orders', thing: 'orders.thing' } as const;

export function loader(args: Route.LoaderArgs) {
  return authenticatedLoader(args, loadOrders);
}

export function clientLoader(args: Route.ClientLoaderArgs) {
  return cachedClientLoader(args);
}
clientLoader.hydrate = true as const;

export function clientAction({ request }: Route.ClientActionArgs) {
  return cancel(request);
}

export default function MyOrders({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslator();
  const { bookings, more } = loaderData;
  const heading = useRef<HTMLHeadingElement>(null);
  // Null: the button that opened the question. It is gone after a cancellation.
  const finalFocus = useRef<HTMLElement>(null);
  const [asked, setAsked] = useState<Booking | null>(null);
  const fetcher = useFetcher();
  const unpaid = bookings.filter((booking) => booking.state === 'held').length;

  async function confirmCancel(booking: Booking) {
    await fetcher.submit({ id: booking._id, name: booking.itemName }, { method: 'post' });
    finalFocus.current = heading.current;
    setAsked(null);
  }
  function ask(booking: Booking) {
    finalFocus.current = null;
    setAsked(booking);
  }

  return (
    <>
      <PageHead texts={handle} heading={heading} />
      {unpaid > 0 && (
        <div className="orders-banner">
          <Alert tone="warning" announce={false}>
            {unpaid === 1 ? t('orders.waitingOne') : t('orders.waiting', { n: unpaid })}
          </Alert>
        </div>
      )}
      {bookings.length === 0 ? (
        <EmptyState
          title={t('orders.empty')}
          picture="/art/cut-pram.svg"
          action={<LinkButton to="/#collections">{t('home.collections')}</LinkButton>}
        >
          {t('orders.emptyBody')}
        </EmptyState>
      ) : (
        <OrdersTable bookings={bookings} more={more} onCancel={ask} />
      )}
      <ConfirmDialog
        open={asked !== null}
        onClose={() => setAsked(null)}
        onConfirm={() => asked && confirmCancel(asked)}
        title={t('orders.cancelQ', { name: asked?.itemName ?? '' })}
        effect={t('orders.cancelEffect')}
        keepLabel={t('common.keepIt')}
        confirmLabel={t('orders.cancel')}
        pending={fetcher.state !== 'idle'}
        pendingLabel={t('orders.cancelling')}
        finalFocus={finalFocus}
      />
    </>
  );
}
