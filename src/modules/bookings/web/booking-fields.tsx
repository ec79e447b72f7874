import { UserRound } from 'lucide-react';
import { useRef, useState } from 'react';
import type { Visitor } from '#platform/contract/page.ts';
import { FormEnd, useFetcherForm } from '#platform/forms/form-end.tsx';
import { useTranslator } from '#platform/web/translator.tsx';
import { ErrorSummary } from '#ui/error-summary.tsx';
import { TextField } from '#ui/text-field.tsx';
import { bookingDialog } from '../contract.ts';
import { choosesOther } from '../rules.ts';
import { fieldsOf, keepTyped, recall, remember } from './booking-draft.ts';
import { PointChoice } from './point-choice.tsx';

/** The dialog's form. */
export function BookingFields(props: { itemId: string; sellerPoint: string; buyer: Visitor; onBooked(): void }) {
  const { itemId, sellerPoint, buyer, onBooked } = props;
  const { t } = useTranslator();
  const element = useRef<HTMLFormElement>(null);
  const [remembered] = useState(() => recall(buyer));
  const form = useFetcherForm(bookingDialog, {
    defaultValue: remembered,
    onDone() {
      if (element.current) remember(buyer.id, fieldsOf(element.current));
      onBooked();
    },
  });
  const [isOther, setOther] = useState(() => {
    const sent = form.refused?.initialValue;
    return sent ? choosesOther(sent) : remembered.point === 'other';
  });

  return (
    <form.Form
      ref={element}
      method="post"
      onInput={(event) => keepTyped(buyer.id, event.currentTarget)}
      {...form.formProps}
      className="booking-form"
    >
      <ErrorSummary title={t('common.problem')} faults={form.faults} attempt={form.attempt} />
      <input type="hidden" name="intent" value="book" />
      <input type="hidden" name="itemId" value={itemId} />
      <input type="hidden" name="key" value={form.key} />
      <TextField
        {...form.field('phone')}
        label={t('book.phone')}
        hint={t('book.phoneHint')}
        type="tel"
        inputMode="tel"
        autoComplete="tel"
        enterKeyHint="next"
        maxLength={40}
      />
      <PointChoice sellerPoint={sellerPoint} field={form.field('location')} isOther={isOther} onChoose={setOther} />
      <BookingAs buyer={buyer} />
      <FormEnd form={form} pendingLabel={t('book.pending')}>
        {t('book.submit')}
      </FormEnd>
    </form.Form>
  );
}

/** The buyer's name and e-mail as one line of text. They are disabled controls: the server takes its own. */
function BookingAs({ buyer: { name, email } }: { buyer: Pick<Visitor, 'name' | 'email'> }) {
  const { t } = useTranslator();
  return (
    <div className="booking-as">
      <span className="booking-as-name">
        <UserRound className="icon" aria-hidden />
        <span>{t('book.as')}</span>
        <label>
          <span className="sr">{t('form.name')}</span>
          <input name="userName" defaultValue={name} size={name.length} disabled />
        </label>
      </span>
      <label>
        <span className="sr">{t('form.email')}</span>
        <input name="email" type="email" defaultValue={email} size={email.length} disabled />
      </label>
    </div>
  );
}
