/**
 * Payments: payments of bookings by card, bKash and SSLCommerz. This module fetches the result from the provider and records
 * it once, with the sale.
 */
import { z } from 'zod';
import { METHODS, PAGE_METHODS } from '#modules/bookings/rules.ts';
import { defineCall } from '#platform/contract/call.ts';
import { id, price } from '#platform/contract/values.ts';
import { REFUSAL_REASONS } from './rules.ts';

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
  summary: "The payment methods, and the browser's settings for the provider's card form.",
  reply: z.object({
    /** Empty when the store takes no cards by this provider. */
    publishableKey: z.string(),
    /** The provider's browser script; empty as above. */
    scriptURL: z.string(),
    sandbox: z.boolean(),
    /** In the order of the payment page. Whether a booking can be paid in cash is its own `cash.offered`. */
    methods: z.array(z.object({ method: z.enum(METHODS), sandbox: z.boolean() })),
  }),
});

/** The statuses of a booking's payment; `none` before one was begun. */
export const PAYMENT_STATUSES = ['none', 'open', 'failed', 'cancelled', 'review', 'paid', 'returned'] as const;

/** The status of the latest payment of a booking. */
const paymentStatus = z.object({
  state: z.enum(PAYMENT_STATUSES),
  /** The method of the latest payment. */
  method: z.enum(METHODS).optional(),
  /** Why the provider refused it; absent in other states, and where it names no reason. */
  refusal: z.enum(REFUSAL_REASONS).optional(),
  /** The provider did not answer: repeat the call. */
  away: z.boolean(),
});

/** The method from whose page the buyer came back: its payments come first. */
const returnQuery = z.object({ method: z.enum(PAGE_METHODS).optional() });

export const getPaymentStatus = defineCall('GET /bookings/{id}/payment', {
  access: 'buyer',
  summary: 'The latest payment of a booking as it is recorded. The provider is not asked.',
  params: z.object({ id }),
  query: returnQuery,
  reply: paymentStatus,
});

export const checkPayment = defineCall('POST /bookings/{id}/check-payment', {
  access: 'buyer',
  summary: 'Fetches the latest payment of a booking from its provider and records it.',
  params: z.object({ id }),
  query: returnQuery,
  reply: paymentStatus,
});

export const webhook = defineCall('POST /payments/webhook', {
  access: 'provider',
  summary: "The card provider's signed events.",
  reply: z.object({ received: z.boolean() }),
});
