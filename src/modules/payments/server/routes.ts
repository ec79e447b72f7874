import type { FastifyInstance, FastifyRequest } from 'fastify';
import type Stripe from 'stripe';
import { z } from 'zod';
import { actorOf } from '#modules/audit/server/service.ts';
import { Problem } from '#platform/contract/problem.ts';
import { toTk } from '#platform/contract/values.ts';
import { presentPage, readPage } from '#platform/database/keyset.ts';
import { serve } from '#platform/http/serve.ts';
import * as adminCalls from '../admin.contract.ts';
import * as calls from '../contract.ts';
import { recordReturnByHand } from './by-hand.service.ts';
import type { CardProvider } from './card-provider.ts';
import { type AdminPaymentRow, selectPaymentsForAdmin } from './ledger.store.ts';
import type { PaymentDeps } from './payment-deps.ts';
import { confirmPayment, handleProviderEvent, prepareIntent } from './service.ts';

interface PaymentRouteDeps extends PaymentDeps {
  provider: CardProvider;
  /** For the provider's events: database connections that requests of browsers do not use. */
  settlement: PaymentDeps;
  pageSize: number;
}

export function paymentRoutes(app: FastifyInstance, deps: PaymentRouteDeps): void {
  const { db, pageSize } = deps;
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

  serve(app, adminCalls.listPayments, async ({ query }) =>
    presentPage(await selectPaymentsForAdmin(db, readPage(query, pageSize), query.transactionId), present),
  );

  serve(app, adminCalls.recordByHand, async ({ caller, params, body, request, once, claim }) => {
    await claim();
    return recordReturnByHand(deps, { paymentId: params.id, actor: actorOf(caller, request), once }, body);
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

function present(row: AdminPaymentRow): adminCalls.PaymentForAdmin {
  return {
    _id: row.id,
    transactionId: row.intent,
    itemName: row.item_name,
    amount: toTk(row.captured),
    returned: toTk(row.returned),
    left: toTk(Math.max(0, row.captured - row.returned)),
    state: row.state as adminCalls.PaymentForAdmin['state'],
    disputed: row.disputed,
    since: row.updated_at.toISOString(),
  };
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
