import { Info } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useFetcher } from 'react-router';
import type { Visitor } from '#platform/contract/page.ts';
import { useSchemaForm } from '#platform/web/form.tsx';
import { useTranslator } from '#platform/web/translator.tsx';
import { Alert } from '#ui/alert.tsx';
import { Button } from '#ui/button.tsx';
import { ErrorSummary } from '#ui/error-summary.tsx';
import { TextField } from '#ui/text-field.tsx';
import { bookingForm } from '../contract.ts';
import { keepTyped, recall } from './booking-draft.ts';
import type { BookingAnswer } from './submit-booking.ts';

/** The dialog's form. */
export function BookingFields(props: { itemId: string; buyer: Visitor; onBooked(): void }) {
  const { itemId, buyer, onBooked } = props;
  const { t } = useTranslator();
  const fetcher = useFetcher<BookingAnswer>();
  const key = useIdempotencyKey(fetcher.data);
  const [remembered] = useState(() => recall(buyer.id));
  const form = useSchemaForm(bookingForm, { reply: fetcher.data?.refused, defaultValue: remembered });
  const booked = fetcher.state === 'idle' && fetcher.data?.booked === itemId;

  useEffect(() => {
    if (booked) onBooked();
  }, [booked, onBooked]);

  return (
    <fetcher.Form
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

/** The idempotency key of a booking: the same until the server has answered, as it may have arrived. */
function useIdempotencyKey(answer: BookingAnswer | undefined): string {
  const [key, setKey] = useState(() => crypto.randomUUID());
  useEffect(() => {
    if (answer?.answered) setKey(crypto.randomUUID());
  }, [answer]);
  return key;
}
