import { useRef, useState } from 'react';
import { useFetcher } from 'react-router';
import type { Visitor } from '#platform/contract/page.ts';
import type { ActionResult } from '#platform/forms/action-result.ts';
import { useFormKey, useReply } from '#platform/forms/before-script.tsx';
import { useSchemaForm } from '#platform/forms/form.tsx';
import { FormEnd } from '#platform/forms/form-end.tsx';
import { useActionResult } from '#platform/forms/use-action-result.ts';
import { useTranslator } from '#platform/web/translator.tsx';
import { ErrorSummary } from '#ui/error-summary.tsx';
import { TextField } from '#ui/text-field.tsx';
import { bookingDialog } from '../contract.ts';
import { choosesOther } from '../rules.ts';
import { BookingAs } from './booking-as.tsx';
import { fieldsOf, keepTyped, recall, remember } from './booking-draft.ts';
import { PointChoice } from './point-choice.tsx';

/** The dialog's form. */
export function BookingFields(props: { itemId: string; sellerPoint: string; buyer: Visitor; onBooked(): void }) {
  const { itemId, sellerPoint, buyer, onBooked } = props;
  const { t } = useTranslator();
  const fetcher = useFetcher<ActionResult>();
  const reply = useReply(fetcher);
  const key = useFormKey(reply);
  const element = useRef<HTMLFormElement>(null);
  const [remembered] = useState(() => recall(buyer));
  const form = useSchemaForm(bookingDialog, { reply: reply?.refused, defaultValue: remembered });
  const [isOther, setOther] = useState(() => {
    const sent = reply?.refused?.initialValue;
    return sent ? choosesOther(sent) : remembered.point === 'other';
  });
  useActionResult(fetcher, ({ done }) => {
    if (!done) return;
    if (element.current) remember(buyer.id, fieldsOf(element.current));
    onBooked();
  });

  return (
    <fetcher.Form
      ref={element}
      method="post"
      onInput={(event) => keepTyped(buyer.id, event.currentTarget)}
      {...form.formProps}
      className="booking-form"
    >
      <ErrorSummary title={t('common.problem')} faults={form.faults} attempt={form.attempt} />
      <input type="hidden" name="intent" value="book" />
      <input type="hidden" name="itemId" value={itemId} />
      <input type="hidden" name="key" value={key} />
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
      <FormEnd form={form} pending={fetcher.state !== 'idle'} pendingLabel={t('book.pending')}>
        {t('book.submit')}
      </FormEnd>
    </fetcher.Form>
  );
}
