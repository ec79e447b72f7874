import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import { accountRoutes } from '#modules/account/server/routes.ts';
import { auditRoutes } from '#modules/audit/server/routes.ts';
import type { Method } from '#modules/bookings/rules.ts';
import { EXPIRING_BOOKING_PHOTOS } from '#modules/bookings/server/erasure.store.ts';
import { bookingRoutes } from '#modules/bookings/server/routes.ts';
import { countAllHolds } from '#modules/bookings/server/store.ts';
import type { TradeSettings } from '#modules/bookings/server/trade-settings.ts';
import { DELETE_LISTINGS, deleteListingsTask } from '#modules/catalogue/server/delete-listings.job.ts';
import { catalogueRoutes } from '#modules/catalogue/server/routes.ts';
import { SYNC_SELLER, syncSellerTask } from '#modules/catalogue/server/sync-seller.job.ts';
import { DISPUTE_DEADLINES, disputeDeadlinesTask } from '#modules/disputes/server/dispute-deadlines.job.ts';
import { EXPIRING_THREADS } from '#modules/disputes/server/dispute-thread.store.ts';
import { disputeRoutes } from '#modules/disputes/server/routes.ts';
import { advanceDisputeOf } from '#modules/disputes/server/service.ts';
import type { PayoutSettings } from '#modules/earnings/server/earnings-deps.ts';
import { earningsRoutes } from '#modules/earnings/server/routes.ts';
import { WEEKLY_PAYOUTS, weeklyPayoutsTask } from '#modules/earnings/server/weekly-payouts.job.ts';
import { exportRoutes } from '#modules/exports/server/routes.ts';
import { DEADLINES, deadlinesTask } from '#modules/handover/server/deadlines.job.ts';
import { ORDER_EMAIL, orderEmailTask } from '#modules/handover/server/order-emails.job.ts';
import { handoverRoutes } from '#modules/handover/server/routes.ts';
import { applyBookingDeadlines } from '#modules/handover/server/service.ts';
import { type AttemptLimits, createAttempts } from '#modules/identity/server/attempts.ts';
import { providerRoutes } from '#modules/identity/server/auth-provider.routes.ts';
import { type AuthProviderSettings, createAuthProvider } from '#modules/identity/server/auth-provider.ts';
import { createAuthenticator } from '#modules/identity/server/identify.ts';
import { createIdentityEmails } from '#modules/identity/server/identity-emails.ts';
import { createKnownOrigins } from '#modules/identity/server/known-origins.ts';
import { createLinkEmails } from '#modules/identity/server/link-emails.ts';
import { profileRoutes } from '#modules/identity/server/profile.routes.ts';
import { deleteEmailChangeOf } from '#modules/identity/server/profile.store.ts';
import { identityRoutes } from '#modules/identity/server/routes.ts';
import { EXPIRING_IDENTITY } from '#modules/identity/server/sessions.store.ts';
import { createTokens } from '#modules/identity/server/tokens.ts';
import { moderationRoutes } from '#modules/moderation/server/routes.ts';
import { overviewRoutes } from '#modules/overview/server/routes.ts';
import { delayedPollTask } from '#modules/payments/server/delayed-poll.job.ts';
import { createMethodService } from '#modules/payments/server/method.service.ts';
import type { VelocityLimits } from '#modules/payments/server/payment-deps.ts';
import { DELAYED_POLL } from '#modules/payments/server/poll-queue.ts';
import { EXPIRING_ANSWERS } from '#modules/payments/server/provider-answers.store.ts';
import { connectProviders, type ProviderKeys } from '#modules/payments/server/providers/provider-list.ts';
import { RECONCILE, reconcileTask } from '#modules/payments/server/reconcile.job.ts';
import { refundTask } from '#modules/payments/server/refund.job.ts';
import { REFUND } from '#modules/payments/server/refund-queue.ts';
import { paymentRoutes } from '#modules/payments/server/routes.ts';
import { countPending } from '#modules/payments/server/store.ts';
import { createWallets } from '#modules/payments/server/wallets.service.ts';
import type { FetchPublic } from '#modules/photos/server/fetch-public.ts';
import { makeSizesTask } from '#modules/photos/server/make-sizes.job.ts';
import {
  PHOTO_CLEANUP,
  PHOTO_FILES,
  photoCleanupTask,
  photoFilesTask,
} from '#modules/photos/server/photo-cleanup.job.ts';
import { photoRoutes } from '#modules/photos/server/routes.ts';
import { MAKE_SIZES } from '#modules/photos/server/service.ts';
import { DELETE_WORDS, deleteWordsTask } from '#modules/search/server/delete-words.job.ts';
import { createPostgresSearch } from '#modules/search/server/postgres-search.ts';
import { searchRoutes } from '#modules/search/server/routes.ts';
import { supportRoutes } from '#modules/support/server/routes.ts';
import { EXPIRING_MESSAGES } from '#modules/support/server/store.ts';
import { wishlistRoutes } from '#modules/wishlist/server/routes.ts';
import { createDatabase, type Database, type Db } from '#platform/database/database.ts';
import { markOwnWrites, type Reads } from '#platform/database/read-replica.ts';
import type { Files } from '#platform/files/file-store.ts';
import { serveApiDocs } from '#platform/http/api-docs.ts';
import { handleUnknownRoutes } from '#platform/http/error-handler.ts';
import { rejectWrites } from '#platform/http/maintenance-mode.ts';
import { CLEANUP, deleteExpiredRows } from '#platform/jobs/cleanup.job.ts';
import { createLimiter } from '#platform/limits/rate-limiter.ts';
import { limitWrites } from '#platform/limits/write-limit.ts';
import { liveRoutes } from '#platform/live/live.routes.ts';
import { openLive } from '#platform/live/live-events.ts';
import { MAIL, type Mailer, mailTask } from '#platform/mail/mailer.ts';
import type { BusinessMetric } from '#platform/operations/metrics.ts';
import './subscriptions.ts';

