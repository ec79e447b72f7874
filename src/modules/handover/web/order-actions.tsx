import { CircleQuestionMark, HandHeart } from 'lucide-react';
import { type RefObject, useState } from 'react';
import { useSearchParams } from 'react-router';
import type { Order } from '#modules/bookings/contract.ts';
import { OpenerButton } from '#platform/forms/before-script.tsx';
import { useTranslator } from '#platform/web/translator.tsx';
import { ActionItem, ActionList } from './action-list.tsx';
import { CallOffAction } from './call-off-action.tsx';
import { CallOffDialog, ProblemDialog } from './lazy-dialogs.tsx';
import { NoShowActions } from './no-show-actions.tsx';
import { mayCallOff } from './order-facts.ts';
import { ReceivedAction } from './received-action.tsx';
import { TimedText } from './timed-text.tsx';

/** Further actions of a buyer: confirm without the code, report a problem, call the booking off, report a no-show. */
export function OrderActions({ order, heading }: { order: Order; heading: RefObject<HTMLHeadingElement | null> }) {
  const { t } = useTranslator();
  const [search] = useSearchParams();
  const [open, setOpen] = useState(search.get('open'));
  const step = order.next?.step;
  const canCallOff = mayCallOff(order, 'buyer');
  const hasNoShow = Boolean(order.noShowFrom ?? order.contradictUntil);
  const isCashOver = order.method === 'cash' && order.state === 'completed';
  if (!canCallOff && step !== 'inspect' && !hasNoShow && !isCashOver) return null;
  const close = () => setOpen(null);
  const opener = (value: string) => ({ name: 'open', value, open: () => setOpen(value) });
  return (
    <>
      <ActionList>
        {step === 'hand_over' && (
          <ActionItem hint={t('act.haveItHint')}>
            <ReceivedAction
              order={order}
              look="ghost"
              icon={<HandHeart className="icon" aria-hidden />}
              heading={heading}
            />
          </ActionItem>
        )}
        <NoShowActions deal={order} heading={heading} />
        {((step !== undefined && step !== 'pay') || isCashOver) && (
          <ActionItem
            hint={
              step === 'inspect' && order.inspectUntil ? (
                <TimedText at={order.inspectUntil} format={(date) => t('wrong.sheetAfter', { date })} />
              ) : (
                t('act.wrongHint')
              )
            }
          >
            <OpenerButton {...opener('wrong')} look="ghost" icon={<CircleQuestionMark className="icon" aria-hidden />}>
              {t('act.wrong')}
            </OpenerButton>
          </ActionItem>
        )}
        {canCallOff && <CallOffAction deal={order} opener={opener('calloff')} />}
      </ActionList>
      <ProblemDialog
        deal={order}
        open={open === 'wrong'}
        onClose={close}
        onCallOff={canCallOff ? opener('calloff').open : undefined}
      />
      {canCallOff && <CallOffDialog deal={order} side="buyer" open={open === 'calloff'} onClose={close} />}
    </>
  );
}
