import type { DisputeDetails } from '#modules/disputes/contract.ts';
import { OUTCOMES, WORDS_MAX_CHARS } from '#modules/disputes/rules.ts';
import { useTranslator } from '#platform/web/translator.tsx';
import { ChoiceCards } from '#ui/choice-cards.tsx';
import { FieldError } from '#ui/field.tsx';
import { TextAreaField } from '#ui/text-area-field.tsx';
import { MoneyField } from '#ui/text-field.tsx';
import { outcomeText } from './acceptance-text.ts';
import { IntentForm } from './intent-form.tsx';

/** An admin decides, with a reason that both sides read. */
export function DecisionForm({ dispute }: { dispute: DisputeDetails }) {
  const translator = useTranslator();
  const { t, money, currency, day } = translator;
  const { since, itemPrice, fee = 0, reason } = dispute;
  return (
    <section className="dispute-card dispute-sticky" aria-labelledby="decision-title">
      <h2 id="decision-title">{t('disputes.decision')}</h2>
      <p className="dispute-note">{t('disputes.since', { date: day(since) })}</p>
      <IntentForm intent="decision" submit={t('disputes.decide')} size="lg">
        {(field) => (
          <>
            <ChoiceCards
              legend={t('disputes.decision')}
              {...field('outcome')}
              options={OUTCOMES.map((outcome) => ({
                value: outcome,
                label: t(`disputes.outcome.${outcome}`),
                hint: outcomeText(translator, dispute, outcome),
              }))}
            />
            <MoneyField
              id="dispute-amount"
              className="dispute-sum"
              {...field('amount')}
              prefix={currency}
              label={t('disputes.toBuyer')}
              hint={t('disputes.toBuyerHint', { amount: money(itemPrice), fee: money(fee) })}
            />
            {reason !== 'not_received' && (
              <label className="dispute-check">
                <input type="checkbox" name="withReturn" defaultChecked={field('withReturn').defaultValue === 'on'} />
                {t('disputes.withReturn')}
              </label>
            )}
            {field('withReturn').error && <FieldError role="alert">{field('withReturn').error}</FieldError>}
            <TextAreaField
              id="dispute-reason"
              {...field('reason')}
              label={t('disputes.reasonBoth')}
              rows={6}
              limit={WORDS_MAX_CHARS}
              counter={(n) => t('disputes.counter', { n, max: WORDS_MAX_CHARS })}
            />
          </>
        )}
      </IntentForm>
    </section>
  );
}
