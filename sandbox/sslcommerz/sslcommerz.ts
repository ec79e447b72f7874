import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { bookPage } from '../book-page.ts';
import { setPageHeaders } from '../sandbox-page.ts';
import { randomCode, takaOf } from '../stand-in-book.ts';
import { fieldsOf, prepareStandIn, StandInFaults } from '../stand-in-faults.ts';
import { askTransactions, type GatewayContext, openSession, validatePayment } from './gateway-calls.ts';
import { type StoreKeys, signedFields } from './gateway-fields.ts';
import { GatewayMessages } from './gateway-messages.ts';
import {
  CARD_TYPES,
  gatewayPage,
  type Language,
  RESULTS,
  type Result,
  returnPage,
  setGatewayHeaders,
  unknownSessionPage,
} from './gateway-page.ts';
import { type GatewaySession, openGatewayBook } from './sslcommerz-book.ts';

export interface SslcommerzOptions extends StoreKeys {
  /** The SQLite file of the book, or `:memory:`. One process at a time. */
  file: string;
  /** The path under which browsers find the pages, on the origin of the store. */
  path: string;
  languageOf(request: FastifyRequest): Language;
  /** Maps an `ipn_url` to the address at which this machine reaches it. */
  reach?: (url: string) => string;
  /** How long a refund is `processing`. */
  refundMs?: number;
  /** How long a slow payment is `PENDING`. */
  slowMs?: number;
  log?: (line: string) => void;
  now?: () => number;
}

export interface Sslcommerz {
  /** Can be mounted several times: all mounts share the book. */
  plugin: FastifyPluginAsync;
  faults: StandInFaults;
  /** Waits until no message is in flight. */
  settled(): Promise<void>;
  close(): Promise<void>;
}

const REFUND_MS = 20_000;
const SLOW_MS = 8_000;

/**
 * Creates a stand-in for SSLCommerz's hosted page, for the demo and for tests: the calls under `/gwprocess` and
 * `/validator`, the gateway's page, messages to the store, and a list of payments under `/`.
 */
export function createSslcommerz(options: SslcommerzOptions): Sslcommerz {
  const { languageOf, path, refundMs = REFUND_MS, slowMs = SLOW_MS, now = Date.now } = options;
  const { reach = (url: string) => url, log = () => undefined } = options;
  const book = openGatewayBook(options.file);
  const faults = new StandInFaults();
  const context: GatewayContext = { book, keys: options, path, refundMs, now };
  const messages = new GatewayMessages({ book, keys: options, faults, reach, log, now });

  /** Ends a session, unless it has ended, with the result that the payer chose. */
  function finish(session: GatewaySession, result: Result, way: string): GatewaySession {
    if (session.status !== 'PENDING') return session;
    const isPaid = result !== 'failed' && result !== 'cancel';
    const ended: GatewaySession = {
      ...session,
      status: result === 'failed' ? 'FAILED' : result === 'cancel' ? 'CANCELLED' : 'VALID',
      card_type: CARD_TYPES[way] ?? 'VISA-Dutch Bangla',
      risk_level: result === 'risky' ? '1' : '0',
      val_id: isPaid ? randomCode(24) : '',
      bank_tran_id: isPaid ? randomCode(20) : '',
      tranMs: now(),
    };
    if (result === 'slow') Object.assign(ended, { status: 'PROCESSING', settleMs: now() + slowMs });
    book.put('session', session.sessionkey, ended);
    if (result === 'slow') messages.wake();
    else messages.publish(ended);
    return ended;
  }

  function sendReturn(request: FastifyRequest, reply: FastifyReply, session: GatewaySession): FastifyReply {
    const { success_url = '', fail_url = '', cancel_url = '' } = session.fields;
    const action = { FAILED: fail_url, CANCELLED: cancel_url }[String(session.status)] ?? success_url;
    const fields = signedFields(session, options);
    // A slow payment cannot be validated yet.
    if (session.status === 'PROCESSING') fields.val_id = '';
    return setGatewayHeaders(reply, `'self' ${originsOf(action)}`).send(
      returnPage(languageOf(request), action, fields),
    );
  }

  return {
    faults,
    settled: () => messages.settled(),
    async close() {
      await messages.close();
      book.close();
    },
    plugin: async (app) => {
      prepareStandIn(app);
      faults.serve(app, options.storePassword);
      app.post('/gwprocess/v4/api.php', (request, reply) =>
        faults.answer('session', reply, () => openSession(context, fieldsOf(request))),
      );
      app.get('/validator/api/validationserverAPI.php', (request, reply) =>
        faults.answer('validation', reply, () => validatePayment(context, fieldsOf(request))),
      );
      app.get('/validator/api/merchantTransIDvalidationAPI.php', (request, reply) => {
        const fields = fieldsOf(request);
        const call = fields.refund_amount ? 'refund' : fields.refund_ref_id ? 'refund-state' : 'query';
        messages.wake();
        return faults.answer(call, reply, () => askTransactions(context, fields));
      });

      app.get<{ Params: { key: string } }>('/pay/:key', (request, reply) => {
        const session = book.get('session', request.params.key);
        if (!session)
          return setGatewayHeaders(reply, "'none'")
            .code(404)
            .send(unknownSessionPage(languageOf(request)));
        if (session.status !== 'PENDING') return sendReturn(request, reply, session);
        return setGatewayHeaders(reply, "'self'").send(gatewayPage(languageOf(request), session));
      });
      app.post<{ Params: { key: string } }>('/pay/:key', (request, reply) => {
        const session = book.get('session', request.params.key);
        if (!session)
          return setGatewayHeaders(reply, "'none'")
            .code(404)
            .send(unknownSessionPage(languageOf(request)));
        const { result: given, way = '' } = fieldsOf(request);
        const result = RESULTS.find((known) => known === given);
        if (!result) return setGatewayHeaders(reply, "'self'").send(gatewayPage(languageOf(request), session));
        return sendReturn(request, reply, finish(session, result, way));
      });

      app.get('/', (_request, reply) => {
        const payments = book
          .latest('session')
          .map(({ tran_id, poisha, status, risk_level, card_type, bank_tran_id }) => ({
            ...{ Transaction: tran_id, Amount: takaOf(poisha), Status: status, Risk: risk_level },
            ...{ Way: card_type, 'Bank transaction': bank_tran_id },
          }));
        const refunds = book.latest('refund').map(({ refund_ref_id, bank_tran_id, poisha, dueMs }) => ({
          ...{ Refund: refund_ref_id, 'Bank transaction': bank_tran_id, Amount: takaOf(poisha) },
          Status: dueMs <= now() ? 'refunded' : 'processing',
        }));
        const sent = book.latest('message').map(({ id, state, attempts, outcome }) => ({
          ...{ Message: id, State: state, Attempts: String(attempts), 'Last answer': outcome },
        }));
        return setPageHeaders(reply)
          .header('referrer-policy', 'no-referrer')
          .send(bookPage('SSLCommerz stand-in', { Payments: payments, Refunds: refunds, Messages: sent }));
      });
    },
  };
}

/** Returns the origin of an address for a policy, which cannot name IPv6 addresses. */
function originsOf(address: string): string {
  const { origin } = new URL(address);
  return origin.includes('[') ? '' : origin;
}
