import { type RefObject, useState } from 'react';
import { useSearchParams } from 'react-router';
import type { Sale } from '#modules/bookings/contract.ts';
import { useTranslator } from '#platform/web/translator.tsx';
import { AskedDeed } from './asked-deed.tsx';
import { CallOffDeed } from './call-off-deed.tsx';
import { Deed, DeedList } from './deed-list.tsx';
import { CallOffDialog } from './lazy-dialogs.tsx';
import { NoShowDeeds } from './no-show-deeds.tsx';
import { mayCallOff } from './order-facts.ts';

/** The other ways of a seller: without the code, nobody came, call it off. */
export function SaleDeeds({ sale, heading }: { sale: Sale; heading: RefObject<HTMLHeadingElement | null> }) {
  const { t } = useTranslator();
  const [search] = useSearchParams();
  const [isOpen, setOpen] = useState(search.get('open') === 'calloff');
  const canCallOff = mayCallOff(sale, 'seller');
  if (!canCallOff && !sale.noShowFrom && !sale.contradictUntil) return null;
  const name = sale.other.name || t('order.gone');
  return (
    <>
      <DeedList>
        {sale.next?.step === 'hand_over' && (
          <Deed hint={t('hand.noCodeHint', { name })}>
            <AskedDeed
              id={sale._id}
              deed="claim"
              label={t('hand.noCode')}
              look="ghost"
              question={{
                title: t('hand.noCodeQ'),
                effect: t('hand.noCodeHint', { name }),
                sure: t('hand.noCodeSure', { name }),
              }}
              heading={heading}
            />
          </Deed>
        )}
        <NoShowDeeds deal={sale} heading={heading} />
        {canCallOff && (
          <CallOffDeed deal={sale} opener={{ name: 'open', value: 'calloff', open: () => setOpen(true) }} />
        )}
      </DeedList>
      {canCallOff && <CallOffDialog deal={sale} side="seller" open={isOpen} onClose={() => setOpen(false)} />}
    </>
  );
}
