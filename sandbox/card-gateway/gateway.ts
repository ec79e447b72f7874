import type { FastifyPluginAsync, FastifyRequest } from 'fastify';
import { prepareStandIn } from '../stand-in.ts';
import { type ApiKeys, assertSecretKey, authenticate, serveApi } from './api-routes.ts';
import { serveBrowser } from './browser-routes.ts';
import { settleDuePayments } from './confirm.ts';
import { Faults } from './faults.ts';
import { ObjectStore } from './object-store.ts';
import { type Clock, type Context, systemClock } from './operation.ts';
import { errorResponse, OperationRunner } from './operation-runner.ts';
import { finishRefund } from './refunds.ts';
import { invalidRequest, StripeApiError } from './stripe-error.ts';
import { Webhooks } from './webhooks.ts';

export interface CardGatewayOptions extends ApiKeys {
  /** The SQLite file of the gateway's objects, or `:memory:`. One process at a time. */
  file: string;
  webhookSecret: string;
  /** Returns the address for events; called for each delivery. */
  webhookUrl: () => string;
  log?: (line: string) => void;
  clock?: Clock;
}

export interface CardGateway {
  /** Can be mounted several times: all mounts share the objects. */
  plugin: FastifyPluginAsync;
  faults: Faults;
  settled(): Promise<void>;
  /** Stops the webhooks and closes the file. Close the servers that mount the plugin first. */
  close(): Promise<void>;
}

/**
 * Creates a gateway that speaks Stripe's protocol, for the demo and for tests. It serves the API under `/v1`, the
 * browser script `/stripe.js` with its frames, and a list of payments under `/`. It sends webhooks. It takes Stripe's
 * test cards only.
 */
export function createCardGateway(options: CardGatewayOptions): CardGateway {
  const { clock = systemClock, log = () => {}, webhookUrl } = options;
  const store = new ObjectStore(options.file);
  const faults = new Faults(() => webhooks.releaseHeld());
  const webhooks = new Webhooks({ store, clock, faults, secret: options.webhookSecret, url: webhookUrl, log });
  const context: Context = {
    store,
    clock,
    faults,
    log,
    publish: (type, object, origin) => webhooks.publish(type, object, origin),
  };
  const runner = new OperationRunner(context);
  let isClosed = false;
  let cancelTimer = () => {};

  /** Settles the payments and delivers the events that are due, and schedules the next time. */
  function processDue(): void {
    if (isClosed) return;
    cancelTimer();
    const next = settleDuePayments(context);
    if (next !== undefined) cancelTimer = clock.schedule(next - clock.now(), processDue);
    webhooks.wake();
  }
  processDue();

  return {
    faults,
    settled: () => webhooks.settled(),
    async close() {
      isClosed = true;
      cancelTimer();
      await webhooks.close();
      store.close();
    },
    plugin: async (app) => {
      prepareStandIn(app);
      serveApi(app, { keys: options, runner, processDue, log });
      serveBrowser(app, { context, processDue, storeOrigin: () => URL.parse(webhookUrl())?.origin ?? '' });
      const serveTest = (path: string, run: (request: FastifyRequest) => object) =>
        app.post(path, (request, reply) => {
          try {
            assertSecretKey(authenticate(request.headers.authorization, undefined, options));
            return reply.send(run(request));
          } catch (error) {
            if (!(error instanceof StripeApiError)) throw error;
            const { status, body } = errorResponse(error);
            return reply.code(status).header('content-type', 'application/json; charset=utf-8').send(body);
          }
        });
      serveTest('/test/faults', ({ body }) => faults.addAll(parseJson(body)));
      // The buyer's bank ends a pending refund: `{ "status": "failed" }` or `"succeeded"`.
      serveTest('/test/refunds/:id', ({ params, body }) => {
        const { status } = Object(parseJson(body)) as { status?: unknown };
        if (status !== 'succeeded' && status !== 'failed') throw invalidRequest('status must be succeeded or failed');
        const refund = store.transaction(() => finishRefund(context, (params as { id: string }).id, status));
        processDue();
        return refund;
      });
    },
  };
}

function parseJson(body: unknown): unknown {
  try {
    return JSON.parse(typeof body === 'string' ? body : '');
  } catch {
    throw invalidRequest('Invalid JSON.');
  }
}
