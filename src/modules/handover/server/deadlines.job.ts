import type { Task } from 'graphile-worker';
import { findDueBookings } from '#modules/bookings/server/service.ts';
import { isDatabaseUnavailable } from '#platform/database/database.ts';
import type { HandoverDeps } from './handover-deps.ts';
import { advanceBooking } from './service.ts';

/** Applies the passed deadlines of bookings. Runs at the start and every minute; a call applies those of its booking itself. */
export const DEADLINES = 'booking-deadlines';

/** Bookings that one run advances. */
const BATCH_MAX_BOOKINGS = 200;

/** Advances each due booking in its own transaction. A booking that fails blocks no other. */
export function deadlinesTask(deps: HandoverDeps): Task {
  return async (_payload, { logger }) => {
    for (const id of await findDueBookings(deps.db, BATCH_MAX_BOOKINGS)) {
      try {
        await advanceBooking(deps, id);
      } catch (error) {
        if (isDatabaseUnavailable(error)) throw error;
        logger.error(`${id}: ${error instanceof Error ? error.message : error}`);
      }
    }
  };
}
