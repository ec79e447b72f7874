/**
 * Handover: buyer and seller meet after the booking. The buyer chooses a payment method and shows a code; the seller enters
 * it. Either side calls a sale off before that, and reports a no-show of a cash sale.
 */
import { z } from 'zod';
import { BOOKING_STATES, METHODS } from '#modules/bookings/rules.ts';
import { defineCall } from '#platform/contract/call.ts';
import { asciiDigits } from '#platform/contract/typed-input.ts';
import { id, text } from '#platform/contract/values.ts';
import { CODE_CHARS, REASON_MAX_CHARS, STORE_REASONS } from './rules.ts';

const state = z.object({ state: z.enum(BOOKING_STATES) });
const params = z.object({ id });

/** A code as a person types it. Bangla digits become ASCII; spaces and hyphens are removed. */
export const handoverCode = z
  .string('handover.codeShape')
  .max(40, 'handover.codeShape')
  .transform((typed) => asciiDigits(typed).replace(/[\s-]/g, ''))
  .pipe(z.string().regex(new RegExp(`^[0-9]{${CODE_CHARS}}$`), 'handover.codeShape'));

export const chooseMethod = defineCall('POST /bookings/{id}/method', {
  access: 'buyer',
  summary:
    'Chooses how the buyer pays. Cash answers with the code of the handover; bKash and SSLCommerz with the page to pay at.',
  params,
  body: z.object({ method: z.enum(METHODS) }),
  reply: z.object({
    modifiedCount: z.number().int(),
    code: z.string().optional(),
    /** The provider's page: the browser goes there. */
    redirectUrl: z.string().optional(),
  }),
});

export const handOver = defineCall('POST /my-buyers/{bookingId}/handover', {
  access: 'seller',
  summary: "Hands an item over by the buyer's code. Without a code, the buyer must confirm. Cash needs it.",
  params: z.object({ bookingId: id }),
  body: z
    .object({ code: handoverCode.optional(), withoutCode: z.literal(true).optional() })
    .refine((typed) => (typed.code === undefined) === (typed.withoutCode === true), {
      path: ['code'],
      message: 'handover.codeShape',
    }),
  reply: state,
});

export const confirmReceived = defineCall('POST /bookings/{id}/received', {
  access: 'buyer',
  summary: 'The buyer confirms that they have the item. For cash only once the code is locked.',
  params,
  reply: state,
});

export const denyReceived = defineCall('POST /bookings/{id}/not-received', {
  access: 'buyer',
  summary: 'The buyer contradicts a handover without the code.',
  params,
  reply: state,
});

export const callOff = defineCall('POST /bookings/{id}/call-off', {
  access: 'signedIn',
  summary:
    'The buyer or the seller calls a booking off before the handover, with a reason. The whole amount is refunded.',
  params,
  // Only the store records these reasons.
  body: z.object({
    reason: text(REASON_MAX_CHARS, 'handover.reasonMissing').refine(
      (reason) => !STORE_REASONS.some((code) => code === reason),
      'handover.reasonMissing',
    ),
  }),
  reply: state,
});

export const reportNoShow = defineCall('POST /bookings/{id}/no-show', {
  access: 'signedIn',
  summary: 'Reports that the other side of a cash sale did not come.',
  params,
  reply: z.object({ acknowledged: z.boolean() }),
});

export const contradictNoShow = defineCall('POST /bookings/{id}/contradict', {
  access: 'signedIn',
  summary: 'Contradicts a reported no-show.',
  params,
  reply: z.object({ acknowledged: z.boolean() }),
});
