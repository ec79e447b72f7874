import { CallError } from '#platform/contract/call-client.ts';
import { api } from '#platform/web/api-client.ts';
import { type FormReply, readForm, refusedForm } from '#platform/web/form.tsx';
import { pageTranslator } from '#platform/web/page-translator.ts';
import { currentUser } from '#platform/web/session.ts';
import { toast } from '#ui/toast.tsx';
import { bookingForm, bookProduct } from '../contract.ts';
import { remember } from './booking-draft.ts';

/** How long a message of the server may be in a toast. */
const MESSAGE_MAX = 160;

export interface BookingAnswer {
  /** The product that is booked now. */
  booked?: string;
  refused?: FormReply;
  /** The server has answered: another try is another booking, and needs a key of its own. */
  answered: boolean;
}

/** Books the product `itemId` of the dialog's form. What was typed is remembered on this device. */
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
  // It is booked; what was typed is remembered if one can be.
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
  // What stands at a field needs no toast.
  if (errors.length === 0) toast.error(shorten(message || pageTranslator().t('error.unexpected')));
  // A server at fault may have booked all the same: with the same key the next try learns which.
  return { refused: refusedForm(submission, error), answered: error.status < 500 };
}

function shorten(message: string): string {
  return message.length > MESSAGE_MAX ? `${message.slice(0, MESSAGE_MAX - 1)}…` : message;
}