/** Limits of one person or network. Each is a setting. */
export interface Limits extends AttemptLimits, VelocityLimits {
  /** Unpaid bookings of one buyer. */
  holds: number;
  /** Changes of one account in a minute. */
  writes: number;
}

export interface ApiParts {
  db: Database;
  /** For lists that may be some seconds old. */
  reads: Reads;
  /** Concurrent searches. The other connections are for bookings and payments. */
  searchConcurrency: number;
  /** Whether lists are read from a replica. A visitor then reads own changes from the primary. */
  hasReplica: boolean;
  /** The connections of the identity provider. */
  identityPool: pg.Pool;
  /** Connections for the messages of payment providers and for the jobs that settle payments. */
  settlementPool: pg.Pool;
  /** The database of live events, and the handler of their errors. */
  channel: { url: string; onError(error: unknown): void };
  identity: Omit<AuthProviderSettings, 'emails' | 'knownOrigins' | 'endEmailChange'>;
  mailer: Mailer;
  /** Undefined in tests. */
  limits: Limits | undefined;
  /** Whether every change is refused. */
  closed: boolean;
  keys: ProviderKeys;
  /** The payment methods, in the order of the payment page. */
  methods: readonly Method[];
  files: Files;
  fetchPublic: FetchPublic;
  trade: TradeSettings;
  /** ISO 4217, in lower case. */
  currency: string;
  payouts: PayoutSettings;
  pageSize: number;
  productName: { en: string; bn: string };
  currencyLabel: { en: string; bn: string };
}

