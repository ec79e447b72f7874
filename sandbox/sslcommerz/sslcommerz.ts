import type { FastifyInstance, FastifyReply } from 'fastify';
import { RecordStore, randomCode, takaOf } from '../record-store.ts';
import { sendRecordsPage } from '../records-page.ts';
import type { Language } from '../sandbox-page.ts';
import { fieldsOf, prepareStandIn } from '../stand-in.ts';
import { StandInFaults } from '../stand-in-faults.ts';
import {
  type GatewayContext,
  openSession,
  queryTransactions,
  type SslcommerzOptions,
  validatePayment,
} from './gateway-calls.ts';
import { signedFields } from './gateway-fields.ts';
import { GatewayMessages } from './gateway-messages.ts';
import {
  CARD_TYPES,
  gatewayPage,
  RESULTS,
  type Result,
  returnPage,
  setGatewayHeaders,
  unknownSessionPage,
} from './gateway-page.ts';
import type { GatewayRecords, GatewaySession } from './sslcommerz-records.ts';

export type Sslcommerz = ReturnType<typeof createSslcommerz>;

const INDEXED = ['tran_id', 'val_id', 'bank_tran_id', 'refund_trans_id', 'status', 'state'];
const DEFAULTS = {
  reach: (url: string) => url,
  refundMs: 20_000,
  slowMs: 8_000,
  log: () => undefined,
  now: Date.now,
};

/**
 * Creates a stand-in for SSLCommerz's hosted page, for the demo and for tests. It serves the calls under `/gwprocess`
 * and `/validator`, the gateway's page, and a list of payments under `/`. It sends messages to the store. All mounts of
 * its plugin share the records.
 */
export function createSslcommerz(options: SslcommerzOptions) {
  const records: GatewayRecords = new RecordStore(options.file, INDEXED);
  const faults = new StandInFaults();
  const context: GatewayContext = { ...DEFAULTS, ...options, records, faults };
  const messages = new GatewayMessages(context);
  const { languageOf, slowMs, now } = context;

  /** Ends a session, unless it has ended, with the result that the payer chose. */
  function finish(session: GatewaySession, result: Result, method: string): GatewaySession {
    if (session.status !== 'PENDING') return session;
    const isPaid = result !== 'failed' && result !== 'cancel';
    const ended: GatewaySession = {
      ...session,
      status: result === 'failed' ? 'FAILED' : result === 'cancel' ? 'CANCELLED' : 'VALID',
      card_type: CARD_TYPES[method] ?? 'VISA-Dutch Bangla',
      risk_level: result === 'risky' ? '1' : '0',
      val_id: isPaid ? randomCode(24) : '',
      bank_tran_id: isPaid ? randomCode(20) : '',
      tranMs: now(),
    };
    if (result === 'slow') Object.assign(ended, { status: 'PROCESSING', settleMs: now() + slowMs });
    records.put('session', session.sessionkey, ended);
    if (result === 'slow') messages.wake();
    else messages.publish(ended);
    return ended;
  }

  function sendReturn(language: Language, reply: FastifyReply, session: GatewaySession): FastifyReply {
    const { success_url = '', fail_url = '', cancel_url = '' } = session.fields;
    const action = { FAILED: fail_url, CANCELLED: cancel_url }[String(session.status)] ?? success_url;
    const fields = signedFields(session, context);
    // A slow payment cannot be validated yet.
    if (session.status === 'PROCESSING') fields.val_id = '';
    return setGatewayHeaders(reply, `'self' ${originsOf(action)}`).send(returnPage(language, action, fields));
  }

  return {
    faults,
    settled: () => messages.settled(),
    async close() {
      await messages.close();
      records.close();
    },
    plugin: async (app: FastifyInstance) => {
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
        return faults.answer(call, reply, () => queryTransactions(context, fields));
      });

      app.route<{ Params: { key: string } }>({
        method: ['GET', 'POST'],
        url: '/pay/:key',
        handler(request, reply) {
          messages.wake();
          const found = records.get('session', request.params.key);
          const language = languageOf(request);
          if (!found || /EXPIRED|UNATTEMPTED/.test(found.status))
            return setGatewayHeaders(reply.code(404), "'none'").send(unknownSessionPage(language));
          const { result: given, method = '' } = request.method === 'POST' ? fieldsOf(request) : {};
          const result = RESULTS.find((one) => one === given);
          const session = result ? finish(found, result, method) : found;
          if (session.status !== 'PENDING') return sendReturn(language, reply, session);
          records.put('session', session.sessionkey, { ...session, isSeen: true });
          return setGatewayHeaders(reply, "'self'").send(gatewayPage(language, session));
        },
      });

      app.get('/', (_request, reply) => {
        const payments = records
          .latest('session')
          .map(({ tran_id, poisha, status, risk_level, card_type, bank_tran_id }) => ({
            ...{ Transaction: tran_id, Amount: takaOf(poisha), Status: status, Risk: risk_level },
            ...{ Way: card_type, 'Bank transaction': bank_tran_id },
          }));
        const refunds = records.latest('refund').map(({ refund_ref_id, bank_tran_id, poisha, dueMs, isFailing }) => ({
          ...{ Refund: refund_ref_id, 'Bank transaction': bank_tran_id, Amount: takaOf(poisha) },
          Status: dueMs <= now() ? (isFailing ? 'cancelled' : 'refunded') : 'processing',
        }));
        const sent = records.latest('message').map(({ id, state, attempts, outcome }) => ({
          ...{ Message: id, State: state, Attempts: String(attempts), 'Last answer': outcome },
        }));
        return sendRecordsPage(reply, 'SSLCommerz stand-in', { Payments: payments, Refunds: refunds, Messages: sent });
      });
    },
  };
}

/** Returns the origin of an address for a policy, which cannot name IPv6 addresses. */
function originsOf(address: string): string {
  const { origin } = new URL(address);
  return origin.includes('[') ? '' : origin;
}
