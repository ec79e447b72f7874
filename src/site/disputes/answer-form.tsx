import { BellRing } from 'lucide-react';
import { WORDS_MAX_CHARS } from '#modules/disputes/rules.ts';
import { NextPanel } from '#modules/handover/web/next-panel.tsx';
import { TimedText } from '#modules/handover/web/timed-text.tsx';
import { useTranslator } from '#platform/web/translator.tsx';
import { ChoiceCards } from '#ui/choice-cards.tsx';
import { TextAreaField } from '#ui/text-area-field.tsx';
import { MoneyField } from '#ui/text-field.tsx';
import { acceptanceText, offerText } from './acceptance-text.ts';
import { DisputePhotos } from './dispute-photos.tsx';
import { IntentForm } from './intent-form.tsx';
import type { PanelProps } from './panel-props.ts';

/** The seller accepts, offers a part, or refuses; each choice says its sums. */
export function AnswerForm({ dispute, heading }: PanelProps) {
  const translator = useTranslator();
  const { t, money, currency } = translator;
  const { until = '', itemPrice, buyerName } = dispute;
  const name = buyerName || t('disputes.gone');
  return (
    <NextPanel
      tone="butter"
      icon={BellRing}
      chip={t('disputes.answerNeeded')}
      title={t('disputes.answerTitle')}
      body={<TimedText at={until} format={(date) => t('disputes.answerBy', { date })} />}
      heading={heading}
    >
      <IntentForm intent="answer" submit={t('disputes.sendAnswer')} size="lg">
        {(field) => (
          <>
            <ChoiceCards
              legend={t('disputes.answerTitle')}
              {...field('answer')}
              options={[
                { value: 'accept', label: t('disputes.accept'), hint: acceptanceText(translator, dispute) },
                { value: 'offer', label: t('disputes.offer'), hint: offerText(translator, dispute) },
                { value: 'refuse', label: t('disputes.refuse'), hint: t('disputes.refuseHint', { name }) },
              ]}
            />
            <MoneyField
              id="dispute-amount"
              className="dispute-sum"
              {...field('amount')}
              prefix={currency}
              label={t('disputes.offerAmount')}
              hint={t('disputes.offerAmountHint', { amount: money(itemPrice) })}
            />
            <TextAreaField
              id="dispute-why"
              {...field('text')}
              label={t('disputes.why')}
              hint={t('disputes.whyHint')}
              rows={5}
              limit={WORDS_MAX_CHARS}
              counter={(n) => t('disputes.counter', { n, max: WORDS_MAX_CHARS })}
            />
            <DisputePhotos error={field('photos').error} />
          </>
        )}
      </IntentForm>
    </NextPanel>
  );
}
