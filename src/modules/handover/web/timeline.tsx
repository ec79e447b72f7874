import './timeline.css';
import { Banknote, Check, Clock, MapPin, X } from 'lucide-react';
import { type Translator, useTranslator } from '#platform/web/translator.tsx';
import { type Deal, otherName, type Side } from './order-facts.ts';
import { type ShownStep, stepsOf } from './order-steps.ts';
import { reasonText } from './reason-text.ts';
import { TimedText } from './timed-text.tsx';

/** The steps of a booking with their times and actors, the next one, and those to come. */
export function Timeline({ deal, side }: { deal: Deal; side: Side }) {
  const { t } = useTranslator();
  return (
    <section className="order-card" aria-labelledby="timeline-title">
      <h2 id="timeline-title">{t('order.timeline')}</h2>
      <ol className="timeline">
        {stepsOf(deal, side).map((step) => (
          <Point key={step.text + step.at} step={step} deal={deal} side={side} />
        ))}
      </ol>
    </section>
  );
}

function Point({ step, deal, side }: { step: ShownStep; deal: Deal; side: Side }) {
  const translator = useTranslator();
  const { t, money } = translator;
  const { text, look, at, reason } = step;
  const by = actorText(step, deal, side, translator);
  const earned = text === 'step.next.releaseYou' ? (deal.fee ?? 0) : 0;
  return (
    <li className={`timeline-${look}`} aria-current={look === 'now' ? 'step' : undefined}>
      <span className="timeline-point">{signOf(step)}</span>
      <div>
        <b>{t(textOf(text, deal), { amount: money(deal.itemPrice - earned), name: otherName(deal, t) })}</b>
        {reason && <small>“{reasonText(translator, reason)}”</small>}
        <small>
          {at && <TimedText at={at} {...(look === 'now' && { format: (date) => t('order.due', { date }) })} />}
          {at && by && ' · '}
          {by}
        </small>
      </div>
    </li>
  );
}

function textOf(text: ShownStep['text'], { method }: Deal) {
  return text === 'step.paid' && method && method !== 'cash' ? (`step.paid.${method}` as const) : text;
}

function signOf({ look, text }: ShownStep) {
  if (look === 'done') return <Check aria-hidden />;
  if (look === 'wrong') return <X aria-hidden />;
  if (text === 'step.next.hand_over' || text === 'step.next.bring_cash') return <MapPin aria-hidden />;
  return text.includes('release') ? <Banknote aria-hidden /> : <Clock aria-hidden />;
}

/** Returns the name of a step's actor; undefined for a passed deadline. */
function actorText({ by }: ShownStep, deal: Deal, side: Side, { t, product }: Translator): string | undefined {
  if (!by || by === 'clock') return undefined;
  if (by === 'store') return product;
  if (by === 'both') return t('order.both');
  return by === side ? t('order.you') : otherName(deal, t);
}
