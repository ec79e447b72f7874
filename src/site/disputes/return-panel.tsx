import { Undo2 } from 'lucide-react';
import { ConfirmedAction } from '#modules/handover/web/confirmed-action.tsx';
import { NextPanel } from '#modules/handover/web/next-panel.tsx';
import { PhoneLinks } from '#modules/handover/web/phone-links.tsx';
import { TimedText } from '#modules/handover/web/timed-text.tsx';
import { useTranslator } from '#platform/web/translator.tsx';
import { Alert } from '#ui/alert.tsx';
import { IntentForm } from './intent-form.tsx';
import type { PanelProps } from './panel-props.ts';
import { ReturnCode } from './return-code.tsx';
import { returnText, returnTitle } from './return-text.ts';

/** A return: the seller shows the code, the buyer enters it. An admin reads the next step. */
export function ReturnPanel({ dispute, heading }: PanelProps) {
  const { t, money } = useTranslator();
  const { side, until = '', buyerName, sellerName, returnCode, returnTriedAt, phone, settlement } = dispute;
  const name = buyerName || t('disputes.gone');
  const seller = sellerName || t('disputes.gone');
  const mine = side === 'seller';
  return (
    <NextPanel
      tone="lilac"
      icon={Undo2}
      chip={t('disputes.returnPhase')}
      title={<TimedText at={until} format={(date) => t(returnTitle(dispute), { buyer: name, seller, date })} />}
      body={mine ? t('disputes.takeBackBody', { name }) : t('disputes.returnBody')}
      heading={heading}
    >
      {phone && (
        <div>
          <PhoneLinks phone={phone} />
        </div>
      )}
      {mine && returnCode && (
        <>
          <p className="dispute-code">
            <span>{t('disputes.yourCode')}</span>
            <b role="img" aria-label={[...returnCode].join(' ')}>
              {`${returnCode.slice(0, 3)} ${returnCode.slice(3)}`}
            </b>
          </p>
          {returnTriedAt && (
            <Alert tone="warning" announce={false}>
              <TimedText at={until} format={(date) => t(returnText(dispute), { name, date })} />
            </Alert>
          )}
          <div className="now-answers">
            <ConfirmedAction
              id={dispute._id}
              intent="back"
              label={t('disputes.haveBack')}
              look="quiet"
              className="now-plain"
              question={{
                title: t('disputes.haveBackQ'),
                effect: t('disputes.closedRefund', { name, amount: money(settlement?.amount ?? 0) }),
                sure: t('disputes.haveBack'),
              }}
              heading={heading}
            />
          </div>
        </>
      )}
      {side === 'buyer' && (
        <>
          <IntentForm intent="code" submit={t('disputes.returnSend')} size="lg">
            {(field) => <ReturnCode {...field('code')} />}
          </IntentForm>
          <div className="dispute-tried">
            <p className="dispute-note">
              <TimedText at={until} format={(date) => t(returnText(dispute), { date })} />
            </p>
            {!returnTriedAt && <IntentForm intent="tried" submit={t('disputes.tried')} look="ghost" />}
          </div>
        </>
      )}
    </NextPanel>
  );
}
