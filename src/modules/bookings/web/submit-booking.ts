import { CallError } from '#platform/contract/call-client.ts';
import { api } from '#platform/web/api-client.ts';
import { type FormReply, readForm, refusedForm } from '#platform/web/form.tsx';
import { pageTranslator } from '#platform/web/page-translator.ts';
import { currentUser } from '#platform/web/session.ts';
import { toast } from '#ui/toast.tsx';
import { bookingForm, bookProduct } from '../contract.ts';
import { remember } from './booking-draft.ts';

const TOAST_MAX_CHARS = 160;

export interface BookingAnswer {
  /** The id of the booked product. */
  booked?: string;
  refused?: FormReply;
  /** The server has answered: another attempt is another booking, with a new idempotency key. */
  answered: boolean;
}

/** Books the product `itemId` of the dialog's form, and keeps the fields on this device. */
export async function book(form: FormData): Promise<BookingAnswer> {
  const submission = await readForm(form, bookingForm);
  if (submission.status !== 'success') return { refused: submission.reply(), answered: false };
  const itemId = String(form.get('itemId'));
  try {
    const idempotencyKey = String(form.get('key'));
    await api.send(bookProduct, { body: { itemId, ...submission.value } }, { idempotencyKey });
  } catch (error) {
    if (error instanceof CallError && error.status === 401) throw error;
    return refuse(submission, error);
  }
  // The booking is made, even when the fields cannot be kept.
  const user = await currentUser().catch(() => null);
  if (user) remember(user.id, submission.value);
  const { t } = pageTranslator();
  toast.success(t('book.ok'), { label: t('dash.orders'), to: '/dashboard/myorders' });
  return { booked: itemId, answered: true };
}

function refuse(submission: Parameters<typeof refusedForm>[0], error: unknown): BookingAnswer {
  if (!(error instanceof CallError)) {
    console.error(error);
    toast.error(pageTranslator().t('book.failed'));
    return { refused: submission.reply({ formErrors: ['book.failed'], fieldErrors: {} }), answered: false };
  }
  const { message, errors = [] } = error.problem;
  // Errors of fields stand at their fields.
  if (errors.length === 0) toast.error(shorten(message || pageTranslator().t('error.unexpected')));
  // After a 5xx the booking may be made. The next attempt finds out, with the same key.
  return { refused: refusedForm(submission, error), answered: error.status < 500 };
}

function shorten(message: string): string {
  return message.length > TOAST_MAX_CHARS ? `${message.slice(0, TOAST_MAX_CHARS - 1)}…` : message;
}
