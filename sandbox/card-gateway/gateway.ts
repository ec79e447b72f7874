import type { FastifyPluginAsync, FastifyRequest } from 'fastify';
import { Answers, failed } from './answers.ts';
import { serveApi } from './api.ts';
import { Book } from './book.ts';
import { type Clock, systemClock } from './clock.ts';
import { settleDue } from './confirm.ts';
import { addEvent } from './events.ts';
import { type ApiFault, FaultList, type Faults, type WebhookFault } from './faults.ts';
import { orderFaults } from './faults-call.ts';
import { secretOnly, whoAsks } from './keys.ts';
import { servePages } from './pages.ts';
import { invalid, StripeProblem } from './problem.ts';
import { finishRefund } from './refunds.ts';
import type { Till } from './till.ts';
import { Webhooks } from './webhooks.ts';

export interface CardGatewayOptions {
  /** The SQLite file of the gateway's own book, or `:memory:`. One process at a time. */
  file: string;
  secretKey: string;
  publishableKey: string;
  webhookSecret: string;
  /** Where events go. A function is asked at each delivery, for a shop whose port is not known yet. */
  webhookUrl: string | (() => string);
  log?: (line: string) => void;
  clock?: Clock;
}

export interface CardGateway {
  /** Mount it where you like, as often as you like: all mounts share one book. */
  plugin: FastifyPluginAsync;
  /** What shall go wrong, on purpose. */
  faults: Faults;
  /** Waits until no webhook is being sent at this moment. */
  settled(): Promise<void>;
  /** Stops sending webhooks and closes the book. Close the servers that it is mounted on first. */
  close(): Promise<void>;
}

/**
 * A stand-in for Stripe that speaks its protocol, for the demo and for tests: the server API under `/v1`, the browser
 * script `/stripe.js` with its frames, webhooks, and `/` to look at its book. It takes Stripe's test cards only.
 */
export function createCardGateway(options: CardGatewayOptions): CardGateway {
  const { clock = systemClock, log = () => {} } = options;
  const book = new Book(options.file);
  const url = () => (typeof options.webhookUrl === 'string' ? options.webhookUrl : options.webhookUrl());
  const faults = createFaults(() => webhooks.releaseHeld());
  const webhooks = new Webhooks({ book, clock, faults, secret: options.webhookSecret, url, log });
  const till: Till = {
    book,
    clock,
    log,
    settlementDelay: () => faults.settlement.delay,
    announce: (type, object, cause) => webhooks.enqueue(addEvent({ book, clock }, type, object, cause)),
  };
  const answers = new Answers(till, faults);
  let closed = false;
  let cancelSettling = () => {};

  function afterwards(): void {
    if (closed) return;
    cancelSettling();
    const next = settleDue(till);
    if (next !== undefined) cancelSettling = clock.schedule(next - clock.now(), afterwards);
    webhooks.wake();
  }
  afterwards();

  return {
    faults,
    settled: () => webhooks.settled(),
    async close() {
      closed = true;
      cancelSettling();
      await webhooks.close();
      book.close();
    },
    plugin: async (app) => {
      app.removeAllContentTypeParsers();
      app.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body));
      app.addHook('onRoute', (route) => {
        // Its addresses hold client secrets, which no log should keep; and it is no part of the shop's own API.
        route.logLevel = 'silent';
        route.schema = { ...route.schema, hide: true } as typeof route.schema;
      });
      serveApi(app, { keys: options, answers, afterwards, log });
      servePages(app, { till, afterwards, shopOrigin: () => originOf(url()) });
      const serveTest = (path: string, run: (request: FastifyRequest) => object) =>
        app.post(path, (request, reply) => {
          try {
            secretOnly(whoAsks(request.headers.authorization, {}, options));
            return reply.send(run(request));
          } catch (error) {
            if (!(error instanceof StripeProblem)) throw error;
            const { status, body } = failed(error);
            return reply.code(status).header('content-type', 'application/json; charset=utf-8').send(body);
          }
        });
      serveTest('/test/faults', ({ body }) => orderFaults(faults, jsonOf(body)));
      // What the buyer's bank does with a refund, later: `{ "status": "failed" }` or `"succeeded"`.
      serveTest('/test/refunds/:id', ({ params, body }) => {
        const { status } = Object(jsonOf(body)) as { status?: unknown };
        if (status !== 'succeeded' && status !== 'failed') throw invalid('status must be succeeded or failed');
        const refund = book.transaction(() => finishRefund(till, (params as { id: string }).id, status));
        afterwards();
        return refund;
      });
    },
  };
}

function createFaults(releaseHeld: () => void): Faults {
  const api = new FaultList<ApiFault>();
  const webhooks = new FaultList<WebhookFault>(releaseHeld);
  const settlement = { delay: 0 };
  function clear(): void {
    api.clear();
    webhooks.clear();
    settlement.delay = 0;
  }
  return { api, webhooks, settlement, clear };
}

function originOf(address: string): string {
  return URL.canParse(address) ? new URL(address).origin : '';
}

function jsonOf(body: unknown): unknown {
  try {
    return JSON.parse(typeof body === 'string' ? body : '');
  } catch {
    throw invalid('Invalid JSON.');
  }
}
