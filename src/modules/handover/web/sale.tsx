import { useRef } from 'react';
import { data } from 'react-router';
import { getSale } from '#modules/bookings/contract.ts';
import { isMeeting } from '#modules/bookings/rules.ts';
import { nullIfMissing } from '#platform/contract/call-client.ts';
import { toastedAction } from '#platform/forms/action-result.ts';
import { authenticatedAction } from '#platform/forms/run-action.ts';
import { authenticatedLoader, cachedClientLoader, type UserRequest } from '#platform/web/authenticated-loader.ts';
import { useTranslator } from '#platform/web/translator.tsx';
import type { Route } from './+types/sale.ts';
import { actOnOrder } from './act-on-order.ts';
import { ContactCard } from './contact-card.tsx';
import { MissingOrder } from './missing-order.tsx';
import { EarningCard } from './money-card.tsx';
import { phaseOf } from './order-facts.ts';
import { OrderHead } from './order-head.tsx';
import { SaleActions } from './sale-actions.tsx';
import { SalePanel } from './sale-panel.tsx';
import { Timeline } from './timeline.tsx';
import { usePhaseFocus } from './use-phase-focus.ts';

export const handle = { thing: 'order.thing' } as const;

/** The sale is null, with the status 404, when the seller has none with this id. */
export const loader = authenticatedLoader(async ({ api, params }: UserRequest<Route.LoaderArgs['params']>) => {
  const sale = await api.send(getSale, { params: { bookingId: params.id } }).catch(nullIfMissing);
  return data({ sale }, { status: sale ? 200 : 404 });
});
export const clientLoader = cachedClientLoader<Route.ClientLoaderArgs>();
export const action = authenticatedAction(actOnOrder, 'act.failed');
export const clientAction = toastedAction<Route.ClientActionArgs>(() => 'act.failed');

export default function SalePage({ loaderData: { sale } }: Route.ComponentProps) {
  const { t } = useTranslator();
  const heading = useRef<HTMLHeadingElement>(null);
  usePhaseFocus(heading, phaseOf(sale));
  const back = { to: '/dashboard/mybuyers', label: t('dash.buyers') };
  if (!sale) return <MissingOrder back={back} />;
  const title = t(isMeeting(sale) ? 'hand.title' : 'order.sale', { item: sale.itemName });
  return (
    <>
      <OrderHead deal={sale} back={back} title={title} heading={title} />
      <div className="order">
        <div className="order-column">
          <SalePanel sale={sale} heading={heading} />
          <SaleActions sale={sale} heading={heading} />
          <Timeline deal={sale} side="seller" />
        </div>
        <div className="order-column">
          <ContactCard deal={sale} side="seller" />
          <EarningCard deal={sale} />
        </div>
      </div>
    </>
  );
}