/** Connects the modules: routes, jobs and subscriptions to domain events. */
export function createApi(parts: ApiParts) {
  const { db, reads, keys, files, fetchPublic, pageSize } = parts;
  const productName = parts.productName.en;
  const { origin, secret } = parts.identity;
  const limiter = parts.limits && createLimiter(db, secret);
  const knownOrigins = createKnownOrigins(db, { secret, secure: parts.identity.secureCookies });
  const attempts = parts.limits && limiter && createAttempts(limiter, knownOrigins, parts.limits);
  const emails = createIdentityEmails(parts.productName, origin);
  const provider = createAuthProvider(parts.identityPool, {
    ...parts.identity,
    knownOrigins,
    endEmailChange: (accountId) => deleteEmailChangeOf(db, accountId),
    emails: createLinkEmails(db, emails),
  });
  const tokens = createTokens(provider, parts.identity.origin);
  const emailContext = { productName: parts.productName, currencyLabel: parts.currencyLabel, origin };
  const { pickupMinutes } = parts.trade;
  const providers = connectProviders(keys);
  const isOffered = (method: Method) =>
    method === 'cash' ? parts.trade.takesCash : providers.by(method) !== undefined;
  const methods = parts.methods.filter(isOffered);
  const payments = { db, providers, methods, emailContext, velocityLimits: parts.limits, limiter, pickupMinutes };
  const settlement = { ...payments, db: createDatabase(parts.settlementPool) };

  const live = openLive(parts.channel.url, [db, settlement.db], parts.channel.onError);

  return {
    live,
    numbers: businessMetrics(db),
    identify: createAuthenticator(db, provider, tokens),
    everyMinute: [RECONCILE, DEADLINES, DISPUTE_DEADLINES, CLEANUP, PHOTO_CLEANUP, WEEKLY_PAYOUTS],
    jobs: {
      [REFUND]: refundTask(settlement),
      [RECONCILE]: reconcileTask(settlement),
      [DELAYED_POLL]: delayedPollTask(settlement),
      [DEADLINES]: deadlinesTask({ db: settlement.db, trade: parts.trade, secret }),
      [DISPUTE_DEADLINES]: disputeDeadlinesTask({ db: settlement.db }),
      [CLEANUP]: () =>
        deleteExpiredRows(db, [
          ...EXPIRING_IDENTITY,
          ...EXPIRING_MESSAGES,
          ...EXPIRING_THREADS,
          ...EXPIRING_BOOKING_PHOTOS,
          ...EXPIRING_ANSWERS,
        ]),
      [MAIL]: mailTask(parts.mailer),
      [ORDER_EMAIL]: orderEmailTask({ db, mailer: parts.mailer, ...emailContext }),
      [PHOTO_CLEANUP]: photoCleanupTask({ db, files }),
      [PHOTO_FILES]: photoFilesTask({ files }),
      [SYNC_SELLER]: syncSellerTask({ db }),
      [DELETE_LISTINGS]: deleteListingsTask({ db }),
      [DELETE_WORDS]: deleteWordsTask({ db }),
      [WEEKLY_PAYOUTS]: weeklyPayoutsTask({ db, settings: parts.payouts }),
    },
    /** Jobs that take seconds. They have own workers, so that mails and refunds never wait for them. */
    slowJobs: { [MAKE_SIZES]: makeSizesTask({ db, files, fetchPublic }) },

    async routes(app: FastifyInstance): Promise<void> {
      handleUnknownRoutes(app);
      // An answer is valid for its caller at this moment.
      app.addHook('onSend', (_request, reply, _payload, done) => {
        if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store');
        done();
      });
      if (parts.closed) rejectWrites(app);
      markOwnWrites(app, { https: parts.identity.secureCookies, visitors: parts.hasReplica });
      serveApiDocs(app, productName);
      refuseUndeclared(app);
      if (parts.limits) limitWrites(app, parts.limits.writes);
      auditRoutes(app, { db, pageSize });
      exportRoutes(app, { db, product: productName });
      const { passwordMin } = parts.identity;
      identityRoutes(app, { db, tokens, passwords: provider, attempts, emails, passwordMin, pageSize });
      profileRoutes(app, { db, passwords: provider, attempts, emails });
      await app.register((scope) => providerRoutes(scope, { provider, attempts, passwordMin }));
      photoRoutes(app, { db, files });
      const terms = { cash: parts.trade.takesCash, feePercent: parts.trade.feePercent };
      catalogueRoutes(app, { db, reads, product: productName, pageSize, terms });
      const engine = createPostgresSearch(db);
      searchRoutes(app, { db, engine, concurrency: parts.searchConcurrency, reads, pageSize });
      supportRoutes(app, { db, productName: parts.productName, origin, limiter, pageSize });
      wishlistRoutes(app, { db, product: productName, pageSize });
      moderationRoutes(app, { db, product: productName, pageSize });
      const { trade, currency, limits } = parts;
      const applyDeadlines = (db: Db, bookingId: string) => applyBookingDeadlines({ db, trade, secret }, bookingId);
      bookingRoutes(app, { db, trade, secret, origin, currency, pageSize, maxHolds: limits?.holds, applyDeadlines });
      paymentRoutes(app, { ...payments, cards: keys.stripe, settlement, pageSize });
      handoverRoutes(app, { db, trade, secret, methods: createMethodService(payments) });
      disputeRoutes(app, { db, trade, secret, pageSize });
      const guarded = { passwords: provider, countGuess: attempts?.guess };
      const wallets = createWallets(providers);
      const advanceSale = async (db: Db, bookingId: string) => {
        await applyDeadlines(db, bookingId);
        await advanceDisputeOf({ db }, bookingId);
      };
      const { closed } = parts;
      const paying = { settings: parts.payouts, wallets, emailContext, advance: advanceSale, closed };
      earningsRoutes(app, { db, ...paying, ...guarded, product: productName, pageSize });
      overviewRoutes(app, { db });
      await liveRoutes(app, live);
      accountRoutes(app, { db, origin, ...guarded });
    },
  };
}

function businessMetrics(db: Database): BusinessMetric[] {
  return [
    { name: 'bookings_held', help: 'Unpaid bookings with a running hold.', read: () => countAllHolds(db) },
    { name: 'refunds_due', help: 'Payments with a refund due.', read: () => countPending(db, 'refunds') },
    { name: 'payments_open', help: 'Payments open for over ten minutes.', read: () => countPending(db, 'open') },
  ];
}

/** Stops the start at a route without an access declaration. @throws Error */
function refuseUndeclared(app: FastifyInstance): void {
  app.addHook('onRoute', (route) => {
    if (!route.config?.access) throw new Error(`${route.method} ${route.url} declares no access`);
  });
}
