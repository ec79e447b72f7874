import type { FastifyInstance, FastifyRequest } from 'fastify';
import type Stripe from 'stripe';
import { z } from 'zod';
import { Problem } from '#platform/contract/problem.ts';
import { serve } from '#platform/http/serve.ts';
import * as calls from '../contract.ts';
import type { CardProvider } from './card-provider.ts';
import type { PaymentDeps } from './payment-deps.ts';
import { confirmPayment, handleProviderEvent, prepareIntent } from './service.ts';

interface PaymentRouteDeps extends PaymentDeps {
  provider: CardProvider;
  /** For the provider's events: database connections that requests of browsers do not use. */
  settlement: PaymentDeps;
}

export function paymentRoutes(app: FastifyInstance, deps: PaymentRouteDeps): void {
  const { publishableKey, scriptURL, sandbox } = deps.provider;
  serve(app, calls.paymentSettings, async () => ({ publishableKey, scriptURL, sandbox }));

  serve(app, calls.createPaymentIntent, async ({ caller, body, claim }) => {
    await claim();
    return { clientSecret: await prepareIntent(deps, caller.id, body.bookingId, body.itemPrice) };
  });

  serve(app, calls.recordPayment, async ({ caller, body, claim }) => {
    await claim();
    const insertedId = await confirmPayment(deps, caller.id, body.bookingId, body.transactionId);
    return { acknowledged: true, insertedId };
  });

  // The signature covers the raw bytes, so the body stays unparsed.
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, bytes, done) => done(null, bytes));
    serve(scope, calls.webhook, async ({ request }) => {
      await handleProviderEvent(deps.settlement, await readEvent(deps, request));
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

/** Greatest difference of an event's time from ours. The library itself refuses old events only. */
const CLOCK_TOLERANCE_S = 300;

/** Verifies the signature of an event and returns it. @throws Problem (400) for a wrong one (https://docs.stripe.com/webhooks#verify-official-libraries). */
async function readEvent(deps: PaymentRouteDeps, request: FastifyRequest): Promise<Stripe.Event> {
  const signature = request.headers['stripe-signature'];
  const refused = new Problem('invalid', 'bad-signature', 'error.signature');
  if (typeof signature !== 'string' || !Buffer.isBuffer(request.body)) throw refused;
  const time = Number(/(?:^|,)t=(\d+)/.exec(signature)?.[1]);
  if (!(time <= Date.now() / 1000 + CLOCK_TOLERANCE_S)) throw refused;
  const { webhookSecret } = deps.provider;
  const { webhooks } = await deps.stripe();
  try {
    const event = webhooks.constructEvent(request.body, signature, webhookSecret, CLOCK_TOLERANCE_S);
    eventShape.parse(event);
    return event;
  } catch {
    throw refused;
  }
}
