import type { Task } from 'graphile-worker';
import { markDueReminders, selectDueBookings } from '#modules/bookings/server/service.ts';
import { isDatabaseUnavailable, transaction } from '#platform/database/database.ts';
import { addJobs } from '#platform/jobs/job-runner.ts';
import type { HandoverDeps } from './handover-deps.ts';
import { ORDER_EMAIL, type OrderEmail } from './order-emails.job.ts';
import { applyBookingDeadlines } from './service.ts';

/** Applies the passed deadlines of bookings. Runs at the start and every minute; a call applies those of its booking itself. */
export const DEADLINES = 'booking-deadlines';

const BATCH_MAX_BOOKINGS = 200;

/** Sends due reminders, then advances each due booking in its own transaction. A booking that fails blocks no other. */
export function deadlinesTask(deps: HandoverDeps): Task {
  return async (_payload, { logger }) => {
    await sendReminders(deps);
    for (const id of await selectDueBookings(deps.db, BATCH_MAX_BOOKINGS)) {
      try {
        await applyBookingDeadlines(deps, id);
      } catch (error) {
        if (isDatabaseUnavailable(error)) throw error;
        logger.error(`${id}: ${error instanceof Error ? error.message : error}`);
      }
    }
  };
}

/** Marks and enqueues in one transaction, so that each reminder is sent once. */
function sendReminders({ db, trade }: HandoverDeps): Promise<void> {
  return transaction(db, async (db) => {
    const { holds, cashHolds, pickups } = await markDueReminders(db, trade, BATCH_MAX_BOOKINGS);
    const emails: OrderEmail[] = [
      ...holds.map((bookingId) => ({ bookingId, event: 'holdEnds' as const, to: 'buyer' as const })),
      ...toBoth('cashEnds', cashHolds),
      ...toBoth('pickupEnds', pickups),
    ];
    if (emails.length > 0) await addJobs(db, ORDER_EMAIL, emails);
  });
}

function toBoth(event: OrderEmail['event'], bookingIds: string[]): OrderEmail[] {
  return bookingIds.flatMap((bookingId) => (['buyer', 'seller'] as const).map((to) => ({ bookingId, event, to })));
}
