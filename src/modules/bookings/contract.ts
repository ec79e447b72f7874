/**
 * Bookings: a buyer reserves a product for a limited time. One product has at most one live booking, unpaid within its
 * hold or paid; name, price and picture are copied from the product at that moment, by the server.
 */
import { z } from 'zod';
import { defineCall } from '#platform/contract/call.ts';
import { email, id, instant, ourId, pageQuery, phone, place } from '#platform/contract/values.ts';
import { CASH_REFUSALS } from './cash.rules.ts';
import { BOOKING_STATES, choosesOwnPoint, METHODS, MONEY_STATES, NEXT_STEPS, PARTIES, STEPS } from './rules.ts';

const booking = z.object({
  _id: ourId,
  itemId: ourId,
  itemName: z.string(),
  itemPrice: z.number(),
  categoryId: ourId,
  image: z.string(),
  userName: z.string(),
  email: z.string(),
  phone: z.string(),
  /** The pick-up point that the buyer chose. */
  location: z.string(),
  /**
   * The seller's pick-up point at the time of the booking. Absent in older bookings and when the seller's account is
   * deleted.
   */
  sellerLocation: z.string().optional(),
  /** Money was taken or handed over, and not given back. */
  paid: z.boolean(),
  state: z.enum(BOOKING_STATES),
  /** Absent before the buyer chose. */
  method: z.enum(METHODS).optional(),
  /** Absent while `state` alone says where the money is. */
  moneyState: z.enum(MONEY_STATES).optional(),
  /** The product was taken off the store: it has no page. */
  isItemRemoved: z.literal(true).optional(),
  /** The time at which an unpaid booking ends. */
  holdUntil: instant.optional(),
  /**
   * The next step, its actor and its deadline. Absent when nothing is left to do. A decision of an admin has no
   * deadline.
   */
  next: z.object({ step: z.enum(NEXT_STEPS), by: z.enum(PARTIES), until: instant.optional() }).optional(),
  createdAt: instant,
  transactionId: z.string().optional(),
});
export type Booking = z.infer<typeof booking>;

export const listBookings = defineCall('GET /bookings', {
  access: 'buyer',
  summary: "The buyer's bookings, newest first.",
  query: pageQuery.extend({ email }),
  reply: z.array(booking),
  paged: true,
});

/** A booking as its seller sees it: of the buyer only a first name and a pick-up point. */
export const listSellerBookings = defineCall('GET /my-buyers', {
  access: 'seller',
  summary: "Bookings of the seller's products, newest first, without surname, e-mail and phone.",
  query: pageQuery.extend({ email }),
  reply: z.array(
    booking
      .pick({
        _id: true,
        itemId: true,
        itemName: true,
        itemPrice: true,
        image: true,
        location: true,
        sellerLocation: true,
        paid: true,
        state: true,
        moneyState: true,
        method: true,
        holdUntil: true,
        next: true,
        createdAt: true,
      })
      // Empty, like the pick-up point, when the buyer's account is deleted.
      .extend({ buyerName: z.string() }),
  ),
  paged: true,
});
export type SellerBooking = z.infer<typeof listSellerBookings.spec.reply>[number];

/** The fields of a booking's own page, for both sides. */
const order = {
  /** Each step with its time and its actor, oldest first. */
  timeline: z.array(z.object({ step: z.enum(STEPS), by: z.enum(PARTIES), at: instant, reason: z.string().optional() })),
  /**
   * The other side: a first name, and a phone number while they have to meet. To the buyer, whether the seller is verified.
   * Empty for a deleted account.
   */
  other: z.object({ name: z.string(), phone: z.string().optional(), verified: z.literal(true).optional() }),
  /** The latest time to meet. At `callsOffAt` a job calls the booking off. Absent once a handover is claimed. */
  pickupUntil: instant.optional(),
  callsOffAt: instant.optional(),
  handedOverAt: instant.optional(),
  inspectUntil: instant.optional(),
  /** Too many wrong codes were entered: the code of the handover is locked. */
  codeLocked: z.literal(true).optional(),
  isItemRemoved: booking.shape.isItemRemoved,
  /** The product of an ended booking can be sold: it is neither sold nor taken off the store. */
  onSale: z.literal(true).optional(),
  /** The part of the price that does not go back, in Tk. Present when a part does. */
  kept: z.number().optional(),
  /** The amount that came back by bank transfer or in cash, in Tk. Present when some did. */
  byHand: z.number().optional(),
  /** The earliest time at which the reader may report a no-show. Absent when they may not. */
  noShowFrom: instant.optional(),
  /** The latest time at which the reader may contradict a report about them. */
  contradictUntil: instant.optional(),
};

/** The payment page reads the buyer's name under `name`. */
export const getBooking = defineCall('GET /bookings/{id}', {
  access: 'buyer',
  summary: 'One booking, for its page and the payment page. Only its buyer finds it.',
  params: z.object({ id }),
  reply: booking.extend({
    ...order,
    name: z.string(),
    /** The code of a handover that is due, and the URL in its QR code. Only the buyer sees it. */
    handover: z.object({ code: z.string(), qr: z.string() }).optional(),
    /** Whether the buyer may pay in cash, or the reason against it. A hold for cash that begins now lasts until `until`. */
    cash: z.object({ offered: z.boolean(), reason: z.enum(CASH_REFUSALS).optional(), until: instant.optional() }),
  }),
});
export type Order = z.infer<typeof getBooking.spec.reply>;

export const getSale = defineCall('GET /my-buyers/{bookingId}', {
  access: 'seller',
  summary: "One booking of the seller's products. Only its seller finds it.",
  params: z.object({ bookingId: id }),
  reply: listSellerBookings.spec.reply.element.extend({
    ...order,
    /** The seller's fee, in Tk, at most the amount that the buyer does not get back. The buyer does not see it. */
    fee: z.number(),
  }),
});
export type Sale = z.infer<typeof getSale.spec.reply>;

const bookingForm = z.object({ phone, location: place(120, 'book.pointError') });

/** The booking dialog: the seller's pick-up point, or the buyer's own in `location`. */
export const bookingDialog = z
  .object({
    phone,
    point: z.enum(['seller', 'other']).optional(),
    sellerPoint: z.string().max(120).optional(),
    location: z.string().optional(),
    /** Without a script: the initial text of the buyer's own point. */
    began: z.string().optional(),
  })
  .superRefine(
    (typed, context) => {
      if (!choosesOwnPoint(typed)) return;
      const own = bookingForm.shape.location.safeParse(typed.location);
      for (const { message } of own.error?.issues ?? [])
        context.addIssue({ code: 'custom', path: ['location'], message });
    },
    // Faults of other fields do not hide this one.
    { when: () => true },
  );

export const bookProduct = defineCall('POST /bookings', {
  access: 'buyer',
  summary: 'Books a product. Name, price, picture and e-mail in the body are ignored.',
  body: bookingForm.extend({
    itemId: id,
    itemName: z.string().optional(),
    itemPrice: z.union([z.number(), z.string()]).optional(),
    image: z.string().optional(),
    userName: z.string().optional(),
    email: z.string().optional(),
  }),
  reply: z.object({ acknowledged: z.boolean(), insertedId: ourId }),
});

export const cancelBooking = defineCall('DELETE /bookings/{id}', {
  access: 'buyer',
  summary: 'Cancels an unpaid booking.',
  params: z.object({ id }),
  reply: z.object({ deletedCount: z.number().int() }),
});
