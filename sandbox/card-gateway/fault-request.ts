import { z } from 'zod';
import type { Faults } from './faults.ts';
import { invalidRequest } from './stripe-error.ts';

const counts = { times: z.number().min(0).optional(), delay: z.number().min(0).optional() };
const faultRequest = z.object({
  clear: z.boolean().optional(),
  api: z
    .array(
      z.object({
        kind: z.enum(['late', 'error-before', 'error-after', 'cut-before', 'cut-after', 'rate-limit']),
        on: z.string().optional(),
        ...counts,
      }),
    )
    .default([]),
  webhooks: z
    .array(z.object({ kind: z.enum(['drop', 'double', 'delay', 'reorder']), type: z.string().optional(), ...counts }))
    .default([]),
  settlement: z.object({ delay: counts.delay }).optional(),
});

/**
 * Adds the faults of `{ clear?: true, api?: ApiFault[], webhooks?: WebhookFault[], settlement?: { delay } }`. Returns the
 * faults that are pending. @throws StripeApiError 400, and nothing is changed
 */
export function addFaults(faults: Faults, body: unknown): object {
  const { data, error } = faultRequest.safeParse(body);
  if (error) throw invalidRequest(z.prettifyError(error));
  if (data.clear) faults.clear();
  for (const fault of data.api) faults.api.add(fault);
  for (const fault of data.webhooks) faults.webhooks.add(fault);
  if (data.settlement) faults.settlement.delay = data.settlement.delay ?? 0;
  return { api: faults.api.pending(), webhooks: faults.webhooks.pending(), settlement: faults.settlement };
}
