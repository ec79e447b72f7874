import { Info } from 'lucide-react';
import { useRef, useState } from 'react';
import { useFetcher } from 'react-router';
import type { Visitor } from '#platform/contract/page.ts';
import type { ActionResult } from '#platform/forms/action-result.ts';
import { useFormKey, useReply } from '#platform/forms/before-script.tsx';
import { useSchemaForm } from '#platform/forms/form.tsx';
import { useActionResult } from '#platform/forms/use-action-result.ts';
import { useTranslator } from '#platform/web/translator.tsx';
import { Alert } from '#ui/alert.tsx';
import { Button } from '#ui/button.tsx';
import { ErrorSummary } from '#ui/error-summary.tsx';
import { TextField } from '#ui/text-field.tsx';
import { bookingForm } from '../contract.ts';
import { fieldsOf, keepTyped, recall, remember } from './booking-draft.ts';

/** The dialog's form. */
export function BookingFields(props: { itemId: string; buyer: Visitor; onBooked(): void }) {
  const { itemId, buyer, onBooked } = props;
  const { t } = useTranslator();
  const fetcher = useFetcher<ActionResult>();
  const reply = useReply(fetcher);
  const key = useFormKey(reply);
  const element = useRef<HTMLFormElement>(null);
  const [remembered] = useState(() => recall(buyer.id));
  const form = useSchemaForm(bookingForm, { reply: reply?.refused, defaultValue: remembered });
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
      <div className="field-row">
        <TextField label={t('form.name')} name="userName" defaultValue={buyer.name} locked />
        <TextField label={t('form.email')} name="email" type="email" defaultValue={buyer.email} locked />
      </div>
      <p className="field-locked">
        <Info className="icon" aria-hidden />
        {t('book.locked')}
      </p>
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
      <TextField
        {...form.field('location')}
        label={t('book.point')}
        autoComplete="street-address"
        enterKeyHint="done"
        maxLength={120}
      />
      {form.problem && form.faults.length === 0 && <Alert tone="error">{form.problem}</Alert>}
      <Button
        type="submit"
        size="lg"
        className="dialog-action"
        pending={fetcher.state !== 'idle'}
        pendingLabel={t('book.pending')}
      >
        {t('book.submit')}
      </Button>
    </fetcher.Form>
  );
}
