import { Banknote, BellRing, CircleCheck, HandHeart, Hourglass, SearchCheck } from 'lucide-react';
import type { RefObject } from 'react';
import { useActionData } from 'react-router';
import type { Order } from '#modules/bookings/contract.ts';
import { shownState } from '#modules/bookings/rules.ts';
import { useTranslator } from '#platform/web/translator.tsx';
import { Alert } from '#ui/alert.tsx';
import { LinkButton } from '#ui/button.tsx';
import type { OrderResult } from './act-on-order.ts';
import { CodeCard } from './code-card.tsx';
import { ConfirmedAction } from './confirmed-action.tsx';
import type { QrDrawing } from './draw-qr.ts';
import { EndedOrder } from './ended-order.tsx';
import { InspectionClock } from './inspection-clock.tsx';
import { NextPanel } from './next-panel.tsx';
import { hasDispute, otherName } from './order-facts.ts';
import { ProblemLink } from './problem-link.tsx';
import { ReceivedAction } from './received-action.tsx';
import { TimedText } from './timed-text.tsx';

interface OrderPanelProps {
  order: Order;
  qr: QrDrawing | undefined;
  now: number;
  heading: RefObject<HTMLHeadingElement | null>;
}

/** The next step for the buyer, with its deadline; or how the order ended. */
export function OrderPanel(props: OrderPanelProps) {
  const { order, heading } = props;
  const { next } = order;
  const state = shownState(order);
  if (!next?.until || next.step === 'dispute' || state === 'bank_dispute' || state === 'refund_due')
    return state === 'completed' ? (
      <CompletedPanel {...props} />
    ) : (
      <EndedOrder deal={order} side="buyer" categoryId={order.categoryId} heading={heading} />
    );
  const Panel = PANELS[next.step];
  return <Panel {...props} until={next.until} />;
}

interface StepProps extends OrderPanelProps {
  until: string;
}

const PANELS = {
  pay: PayPanel,
  hand_over: MeetPanel,
  bring_cash: CashPanel,
  confirm: ConfirmPanel,
  inspect: InspectPanel,
};

function useNames(order: Order) {
  const { t, money } = useTranslator();
  return { t, name: otherName(order, t), amount: money(order.itemPrice), item: order.itemName };
}

function PayPanel({ order, until, heading }: StepProps) {
  const { t, amount, item } = useNames(order);
  // Without a script the form of the payment page leads here: a form may not lead to another site.
  const leaveTo = useActionData<OrderResult>()?.leaveTo;
  return (
    <NextPanel
      tone="butter"
      icon={Hourglass}
      chip={t('phase.pay')}
      title={<TimedText at={until} format={(date) => t('next.pay', { date })} />}
      body={t('next.payBody', { item })}
      heading={heading}
    >
      <div className="now-answers">
        <LinkButton size="lg" to={leaveTo ?? `/dashboard/payment/${order._id}`}>
          {t('order.pay', { amount })}
        </LinkButton>
      </div>
    </NextPanel>
  );
}

function MeetPanel({ order, qr, until, heading }: StepProps) {
  const { t, name } = useNames(order);
  return (
    <NextPanel
      tone="butter"
      icon={Hourglass}
      chip={t('phase.waiting')}
      title={<TimedText at={until} format={(date) => t('next.meet', { name, date })} />}
      body={order.codeLocked ? t('code.lockedPaid') : t('next.meetBody')}
      heading={heading}
    >
      <BuyersCode order={order} qr={qr} />
    </NextPanel>
  );
}

function CashPanel({ order, qr, until, heading }: StepProps) {
  const { t, name, amount } = useNames(order);
  return (
    <NextPanel
      tone="butter"
      icon={Banknote}
      chip={t('phase.cash')}
      title={t('next.cash', { amount })}
      body={
        order.codeLocked ? (
          t('code.lockedCash')
        ) : (
          <TimedText at={until} format={(date) => t('next.cashBody', { name, date })} />
        )
      }
      heading={heading}
    >
      <BuyersCode order={order} qr={qr} />
      {order.codeLocked && (
        <div className="now-answers">
          <ReceivedAction order={order} size="lg" icon={<HandHeart className="icon" aria-hidden />} heading={heading} />
        </div>
      )}
      <Alert tone="warning" announce={false}>
        {t('next.cashRule')}
      </Alert>
    </NextPanel>
  );
}

/** The buyer's code, or a note once too many wrong ones were typed. */
function BuyersCode({ order, qr }: Pick<OrderPanelProps, 'order' | 'qr'>) {
  const { t } = useTranslator();
  if (order.handover && qr) return <CodeCard code={order.handover.code} qr={qr} />;
  if (!order.codeLocked) return null;
  return <Alert tone="warning" announce={false} title={t('code.locked')} />;
}

function ConfirmPanel({ order, qr, until, heading }: StepProps) {
  const { t, name, item } = useNames(order);
  const effect = t('act.notReceivedEffect', { name });
  return (
    <NextPanel
      tone="lilac"
      icon={BellRing}
      chip={t('phase.answer')}
      title={t('next.confirm')}
      body={<TimedText at={until} format={(date) => t('next.confirmBody', { name, date })} />}
      heading={heading}
    >
      <div className="now-answers">
        <ReceivedAction order={order} size="lg" icon={<HandHeart className="icon" aria-hidden />} heading={heading} />
        <ConfirmedAction
          id={order._id}
          intent="denied"
          label={t('act.notReceived')}
          look="quiet"
          size="lg"
          className="now-plain"
          question={{ title: t('act.haveItQ', { item }), effect, sure: t('act.notReceived') }}
          heading={heading}
        />
      </div>
      <BuyersCode order={order} qr={qr} />
    </NextPanel>
  );
}

function InspectPanel({ order, now, until, heading }: StepProps) {
  const { t, name } = useNames(order);
  return (
    <NextPanel
      tone="sky"
      icon={SearchCheck}
      chip={t('phase.checking')}
      title={<TimedText at={until} format={(date) => t('next.inspect', { date })} />}
      body={t('next.inspectBody', { name })}
      heading={heading}
    >
      {order.handedOverAt && <InspectionClock from={order.handedOverAt} until={until} now={now} />}
    </NextPanel>
  );
}

function CompletedPanel({ order, heading }: OrderPanelProps) {
  const { t, amount } = useNames(order);
  const panel = { tone: 'mint', icon: CircleCheck, chip: t('phase.completed'), heading } as const;
  if (hasDispute(order))
    return (
      <NextPanel {...panel} title={t('next.settledNone')}>
        <div className="now-answers">
          <ProblemLink deal={order} />
        </div>
      </NextPanel>
    );
  return (
    <NextPanel
      {...panel}
      title={t('next.done')}
      body={order.method === 'cash' ? t('next.doneCash', { amount }) : t('next.doneBody')}
      picture
    >
      <div className="now-answers">
        <LinkButton look="quiet" className="now-plain" to="/dashboard/addproduct">
          {t('act.again')}
        </LinkButton>
      </div>
    </NextPanel>
  );
}
