import { z } from 'zod';
import { defineCall } from '#platform/contract/call.ts';

export const bkashReturn = defineCall('GET /payments/bkash/return', {
  access: 'provider',
  summary:
    "Receives the buyer's redirect from bKash's page. The query is not trusted: the payment is fetched from bKash.",
  query: z.object({ paymentID: z.string().max(255).optional(), status: z.string().max(40).optional() }),
  reply: z.string(),
  redirects: true,
});

export const bkashWebhook = defineCall('POST /payments/bkash/webhook', {
  access: 'provider',
  summary: "bKash's signed messages, by Amazon SNS.",
  reply: z.object({ received: z.boolean() }),
});
