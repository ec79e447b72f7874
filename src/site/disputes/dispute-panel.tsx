import { BellRing, CircleCheck, Hourglass, Scale, Undo2 } from 'lucide-react';
import type { DisputeDetails } from '#modules/disputes/contract.ts';
import { WORDS_MAX_CHARS } from '#modules/disputes/rules.ts';
import { ConfirmedAction } from '#modules/handover/web/confirmed-action.tsx';
import { NextPanel } from '#modules/handover/web/next-panel.tsx';
import { TimedText } from '#modules/handover/web/timed-text.tsx';
import { useTranslator } from '#platform/web/translator.tsx';
import { TextAreaField } from '#ui/text-area-field.tsx';
import { AnswerForm } from './answer-form.tsx';
import { appealTexts } from './appeal-text.ts';
import { useNameOf } from './dispute-message.tsx';
import { endReason } from './end-reason.ts';
import { IntentForm } from './intent-form.tsx';
import type { PanelProps } from './panel-props.ts';
import { ReturnPanel } from './return-panel.tsx';

/** The next step of a dispute with its party and deadline; then the appeal, when its reader may. */
export function DisputePanel(props: PanelProps) {
  return (
    <>
      <Next {...props} />
      {props.dispute.mayAppeal && <Appeal dispute={props.dispute} />}
    </>
  );
}

function Next(props: PanelProps) {
  const { dispute } = props;
  const { state, side } = dispute;
  if (state === 'answer' && side === 'seller') return <AnswerForm {...props} />;
  if (state === 'reply' && side === 'buyer') return <ReplyPanel {...props} />;
  if (state === 'return') return <ReturnPanel {...props} />;
  return state === 'closed' ? <ClosedPanel {...props} /> : <WaitPanel {...props} />;
}

function ReplyPanel({ dispute, heading }: PanelProps) {
  const { t, money } = useTranslator();
  const { offer, until = '', sellerName } = dispute;
  const name = sellerName || t('disputes.gone');
  const amount = offer === undefined ? '' : money(offer);
  return (
    <NextPanel
      tone="butter"
      icon={BellRing}
      chip={t('disputes.answerNeeded')}
      title={offer === undefined ? t('disputes.refusedYou', { name }) : t('disputes.offered', { name, amount })}
      body={<TimedText at={until} format={(date) => t('disputes.replyBy', { date })} />}
      heading={heading}
    >
      <div className="now-answers">
        {offer === undefined ? (
          <ConfirmedAction
            id={dispute._id}
            intent="leave"
            label={t('disputes.acceptRefusal')}
            size="lg"
            question={{
              title: t('disputes.leaveQ'),
              effect: t('disputes.leaveEffect'),
              sure: t('disputes.acceptRefusal'),
            }}
            heading={heading}
          />
        ) : (
          <IntentForm
            intent="reply"
            fields={{ reply: 'accept' }}
            submit={t('disputes.acceptOffer', { amount })}
            size="lg"
          />
        )}
        <IntentForm
          intent="reply"
          fields={{ reply: 'decide' }}
          submit={t('disputes.askStore')}
          look="quiet"
          size="lg"
        />
      </div>
    </NextPanel>
  );
}

/** A panel for readers without a next step. */
function WaitPanel({ dispute, heading }: PanelProps) {
  const { t } = useTranslator();
  const nameOf = useNameOf(dispute);
  const { state, until, waitsFor } = dispute;
  const appealing = state === 'appeal' && until;
  const title =
    state === 'decision' ? (
      t('disputes.waitStore')
    ) : appealing ? (
      <TimedText at={until} format={(date) => t('disputes.appealTime', { date })} />
    ) : (
      t('disputes.waitingFor', { name: nameOf(waitsFor ?? 'store') })
    );
  const body =
    state === 'decision'
      ? t('disputes.waitStoreBody')
      : appealing
        ? t('disputes.appealTimeBody')
        : until && (
            <TimedText
              at={until}
              format={(date) => t(state === 'answer' ? 'disputes.waitAnswer' : 'disputes.waitReply', { date })}
            />
          );
  return (
    <NextPanel
      tone="lilac"
      icon={state === 'decision' ? Scale : Hourglass}
      chip={t('disputes.waiting')}
      title={title}
      body={body}
      heading={heading}
    />
  );
}

function ClosedPanel({ dispute, heading }: PanelProps) {
  const { t, money } = useTranslator();
  const { refunded = dispute.settlement?.amount ?? 0, buyerName, endedAt } = dispute;
  const name = buyerName || t('disputes.gone');
  const reason = endReason(dispute);
  return (
    <NextPanel
      tone="mint"
      icon={refunded > 0 ? Undo2 : CircleCheck}
      chip={t('disputes.closed')}
      title={refunded > 0 ? t('disputes.closedRefund', { name, amount: money(refunded) }) : t('disputes.closedNone')}
      body={
        <>
          {reason && `${t(reason)} `}
          {endedAt && <TimedText at={endedAt} format={(date) => t('disputes.closedOn', { date })} />}
        </>
      }
      heading={heading}
    />
  );
}

function Appeal({ dispute: { appealUntil, state } }: { dispute: DisputeDetails }) {
  const { t } = useTranslator();
  const texts = appealTexts(state);
  return (
    <section className="dispute-card" aria-labelledby="appeal-title">
      <h2 id="appeal-title">{t(texts.title)}</h2>
      <p className="dispute-note">
        {appealUntil ? (
          <TimedText at={appealUntil} format={(date) => t(texts.until, { date })} />
        ) : (
          t('disputes.appealTooOnce')
        )}
      </p>
      <IntentForm intent="appeal" submit={t('disputes.appeal')} look="ghost">
        {(field) => (
          <TextAreaField
            id="appeal-reason"
            {...field('reason')}
            label={t(texts.reason)}
            rows={4}
            limit={WORDS_MAX_CHARS}
            counter={(n) => t('disputes.counter', { n, max: WORDS_MAX_CHARS })}
          />
        )}
      </IntentForm>
    </section>
  );
}
