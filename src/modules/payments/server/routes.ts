import type { FastifyInstance, FastifyRequest } from 'fastify';
import type Stripe from 'stripe';
import { z } from 'zod';
import { Problem } from '#platform/contract/problem.ts';
import { serve } from '#platform/http/serve.ts';
import * as calls from '../contract.ts';
import type { CardProvider } from './card-provider.ts';
import type { PaymentDeps } from './payment-deps.ts';
import { confirmPayment, handleProviderEvent, prepareIntent } from './service.ts';

interface PaymentParts extends PaymentDeps {
  provider: CardProvider;
  /** What the provider's messages are heard with: connections that no browser takes. */
  settlement: PaymentDeps;
}

export function paymentRoutes(app: FastifyInstance, deps: PaymentParts): void {
  const { publishableKey, scriptURL, sandbox } = deps.provider;
  serve(app, calls.paymentSettings, async () => ({ publishableKey, scriptURL, sandbox }));

  serve(app, calls.createPaymentIntent, async ({ caller, body }) => ({
    clientSecret: await prepareIntent(deps, caller.id, body.bookingId, body.itemPrice),
  }));

  serve(app, calls.recordPayment, async ({ caller, body }) => ({
    acknowledged: true,
    insertedId: await confirmPayment(deps, caller.id, body.bookingId, body.transactionId),
  }));

  // The signature covers the bytes as they came, so this call gets them unparsed.
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, bytes, done) => done(null, bytes));
    serve(scope, calls.webhook, async ({ request }) => {
      await handleProviderEvent(deps.settlement, readEvent(deps, request));
      return { received: true };
    });
  });
}

/** What is read of an event (https://docs.stripe.com/api/events/object). */
const shaped = z.object({
  id: z.string().regex(/^evt_[\w-]{1,250}$/),
  type: z.string().regex(/^[\w.]{1,250}$/),
  data: z.object({ object: z.object({ id: z.string().max(255).optional() }) }),
});

/** How far an event's time may be off, in seconds; the library itself refuses only old ones. */
const TOLERANCE = 300;

/** Checks the provider's signature (https://docs.stripe.com/webhooks#verify-official-libraries). */
function readEvent(deps: PaymentParts, request: FastifyRequest): Stripe.Event {
  const signature = request.headers['stripe-signature'];
  const refused = new Problem('invalid', 'bad-signature', 'error.signature');
  if (typeof signature !== 'string' || !Buffer.isBuffer(request.body)) throw refused;
  const time = Number(/(?:^|,)t=(\d+)/.exec(signature)?.[1]);
  if (!(time <= Date.now() / 1000 + TOLERANCE)) throw refused;
  const { webhookSecret } = deps.provider;
  try {
    const event = deps.stripe.webhooks.constructEvent(request.body, signature, webhookSecret, TOLERANCE);
    shaped.parse(event);
    return event;
  } catch {
    throw refused;
  }
}
