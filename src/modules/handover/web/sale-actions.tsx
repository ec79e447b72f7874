import { type RefObject, useState } from 'react';
import { useSearchParams } from 'react-router';
import type { Sale } from '#modules/bookings/contract.ts';
import { useTranslator } from '#platform/web/translator.tsx';
import { ActionList } from './action-list.tsx';
import { CallOffAction } from './call-off-action.tsx';
import { ConfirmedItem } from './confirmed-item.tsx';
import { CallOffDialog } from './lazy-dialogs.tsx';
import { NoShowActions } from './no-show-actions.tsx';
import { mayCallOff, otherName } from './order-facts.ts';

/** Further actions of a seller: hand over without the code, report a no-show, call the booking off. */
export function SaleActions({ sale, heading }: { sale: Sale; heading: RefObject<HTMLHeadingElement | null> }) {
  const { t } = useTranslator();
  const [search] = useSearchParams();
  const [isOpen, setOpen] = useState(search.get('open') === 'calloff');
  const canCallOff = mayCallOff(sale, 'seller');
  if (!canCallOff && !sale.noShowFrom && !sale.contradictUntil) return null;
  const name = otherName(sale, t);
  return (
    <>
      <ActionList>
        {sale.next?.step === 'hand_over' && (
          <ConfirmedItem
            id={sale._id}
            intent="claim"
            hint={t('hand.noCodeHint', { name })}
            label={t('hand.noCode')}
            question={{
              title: t('hand.noCodeQ'),
              effect: t('hand.noCodeHint', { name }),
              sure: t('hand.noCodeSure', { name }),
            }}
            heading={heading}
          />
        )}
        <NoShowActions deal={sale} heading={heading} />
        {canCallOff && (
          <CallOffAction deal={sale} opener={{ name: 'open', value: 'calloff', open: () => setOpen(true) }} />
        )}
      </ActionList>
      {canCallOff && <CallOffDialog deal={sale} side="seller" open={isOpen} onClose={() => setOpen(false)} />}
    </>
  );
}
