import type { FastifyInstance, FastifyRequest } from 'fastify';
import type Stripe from 'stripe';
import { z } from 'zod';
import { Problem } from '#platform/contract/problem.ts';
import { serve } from '#platform/http/serve.ts';
import { webhook } from '../../../contract.ts';
import type { ProviderCallbacks, ProviderChange } from '../provider.ts';
import type { StripeClient } from './stripe-client.ts';

/** The events of returns. The webhook has to be registered with them (docs/operations.md). */
export const RETURN_EVENTS = [
  'charge.refunded',
  'refund.updated',
  'refund.failed',
  'charge.dispute.created',
  'charge.dispute.closed',
  'charge.dispute.funds_withdrawn',
  'charge.dispute.funds_reinstated',
] as const satisfies Stripe.Event.Type[];

/** Returns the content of an event. */
export function changeOf(event: Stripe.Event): ProviderChange {
  const { id, type } = event;
  return { id, type, reference: intentOf(event), kind: kindOf(type) };
}

function kindOf(type: string): ProviderChange['kind'] {
  if (type === 'payment_intent.succeeded') return 'success';
  if (type === 'payment_intent.payment_failed') return 'declined';
  return type.startsWith('payment_intent.') ? 'other' : 'return';
}

/** Returns the id of an event's intent; null for an event about anything else. */
function intentOf({ type, data }: Stripe.Event): string | null {
  const { id, payment_intent: named } = data.object as { id?: unknown; payment_intent?: unknown };
  const intent = type.startsWith('payment_intent.')
    ? id
    : /^(charge\.(refund|dispute)|refund)/.test(type)
      ? named
      : null;
  return typeof intent === 'string' ? intent : null;
}

interface StripeRoutes {
  stripe: StripeClient;
  webhookSecret: string;
  callbacks: ProviderCallbacks;
}

/** Serves the webhook. */
export function stripeRoutes(app: FastifyInstance, deps: StripeRoutes): void {
  // The signature covers the raw bytes, so the body stays unparsed.
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, bytes, done) => done(null, bytes));
    serve(scope, webhook, async ({ request }) => {
      await deps.callbacks.handleChange(changeOf(await readEvent(deps, request)));
      return { received: true };
    });
  });
}

/** The used fields of an event (https://docs.stripe.com/api/events/object). */
const eventShape = z.object({
  id: z.string().regex(/^evt_[\w-]{1,250}$/),
  type: z.string().regex(/^[\w.]{1,250}$/),
  data: z.object({ object: z.object({ id: z.string().max(255).optional() }) }),
});

/** Maximum difference between an event's time and the server's. The library itself refuses old events only. */
const CLOCK_TOLERANCE_S = 300;

/** Returns an event whose signature is right (https://docs.stripe.com/webhooks). @throws Problem (400) */
async function readEvent({ stripe, webhookSecret }: StripeRoutes, request: FastifyRequest): Promise<Stripe.Event> {
  const signature = request.headers['stripe-signature'];
  const refused = new Problem('invalid', 'bad-signature', 'error.signature');
  if (typeof signature !== 'string' || !Buffer.isBuffer(request.body)) throw refused;
  const time = Number(/(?:^|,)t=(\d+)/.exec(signature)?.[1]);
  if (!(time <= Date.now() / 1000 + CLOCK_TOLERANCE_S)) throw refused;
  const { webhooks } = await stripe();
  try {
    const event = webhooks.constructEvent(request.body, signature, webhookSecret, CLOCK_TOLERANCE_S);
    eventShape.parse(event);
    return event;
  } catch {
    throw refused;
  }
}
