import type { NewStep } from '#modules/bookings/server/service.ts';
import type { Db } from '#platform/database/database.ts';
import { addJobs } from '#platform/jobs/job-runner.ts';
import { emailsAfter } from '../order-email.rules.ts';
import { emailReason, ORDER_EMAIL, type OrderEmail } from './order-emails.job.ts';

/** Enqueues the e-mails after a step of a booking, in its transaction. */
export async function enqueueStepEmails(db: Db, taken: NewStep): Promise<void> {
  const { bookingId, step, by, reason, method = null, endsDispute, isAccepted } = taken;
  const emails = emailsAfter(step, by, method, { endsDispute, isAccepted }).map(
    ([to, event]): OrderEmail => ({ bookingId, event, to, ...(reason ? { reason: emailReason(reason) } : {}) }),
  );
  // One after the other, so that a seller gets one e-mail about cash that was chosen twice.
  const queue = step === 'cash_chosen' ? 'cash-emails' : undefined;
  if (emails.length > 0) await addJobs(db, ORDER_EMAIL, emails, queue);
}

/** Enqueues the e-mails after a payment, in its transaction. */
export function enqueuePaidEmails(db: Db, { bookingId }: { bookingId: string }): Promise<void> {
  const emails: OrderEmail[] = [
    { bookingId, event: 'paidSeller', to: 'seller' },
    { bookingId, event: 'paidBuyer', to: 'buyer' },
  ];
  return addJobs(db, ORDER_EMAIL, emails);
}
