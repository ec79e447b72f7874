import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import type { ServerBuild } from 'react-router';
import type { TradeSettings } from '#modules/bookings/server/trade-settings.ts';
import type { PayoutSettings } from '#modules/earnings/server/earnings-deps.ts';
import type { Passwords } from '#modules/identity/server/auth-provider.ts';
import { keysOfSettings, type ProviderKeys } from '#modules/payments/server/providers/provider-list.ts';
import type { StripeKeys } from '#modules/payments/server/providers/stripe/stripe-keys.ts';
import type { Settings } from '#modules/payments/server/store-settings.ts';
import { createFetch, type FetchLimits } from '#modules/photos/server/fetch-public.ts';
import { mediaRoutes } from '#modules/photos/server/routes.ts';
import { toPoisha } from '#platform/contract/values.ts';
import { createDatabase, openPool } from '#platform/database/database.ts';
import { isMigrated } from '#platform/database/migrate.ts';
import { createReads } from '#platform/database/read-replica.ts';
import { type Files, openFiles } from '#platform/files/file-store.ts';
import { createServer, rejectUnknownHosts, secureHeaders, trackRequests } from '#platform/http/http-server.ts';
import { originOf, otherOriginsOf } from '#platform/http/origins.ts';
import { JOB_CONNECTIONS, openJobPool } from '#platform/jobs/job-pool.ts';
import { startJobs } from '#platform/jobs/job-runner.ts';
import { createMailer } from '#platform/mail/mailer.ts';
import { type LogStream, logging } from '#platform/operations/logging.ts';
import { createMetrics } from '#platform/operations/metrics.ts';
import { operationRoutes } from '#platform/operations/operations.routes.ts';
import { loadOrCreateSecret } from '#platform/operations/secrets.ts';
import { crawlerRoutes } from '#rendering/crawler-routes.ts';
import { manifestRoutes } from '#rendering/manifest-routes.ts';
import { servePages } from '#rendering/page-routes.ts';
import { openOutbox } from '#sandbox/outbox/outbox.ts';
import { createApi, type Limits } from './api.ts';
import { businessOf, shopOf } from './page-settings.ts';
import { googleOf, pageSources } from './providers.ts';
import { loopbackAddress, openSandboxes, type Sandboxes } from './sandboxes.ts';

export interface Store {
  app: FastifyInstance;
  /** The address at which it listens. */
  address: string;
  /** The keys of Stripe; undefined when the store takes no cards by it. */
  cards: StripeKeys | undefined;
  keys: ProviderKeys;
  close(): Promise<void>;
}

export interface StoreOptions {
  databaseUrl: string;
  /** An existing folder for photos, secrets and demo files. */
  dataDir: string;
  /** The built pages, or those of the development server. Without it only the API is served. */
  pages?: (app: FastifyInstance) => Promise<() => Promise<ServerBuild>>;
  /** Replaces the address of the settings. `reusePort` shares the port with other processes. */
  listen?: { port: number; reusePort: boolean };
  /** The sandboxes of another process of the store. */
  sandboxes?: Sandboxes;
  /** Limits for fetching pictures, for tests with own servers. */
  fetchLimits?: Partial<FetchLimits>;
  /** Whether the jobs of every minute run by themselves; true by default. */
  schedulesJobs?: boolean;
  /** Hashes passwords, for tests with many people; by default each has an own salt. */
  passwords?: Passwords;
  /** Receives the log; standard output by default. */
  log?: LogStream;
}

const IDENTITY_CONNECTIONS = 4;
const SETTLEMENT_CONNECTIONS = 3;
const LISTENER_CONNECTIONS = 1;
/** Short, so that the primary can still answer within the deadline of the request. */
const REPLICA_TIMEOUTS = { connectTimeoutMs: 300, statementTimeoutMs: 500 };

/** Returns how many database connections a process opens at most. */
export function connectionsOf({ DATABASE_POOL }: Settings): number {
  return DATABASE_POOL + IDENTITY_CONNECTIONS + SETTLEMENT_CONNECTIONS + JOB_CONNECTIONS + LISTENER_CONNECTIONS;
}

