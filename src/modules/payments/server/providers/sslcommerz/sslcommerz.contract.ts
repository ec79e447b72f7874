import { z } from 'zod';
import { defineCall } from '#platform/contract/call.ts';

/** A form of SSLCommerz. Only the named fields are used. */
const form = z.record(z.string().max(64), z.string().max(4000)).optional();

export const sslcommerzReturn = defineCall('POST /payments/sslcommerz/return', {
  access: 'provider',
  summary:
    "The buyer comes back from SSLCommerz's page, by a form of another site. It proves nothing: SSLCommerz is asked.",
  body: form,
  reply: z.string(),
  redirects: true,
});

export const sslcommerzIpn = defineCall('POST /payments/sslcommerz/ipn', {
  access: 'provider',
  summary: "SSLCommerz's messages about payments (IPN). They prove nothing: SSLCommerz is asked.",
  body: form,
  reply: z.object({ received: z.boolean() }),
});
