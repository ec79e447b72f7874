/**
 * Bookings: a buyer reserves a product for a limited time. One product has at most one live booking, unpaid within its hold or
 * paid; name, price and picture are copied from the product at that moment, by the server.
 */
import { z } from 'zod';
import { defineCall } from '#platform/contract/call.ts';
import { email, id, instant, ourId, pageQuery, phone, place } from '#platform/contract/values.ts';
import { MONEY_STATES } from './rules.ts';

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
  /** The seller's pick-up point at the time of the booking. Absent in older bookings and when the seller's account is deleted. */
  sellerLocation: z.string().optional(),
  paid: z.boolean(),
  state: z.enum(['held', 'paid', 'expired', 'cancelled', 'refunded']),
  /** Absent while the money is simply where the state says. */
  moneyState: z.enum(MONEY_STATES).optional(),
  /** When an unpaid booking ends. */
  holdUntil: instant.optional(),
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
export const listBuyers = defineCall('GET /my-buyers', {
  access: 'seller',
  summary: "Who booked the seller's products, newest first. No surname, no e-mail, no phone.",
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
        holdUntil: true,
        createdAt: true,
      })
      // Empty, like the pick-up point, when the buyer's account is deleted.
      .extend({ buyerName: z.string() }),
  ),
  paged: true,
});
export type BuyerOfMine = z.infer<typeof listBuyers.spec.reply>[number];

/** The payment page reads the buyer's name under `name`. */
export const getBooking = defineCall('GET /bookings/{id}', {
  access: 'buyer',
  summary: 'One booking, for the payment page. Only its buyer finds it.',
  params: z.object({ id }),
  reply: booking.extend({ name: z.string() }),
});

/** The input of the booking dialog. */
export const bookingForm = z.object({ phone, location: place(120, 'book.pointError') });

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
  summary: 'Gives an unpaid booking back.',
  params: z.object({ id }),
  reply: z.object({ deletedCount: z.number().int() }),
});
