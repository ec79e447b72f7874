import './my-orders.css';
import { useRef } from 'react';
import { toastedAction } from '#platform/forms/action-result.ts';
import { RowQuestion } from '#platform/forms/row-question.tsx';
import { authenticatedAction } from '#platform/forms/run-action.ts';
import { useRowAction } from '#platform/forms/use-row-action.ts';
import { PageHead } from '#platform/lists/page-head.tsx';
import { authenticatedLoader, cachedClientLoader } from '#platform/web/authenticated-loader.ts';
import { useTranslator } from '#platform/web/translator.tsx';
import { Alert } from '#ui/alert.tsx';
import { LinkButton } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import type { Route } from './+types/my-orders.ts';
import { cancel, loadOrders } from './orders.ts';
import { OrdersTable } from './orders-table.tsx';

export const handle = { title: 'dash.orders', thing: 'orders.thing' } as const;

export const loader = authenticatedLoader(loadOrders);
export const clientLoader = cachedClientLoader<Route.ClientLoaderArgs>();
export const action = authenticatedAction(cancel, 'orders.cancelFailed');
export const clientAction = toastedAction<Route.ClientActionArgs>(() => 'orders.cancelFailed');

export default function MyOrders({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslator();
  const { bookings, more } = loaderData;
  const heading = useRef<HTMLHeadingElement>(null);
  const cancelling = useRowAction(bookings, () => '', heading);
  const unpaid = bookings.filter(({ next }) => next?.step === 'pay').length;

  return (
    <>
      <PageHead texts={handle} heading={heading} />
      <RowQuestion
        of={cancelling}
        question={({ _id: id, itemName: name }) => ({
          fields: { id, name },
          title: t('orders.cancelQ', { name }),
          effect: t('orders.cancelEffect'),
          keepLabel: t('common.keepIt'),
          confirmLabel: t('orders.cancel'),
          pendingLabel: t('orders.cancelling'),
        })}
      />
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
        <OrdersTable bookings={bookings} more={more} cancelling={cancelling} />
      )}
    </>
  );
}
