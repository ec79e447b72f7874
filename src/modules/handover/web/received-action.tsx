import type { ComponentProps, ReactNode, RefObject } from 'react';
import type { Order } from '#modules/bookings/contract.ts';
import { useTranslator } from '#platform/web/translator.tsx';
import type { Button } from '#ui/button.tsx';
import { ConfirmedAction } from './confirmed-action.tsx';

/** "I have it": the buyer confirms the handover without the code. */
export function ReceivedAction(props: {
  order: Order;
  icon: ReactNode;
  size?: ComponentProps<typeof Button>['size'];
  look?: ComponentProps<typeof Button>['look'];
  heading: RefObject<HTMLElement | null>;
}) {
  const { order, ...button } = props;
  const { t } = useTranslator();
  return (
    <ConfirmedAction
      {...button}
      id={order._id}
      intent="received"
      label={t('act.haveIt')}
      question={{
        title: t('act.haveItQ', { item: order.itemName }),
        effect: t(order.method === 'cash' ? 'act.haveItCash' : 'act.haveItEffect'),
        sure: t('act.haveItSure'),
      }}
    />
  );
}
