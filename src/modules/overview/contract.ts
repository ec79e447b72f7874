/** Overview: the numbers of the store for admins, by day, and the work that waits for them. */
import { z } from 'zod';
import { defineCall } from '#platform/contract/call.ts';
import { instant } from '#platform/contract/values.ts';

/** The limit of each count, so that the duration does not depend on the size of the store. */
export const COUNTED_MAX_ROWS = 1000;

/** The numbers of a day. `waiting` are payouts that were requested on that day and are not paid. */
export const MEASURES = ['listed', 'booked', 'paid', 'handedOver', 'disputed', 'refunded', 'waiting'] as const;
export type Measure = (typeof MEASURES)[number];

/** The work that waits for an admin. */
export const TASKS = ['disputes', 'payouts', 'refunds', 'reports', 'messages'] as const;
export type Task = (typeof TASKS)[number];

const count = z.number().int().max(COUNTED_MAX_ROWS);
const day = z.object({ day: z.iso.date(), numbers: z.record(z.enum(MEASURES), count) });
export type OverviewDay = z.infer<typeof day>;

export const getOverview = defineCall('GET /overview', {
  access: 'admin',
  summary: 'The numbers of each of the last 30 days in Dhaka, oldest first, and the work that waits for admins.',
  reply: z.object({
    days: z.array(day),
    tasks: z.record(z.enum(TASKS), count),
    /** The newest payments of these days without a booking; amounts in Tk. */
    unknown: z.array(z.object({ provider: z.string(), transactionId: z.string(), amount: z.number(), at: instant })),
  }),
});
export type Overview = z.infer<typeof getOverview.spec.reply>;
