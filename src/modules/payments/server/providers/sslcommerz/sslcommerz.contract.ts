import { z } from 'zod';
import { defineCall } from '#platform/contract/call.ts';

/** A form of SSLCommerz. Only the named fields are used. */
const form = z.record(z.string().max(64), z.string().max(4000)).optional();

export const sslcommerzReturn = defineCall('POST /payments/sslcommerz/return', {
  access: 'provider',
  summary:
    "Receives the buyer's redirect from SSLCommerz's page, a cross-site form post. It is not trusted: the payment is fetched.",
  body: form,
  reply: z.string(),
  redirects: true,
});

export const sslcommerzIpn = defineCall('POST /payments/sslcommerz/ipn', {
  access: 'provider',
  summary: "SSLCommerz's messages about payments (IPN). They are not trusted: the payment is fetched.",
  body: form,
  reply: z.object({ received: z.boolean() }),
});
