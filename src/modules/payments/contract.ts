/**
 * Payments: card payments of bookings. The browser sends the card to the provider; this module fetches the result from the
 * provider and records it once, together with the sale.
 */
import { z } from 'zod';
import { defineCall } from '#platform/contract/call.ts';
import { id, price } from '#platform/contract/values.ts';

export const createPaymentIntent = defineCall('POST /create-payment-intent', {
  access: 'buyer',
  summary: 'Prepares the card payment of a booking. A repeat returns the same clientSecret.',
  body: z.object({ itemPrice: price, bookingId: id }),
  reply: z.object({ clientSecret: z.string() }),
});

export const recordPayment = defineCall('POST /payments', {
  access: 'buyer',
  summary: 'Records a payment that the provider itself reports as succeeded. A repeat returns the same insertedId.',
  body: z.object({
    itemId: z.string().optional(),
    itemPrice: z.union([z.number(), z.string()]).optional(),
    transactionId: z
      .string('error.transactionId')
      .regex(/^pi_[A-Za-z0-9_]{6,}$/, 'error.transactionId')
      .max(255),
    email: z.string().optional(),
    bookingId: id,
  }),
  reply: z.object({ acknowledged: z.boolean(), insertedId: id }),
});

export const paymentSettings = defineCall('GET /payment-settings', {
  access: 'buyer',
  summary: "The browser's settings for the provider's card form.",
  reply: z.object({
    publishableKey: z.string(),
    /** The provider's browser script. */
    scriptURL: z.string(),
    sandbox: z.boolean(),
  }),
});

export const webhook = defineCall('POST /payments/webhook', {
  access: 'provider',
  summary: "The card provider's signed events.",
  reply: z.object({ received: z.boolean() }),
});
