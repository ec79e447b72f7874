import { Banknote, CircleCheck, Hourglass } from 'lucide-react';
import type { ReactNode, RefObject } from 'react';
import type { Sale } from '#modules/bookings/contract.ts';
import { shownState } from '#modules/bookings/rules.ts';
import { useTranslator } from '#platform/web/translator.tsx';
import { LinkButton } from '#ui/button.tsx';
import { CodeForm } from './code-form.tsx';
import { EndedOrder } from './ended-order.tsx';
import { NextPanel } from './next-panel.tsx';
import { hasDispute, otherName } from './order-facts.ts';
import { ProblemLink } from './problem-link.tsx';
import { TimedText } from './timed-text.tsx';

interface SalePanelProps {
  sale: Sale;
  heading: RefObject<HTMLHeadingElement | null>;
}

/** The next step for the seller, with its deadline; or how the sale ended. */
export function SalePanel(props: SalePanelProps) {
  const { sale, heading } = props;
  const { next } = sale;
  const state = shownState(sale);
  if (!next?.until || next.step === 'dispute' || state === 'bank_dispute' || state === 'refund_due')
    return state === 'completed' ? (
      <SoldPanel {...props} />
    ) : (
      <EndedOrder deal={sale} side="seller" heading={heading} />
    );
  const Panel = PANELS[next.step];
  return <Panel {...props} until={next.until} />;
}

interface StepProps extends SalePanelProps {
  until: string;
}

const PANELS = {
  pay: UnpaidPanel,
  hand_over: CodePanel,
  bring_cash: CashCodePanel,
  confirm: AskedPanel,
  inspect: HandedOverPanel,
};

function useNames(sale: Sale) {
  const { t, money } = useTranslator();
  const { itemPrice, fee } = sale;
  return { t, name: otherName(sale, t), amount: money(itemPrice), earned: money(itemPrice - fee) };
}

function UnpaidPanel({ sale, until, heading }: StepProps) {
  const { t, name } = useNames(sale);
  return (
    <NextPanel
      tone="rest"
      icon={Hourglass}
      chip={t('phase.pay')}
      title={<TimedText at={until} format={(date) => t('hand.waitPay', { name, date })} />}
      body={t('hand.waitPayBody')}
      heading={heading}
    />
  );
}

function CodePanel({ sale, until, heading }: StepProps) {
  const { t, name } = useNames(sale);
  return (
    <NextPanel
      tone="butter"
      icon={Hourglass}
      chip={<TimedText at={until} format={(date) => t('hand.chip', { date })} />}
      title={sale.codeLocked ? t('code.locked') : t('hand.ask', { name })}
      body={sale.codeLocked ? t('hand.codeEnded', { name }) : t('hand.askBody', { name })}
      heading={heading}
    >
      {!sale.codeLocked && <CodeForm key={sale._id} sale={sale} />}
    </NextPanel>
  );
}

function CashCodePanel({ sale, until, heading }: StepProps) {
  const { t, name, amount } = useNames(sale);
  return (
    <NextPanel
      tone="butter"
      icon={Banknote}
      chip={<TimedText at={until} format={(date) => t('hand.cashChip', { date })} />}
      title={sale.codeLocked ? t('code.locked') : t('hand.cash', { amount })}
      body={sale.codeLocked ? t('hand.codeEndedCash', { name }) : t('hand.cashBody')}
      heading={heading}
    >
      {!sale.codeLocked && <CodeForm key={sale._id} sale={sale} />}
    </NextPanel>
  );
}

/** The buyer was asked whether they have the item. */
function AskedPanel({ sale, until, heading }: StepProps) {
  const { t, name } = useNames(sale);
  return (
    <NextPanel
      tone="lilac"
      icon={Hourglass}
      chip={t('phase.asked', { name })}
      title={t('hand.asked', { name })}
      body={
        <TimedText at={until} format={(date) => t(sale.codeLocked ? 'hand.askedLocked' : 'hand.askedBody', { date })} />
      }
      heading={heading}
    >
      {!sale.codeLocked && <CodeForm key={sale._id} sale={sale} />}
    </NextPanel>
  );
}

function HandedOverPanel({ sale, until, heading }: StepProps) {
  const { t, name, earned: amount } = useNames(sale);
  const body = <TimedText at={until} format={(date) => t('hand.doneBody', { name, date, amount })} />;
  return <DonePanel chip={t('phase.handedOver')} title={t('hand.done')} body={body} heading={heading} />;
}

function SoldPanel({ sale, heading }: SalePanelProps) {
  const { t, amount, earned } = useNames(sale);
  const body =
    sale.method === 'cash' ? t('hand.completedCash', { amount }) : t('hand.completedBody', { amount: earned });
  const isSettled = hasDispute(sale);
  return (
    <DonePanel
      chip={t('phase.completed')}
      title={t(isSettled ? 'next.settledNone' : 'hand.completed')}
      body={body}
      heading={heading}
    >
      {isSettled && <ProblemLink deal={sale} look="quiet" className="now-plain" />}
    </DonePanel>
  );
}

interface DonePanelProps extends Pick<SalePanelProps, 'heading'> {
  chip: string;
  title: string;
  body: ReactNode;
  children?: ReactNode;
}

function DonePanel({ children, ...props }: DonePanelProps) {
  const { t } = useTranslator();
  return (
    <NextPanel tone="mint" icon={CircleCheck} {...props}>
      <div className="now-answers">
        <LinkButton to="/dashboard/myearnings">{t('hand.toEarnings')}</LinkButton>
        {children}
      </div>
    </NextPanel>
  );
}
