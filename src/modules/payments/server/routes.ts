import type { FastifyInstance } from 'fastify';
import { actorOf } from '#modules/audit/server/service.ts';
import type { Method } from '#modules/bookings/rules.ts';
import { Problem } from '#platform/contract/problem.ts';
import { toTk } from '#platform/contract/values.ts';
import { presentPage, readPage } from '#platform/database/keyset.ts';
import { serve } from '#platform/http/serve.ts';
import { limitAnonymousRequests } from '#platform/limits/anonymous-limit.ts';
import * as adminCalls from '../admin.contract.ts';
import * as calls from '../contract.ts';
import { beginPayment } from './begin.service.ts';
import { type AdminPaymentRow, selectPaymentsForAdmin } from './ledger.store.ts';
import type { PaymentDeps } from './payment-deps.ts';
import { createProviderCallbacks } from './provider-callbacks.service.ts';
import type { StripeKeys } from './providers/stripe/stripe-keys.ts';
import { recordReturnByHand } from './refund-by-hand.service.ts';
import { namesOfSingleRefund, retryRefund } from './retry.service.ts';
import { decideReview } from './review.service.ts';
import { checkBooking, readPaymentStatus, recordReportedPayment } from './service.ts';

interface PaymentRouteDeps extends PaymentDeps {
  /** For the browser's card form; undefined when the store takes no cards by Stripe. */
  cards: StripeKeys | undefined;
  /** The payment methods, in the order of the payment page. */
  methods: readonly Method[];
  /** For the providers' messages: database connections that requests of browsers do not use. */
  settlement: PaymentDeps;
  pageSize: number;
}

/** Serves the calls of payments/contract.ts and admin.contract.ts, except those of one provider. */
export function paymentRoutes(app: FastifyInstance, deps: PaymentRouteDeps): void {
  const { db, pageSize, providers, methods } = deps;
  const { publishableKey = '', scriptURL = '', sandbox = false } = deps.cards ?? {};
  const offered = methods.map((method) => ({ method, sandbox: providers.by(method)?.sandbox ?? false }));
  const singleRefundProviders = namesOfSingleRefund(providers);
  serve(app, calls.paymentSettings, async () => ({ publishableKey, scriptURL, sandbox, methods: offered }));

  serve(app, calls.createPaymentIntent, async ({ caller, body, claim }) => {
    await claim();
    const cards = methods.includes('card') ? providers.by('card') : undefined;
    if (!cards) throw new Problem('conflict', 'method-not-offered', 'pay.methodNotOffered');
    const { bookingId, itemPrice: shownPrice } = body;
    const { clientSecret } = await beginPayment(deps, cards, caller, { bookingId, shownPrice });
    if (!clientSecret) throw new Error('The card provider returned no client secret.');
    return { clientSecret };
  });

  serve(app, calls.recordPayment, async ({ caller, body, claim }) => {
    await claim();
    const insertedId = await recordReportedPayment(deps, caller.id, body.bookingId, body.transactionId);
    return { acknowledged: true, insertedId };
  });

  serve(app, calls.getPaymentStatus, ({ caller, params, query }) =>
    readPaymentStatus(deps, { buyerId: caller.id, bookingId: params.id, ...query }),
  );

  serve(app, calls.checkPayment, ({ caller, params, query }) =>
    checkBooking(deps, { buyerId: caller.id, bookingId: params.id, ...query }),
  );

  serve(app, adminCalls.listPayments, async ({ query }) =>
    presentPage(
      await selectPaymentsForAdmin(db, readPage(query, pageSize), query.transactionId, singleRefundProviders),
      present,
    ),
  );

  serve(app, adminCalls.recordRefundByHand, async ({ caller, params, body, request, once, claim }) => {
    await claim();
    return recordReturnByHand(deps, { paymentId: params.id, actor: actorOf(caller, request), once }, body);
  });

  serve(app, adminCalls.retryRefund, ({ caller, params, request, once }) =>
    retryRefund(deps, { paymentId: params.id, actor: actorOf(caller, request), once }),
  );

  serve(app, adminCalls.reviewPayment, async ({ caller, params, body, request, once, claim }) => {
    await claim();
    return decideReview(deps, { paymentId: params.id, actor: actorOf(caller, request), once }, body);
  });

  app.register(async (scope) => {
    if (deps.limiter) limitAnonymousRequests(scope);
    for (const provider of providers.all) provider.routes?.(scope, createProviderCallbacks(deps.settlement, provider));
  });
}

function present(row: AdminPaymentRow): adminCalls.PaymentForAdmin {
  const state = row.state as adminCalls.PaymentForAdmin['state'];
  const left = Math.max(0, row.captured - row.returned);
  return {
    _id: row.id,
    provider: row.provider,
    transactionId: row.transaction_id,
    itemName: row.item_name,
    amount: toTk(row.captured),
    returned: toTk(row.returned),
    left: toTk(left),
    due: toTk(state === 'refund_due' ? left : row.part_due_poisha),
    state,
    ...(state === 'review' && { review: row.review as adminCalls.PaymentForAdmin['review'] }),
    disputed: row.disputed,
    stopped: row.stopped,
    retryable: row.retryable,
    buyerErased: row.buyer_erased,
    since: row.updated_at.toISOString(),
  };
}