/** Opens the parts of the store for this machine's role, on a migrated database, and listens. */
export async function openStore(settings: Settings, place: StoreOptions): Promise<Store> {
  const level = settings.LOG_LEVEL ?? (settings.APP_MODE === 'demo' ? 'warn' : 'info');
  const app = createServer(settings, logging(level, place.log));
  const requestsEnd = trackRequests(app);
  const logged = (error: Error) => app.log.error({ err: error }, 'database connection');
  const pool = openPool(place.databaseUrl, logged, { max: settings.DATABASE_POOL });
  const db = createDatabase(pool);
  // A registration holds a connection while the password is hashed, so the provider has its own pool.
  const identityPool = openPool(place.databaseUrl, logged, { max: IDENTITY_CONNECTIONS });
  // A separate pool, so that messages of payment providers never wait for browsers.
  const settlementPool = openPool(place.databaseUrl, logged, { max: SETTLEMENT_CONNECTIONS });
  // The queue and live events use LISTEN, which does not work through a transaction pooler.
  const listenUrl = settings.DATABASE_LISTEN_URL ?? place.databaseUrl;
  const jobPool = openJobPool(listenUrl, logged);
  const replica = settings.DATABASE_REPLICA_URL
    ? openPool(settings.DATABASE_REPLICA_URL, logged, { max: settings.DATABASE_POOL, ...REPLICA_TIMEOUTS })
    : undefined;
  const { reads, counts } = createReads(db, {
    primary: pool,
    replica,
    onError: (error) => app.log.warn({ err: error }, 'replica'),
  });
  const origin = originOf(settings);
  const demo = settings.APP_MODE === 'demo';
  const otherOrigins = otherOriginsOf(settings);
  const sandboxes =
    place.sandboxes ??
    (await openSandboxes(settings, place.dataDir, {
      origins: [origin, ...otherOrigins],
      address: () => loopbackAddress(settings.HOST, app.server.address()),
      log: (line) => app.log.debug(line),
    }));
  const keys = { ...keysOfSettings(settings), ...sandboxes.keys };
  const cards = keys.stripe;
  const productName = { en: settings.PRODUCT_NAME, bn: settings.PRODUCT_NAME_BN };
  const from = settings.MAIL_FROM ?? `no-reply@${new URL(origin).hostname}`;
  const outbox = settings.SMTP_URL ? undefined : openOutbox(place.dataDir);
  const mailer = createMailer({
    from: `${settings.PRODUCT_NAME} <${from}>`,
    ...(outbox ? { store: outbox.keep } : { smtpUrl: settings.SMTP_URL ?? '' }),
  });
  const google = sandboxes.google ?? googleOf(settings);
  const files = await filesOf(settings, place.dataDir);
  const secret = settings.AUTH_SECRET ?? loadOrCreateSecret(place.dataDir, 'auth');
  const api = createApi({
    db,
    searchConcurrency: Math.floor(settings.DATABASE_POOL / 2),
    reads,
    hasReplica: replica !== undefined,
    identityPool,
    settlementPool,
    channel: {
      url: listenUrl,
      onError: (error) => app.log.warn({ err: error }, 'live events'),
    },
    keys,
    methods: settings.PAYMENT_METHODS,
    files,
    fetchPublic: createFetch(place.fetchLimits),
    trade: tradeOf(settings),
    currency: settings.CURRENCY,
    payouts: payoutsOf(settings),
    pageSize: settings.PAGE_SIZE,
    productName,
    currencyLabel: shopOf(settings).currencyLabel,
    mailer,
    limits: settings.RATE_LIMITS ? limitsOf(settings) : undefined,
    closed: settings.CLOSED,
    identity: {
      origin,
      otherOrigins,
      secret,
      secureCookies: origin.startsWith('https:'),
      passwordMin: settings.PASSWORD_MIN,
      passwords: place.passwords,
      google,
    },
  });

  const metrics = createMetrics(
    {
      store: pool,
      identity: identityPool,
      settlement: settlementPool,
      jobs: jobPool,
      ...(replica && { replica }),
    },
    api.numbers,
    counts,
    mailer,
  );
  metrics.watchRequests(app);

  app.decorate('identify', api.identify);
  app.decorate('database', db);
  app.decorate('incoming', files.incoming);
  secureHeaders(app, pageSources(cards, settings.TOKEN_SYNC_URL), origin.startsWith('https:'));
  rejectUnknownHosts(app);
  operationRoutes(app, { isMigrated: () => isMigrated(pool), metrics, token: settings.METRICS_TOKEN, closed: !demo });
  if (settings.ROLE !== 'worker') await serveSite();

  async function serveSite(): Promise<void> {
    const business = businessOf(settings);
    if (!business && !demo)
      app.log.warn('The setting BUSINESS_NAME is missing: the terms and the privacy policy name no operator.');
    await app.register(api.routes, { prefix: '/api' });
    crawlerRoutes(app, { db, origin });
    manifestRoutes(app, productName);
    await app.register((media) => mediaRoutes(media, { db, files, secret }), { prefix: '/media' });
    await app.register(sandboxes.plugin);
    if (outbox) await app.register(outbox.plugin, { prefix: '/sandbox/outbox' });
    if (!place.pages) return;
    const loadBuild = await place.pages(app);
    const shop = shopOf(settings);
    const googleSignIn = google !== undefined;
    await app.register(async (pages) => {
      const rootData = { productName, business, shop, demo, origin, googleSignIn };
      servePages(pages, loadBuild, { ...rootData, closed: settings.CLOSED });
    });
  }

  const address = await app.listen({ port: settings.PORT, host: settings.HOST, ...place.listen });
  const log = (level: 'error' | 'warn' | 'debug', message: string) => app.log[level](message);
  const workers =
    settings.ROLE === 'web' || settings.CLOSED
      ? []
      : await Promise.all([
          startJobs(jobPool, api.jobs, api.everyMinute, log, place.schedulesJobs),
          startJobs(jobPool, api.slowJobs, [], log),
        ]);
  for (const runner of workers) metrics.watchJobs(runner, api.everyMinute);
  return { app, address, cards, keys, close };

  async function close(): Promise<void> {
    // Calls of the API may finish; connections that are still open at the timeout are cut, so that the rest stops in order.
    const timeout = AbortSignal.timeout(CLOSE_TIMEOUT_MS);
    timeout.onabort = () => app.server.closeAllConnections();
    await Promise.all([app.close().then(() => requestsEnd(timeout)), ...workers.map((jobs) => jobs.stop())]);
    await sandboxes.close();
    mailer.close();
    outbox?.close();
    await api.live.close();
    const pools = [pool, identityPool, settlementPool, jobPool, replica];
    await Promise.all(pools.map((each) => each?.end()));
  }
}

