import { CircleQuestionMark, HandHeart } from 'lucide-react';
import { type RefObject, useState } from 'react';
import { useSearchParams } from 'react-router';
import type { Order } from '#modules/bookings/contract.ts';
import { OpenerButton } from '#platform/forms/before-script.tsx';
import { useTranslator } from '#platform/web/translator.tsx';
import { CallOffDeed } from './call-off-deed.tsx';
import { Deed, DeedList } from './deed-list.tsx';
import { CallOffDialog, WrongSheet } from './lazy-dialogs.tsx';
import { NoShowDeeds } from './no-show-deeds.tsx';
import { mayCallOff } from './order-facts.ts';
import { ReceivedDeed } from './received-deed.tsx';
import { TimedText } from './timed-text.tsx';

/** The other ways of a buyer: without the code, something is wrong, call it off, nobody came. */
export function OrderDeeds({ order, heading }: { order: Order; heading: RefObject<HTMLHeadingElement | null> }) {
  const { t } = useTranslator();
  const [search] = useSearchParams();
  const [open, setOpen] = useState(search.get('open'));
  const step = order.next?.step;
  const canCallOff = mayCallOff(order, 'buyer');
  const hasNoShow = Boolean(order.noShowFrom ?? order.contradictUntil);
  if (!canCallOff && step !== 'inspect' && !hasNoShow) return null;
  const close = () => setOpen(null);
  const opener = (value: string) => ({ name: 'open', value, open: () => setOpen(value) });
  return (
    <>
      <DeedList>
        {step === 'hand_over' && (
          <Deed hint={t('act.haveItHint')}>
            <ReceivedDeed order={order} icon={<HandHeart className="icon" aria-hidden />} heading={heading} />
          </Deed>
        )}
        <NoShowDeeds deal={order} heading={heading} />
        {step !== undefined && step !== 'pay' && (
          <Deed
            hint={
              step === 'inspect' && order.inspectUntil ? (
                <TimedText at={order.inspectUntil} say={(date) => t('wrong.sheetAfter', { date })} />
              ) : (
                t('act.wrongHint')
              )
            }
          >
            <OpenerButton {...opener('wrong')} look="ghost" icon={<CircleQuestionMark className="icon" aria-hidden />}>
              {t('act.wrong')}
            </OpenerButton>
          </Deed>
        )}
        {canCallOff && <CallOffDeed deal={order} opener={opener('calloff')} />}
      </DeedList>
      <WrongSheet
        deal={order}
        open={open === 'wrong'}
        onClose={close}
        onCallOff={canCallOff ? opener('calloff').open : undefined}
      />
      {canCallOff && <CallOffDialog deal={order} side="buyer" open={open === 'calloff'} onClose={close} />}
    </>
  );
}
