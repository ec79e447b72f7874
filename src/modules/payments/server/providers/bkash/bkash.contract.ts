import { z } from 'zod';
import { defineCall } from '#platform/contract/call.ts';

export const bkashReturn = defineCall('GET /payments/bkash/return', {
  access: 'provider',
  summary: "The buyer comes back from bKash's page. The address proves nothing: bKash is asked.",
  query: z.object({ paymentID: z.string().max(255).optional(), status: z.string().max(40).optional() }),
  reply: z.string(),
  redirects: true,
});

export const bkashWebhook = defineCall('POST /payments/bkash/webhook', {
  access: 'provider',
  summary: "bKash's signed messages, by Amazon SNS.",
  reply: z.object({ received: z.boolean() }),
});