/** How long requests may take to finish when the store closes. */
const CLOSE_TIMEOUT_MS = 7000;

/**
 * Serves built files, cached for a year if their name has a hash, and for an hour otherwise; the service worker is not
 * cached. The card provider's frame loads a font. Returns the loader of the pages.
 */
export async function builtPages(app: FastifyInstance): Promise<() => Promise<ServerBuild>> {
  const root = join(import.meta.dirname, '..', 'build');
  await app.register(fastifyStatic, {
    root: join(root, 'client'),
    wildcard: false,
    index: false,
    preCompressed: true,
    setHeaders(response, path) {
      const age = path.includes('/client/assets/') ? 'public, max-age=31536000, immutable' : 'public, max-age=3600';
      response.header('cache-control', path.includes('/client/sw.js') ? 'no-cache' : age);
      if (path.endsWith('.woff2')) response.header('access-control-allow-origin', '*');
    },
  });
  const build = (await import(join(root, 'server', 'index.js'))) as ServerBuild;
  return async () => build;
}

/** Opens the file store of photos: in the data folder, or in the bucket of the settings. */
export function filesOf(settings: Settings, dataDir: string): Promise<Files> {
  const { S3_BUCKET: name, S3_ENDPOINT: endpoint, S3_REGION: region } = settings;
  const { S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey } = settings;
  const bucket = name && endpoint && region && accessKeyId && secretAccessKey;
  return openFiles(
    join(dataDir, 'media'),
    bucket ? { name, endpoint, region, accessKeyId, secretAccessKey } : undefined,
  );
}

function payoutsOf(settings: Settings): PayoutSettings {
  return {
    minimumPoisha: toPoisha(settings.PAYOUT_MIN),
    weekly: settings.PAYOUT_WEEKLY,
    fourEyes: settings.PAYOUT_FOUR_EYES,
    accountWaitMinutes: settings.PAYOUT_REST_MINUTES,
    inspectionMinutes: settings.INSPECTION_MINUTES,
  };
}

function limitsOf(settings: Settings): Limits {
  return {
    tries: settings.LIMIT_TRIES,
    failures: settings.LIMIT_FAILURES,
    emails: settings.LIMIT_EMAILS,
    holds: settings.LIMIT_HOLDS,
    intentsPerHour: settings.LIMIT_INTENTS,
    declinesBeforePause: settings.LIMIT_DECLINES,
    writes: settings.LIMIT_WRITES,
  };
}

function tradeOf(settings: Settings): TradeSettings {
  return {
    holdMinutes: settings.HOLD_MINUTES,
    pickupMinutes: settings.PICKUP_MINUTES,
    objectionMinutes: settings.OBJECTION_MINUTES,
    inspectionMinutes: settings.INSPECTION_MINUTES,
    answerMinutes: settings.ANSWER_MINUTES,
    cashHoldMinutes: settings.CASH_HOLD_MINUTES,
    takesCash: settings.CASH && settings.PAYMENT_METHODS.includes('cash'),
    feePercent: settings.FEE_PERCENT,
  };
}
