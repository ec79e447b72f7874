import { type RefObject, useRef } from 'react';
import { data } from 'react-router';
import { getBooking, type Order } from '#modules/bookings/contract.ts';
import { nullIfMissing } from '#platform/contract/call-client.ts';
import { toastedAction } from '#platform/forms/action-result.ts';
import { authenticatedAction } from '#platform/forms/run-action.ts';
import { authenticatedLoader, cachedClientLoader, type UserRequest } from '#platform/web/authenticated-loader.ts';
import { useTranslator } from '#platform/web/translator.tsx';
import type { Route } from './+types/order.ts';
import { actOnOrder, type OrderResult } from './act-on-order.ts';
import { ContactCard } from './contact-card.tsx';
import { drawQr, type QrDrawing } from './draw-qr.ts';
import { MissingOrder } from './missing-order.tsx';
import { PaymentCard } from './money-card.tsx';
import { OrderActions } from './order-actions.tsx';
import { phaseOf } from './order-facts.ts';
import { OrderHead } from './order-head.tsx';
import { OrderPanel } from './order-panel.tsx';
import { Timeline } from './timeline.tsx';
import { usePhaseFocus } from './use-phase-focus.ts';

export const handle = { thing: 'order.thing' } as const;

/** The order is null, with the status 404, when the buyer has none with this id. */
export const loader = authenticatedLoader(async ({ api, params }: UserRequest<Route.LoaderArgs['params']>) => {
  const order = await api.send(getBooking, { params }).catch(nullIfMissing);
  const qr = order?.handover && drawQr(order.handover.qr);
  return data({ order, qr, now: Date.now() }, { status: order ? 200 : 404 });
});
export const clientLoader = cachedClientLoader<Route.ClientLoaderArgs>();
export const action = authenticatedAction(actOnOrder, 'act.failed');

/** Runs the form on the server, then leaves for the provider's page when the result names one. */
export function clientAction(args: Route.ClientActionArgs) {
  const serverAction = async () => leaveForPage(await args.serverAction());
  return toastedAction<Route.ClientActionArgs>(() => 'act.failed')({ ...args, serverAction });
}

/** Goes to the provider's page, if the result names one. Ends when the buyer comes back by the back key. */
async function leaveForPage<T extends OrderResult>(result: T): Promise<T> {
  if (!result.leaveTo) return result;
  location.assign(result.leaveTo);
  await new Promise((resolve) => addEventListener('pageshow', resolve, { once: true }));
  // The browser restored the page from before: a payment may have been made since.
  location.reload();
  return result;
}

export default function OrderPage({ loaderData: { order, qr, now } }: Route.ComponentProps) {
  const { t } = useTranslator();
  const heading = useRef<HTMLHeadingElement>(null);
  usePhaseFocus(heading, phaseOf(order));
  const back = { to: '/dashboard/myorders', label: t('dash.orders') };
  if (!order) return <MissingOrder back={back} />;
  return (
    <>
      <OrderHead deal={order} back={back} title={t('order.title', { item: order.itemName })} heading={order.itemName} />
      <OrderColumns order={order} qr={qr} now={now} heading={heading} />
    </>
  );
}

interface OrderColumnsProps {
  order: Order;
  qr: QrDrawing | undefined;
  /** When the page was loaded, by the server's clock. */
  now: number;
  heading: RefObject<HTMLHeadingElement | null>;
}

function OrderColumns({ order, qr, now, heading }: OrderColumnsProps) {
  return (
    <div className="order">
      <div className="order-column">
        <OrderPanel order={order} qr={qr} now={now} heading={heading} />
        <OrderActions order={order} heading={heading} />
        <Timeline deal={order} side="buyer" />
      </div>
      <div className="order-column">
        <ContactCard deal={order} side="buyer" />
        <PaymentCard deal={order} />
      </div>
    </div>
  );
}
