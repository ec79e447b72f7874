import { readFileSync } from 'node:fs';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { sendRecordsPage } from '../records-page.ts';
import { challengePage, formatAmount } from './challenge-page.ts';
import { finishChallenge } from './confirm.ts';
import type { ObjectStore } from './object-store.ts';
import type { Context } from './operation.ts';
import { StripeApiError } from './stripe-error.ts';

function readBrowserFile(name: string): string {
  return readFileSync(new URL(`browser/${name}`, import.meta.url), 'utf8');
}

/** Returns modules as one function for a plain script tag. `names` must be in the order of the imports. */
function classicScript(...names: string[]): string {
  const parts = names.map((name) =>
    readBrowserFile(`stripe/${name}.js`)
      .replace(/^import [^;]*;\n/gm, '')
      .replace(/^export /gm, ''),
  );
  return `(() => {\n'use strict';\n${parts.join('\n')}})();\n`;
}

function browserFiles(): Map<string, string> {
  return new Map([
    ['stripe.js', classicScript('transport', 'challenge-dialog', 'card-element', 'stripe')],
    ['field.js', readBrowserFile('field/field.js')],
    ['field-styles.js', readBrowserFile('field/field-styles.js')],
    ['card-format.js', readBrowserFile('field/card-format.js')],
    ['field-texts.js', readBrowserFile('field/field-texts.js')],
    ['card-field.css', readBrowserFile('field/card-field.css')],
    ['challenge.js', readBrowserFile('challenge/challenge.js')],
    ['challenge.css', readBrowserFile('challenge/challenge.css')],
  ]);
}

export interface BrowserOptions {
  context: Context;
  /** Returns the origin whose pages may embed the frames, beside the gateway's own. */
  storeOrigin: () => string;
  /** Called after a 3-D Secure step, when its events are stored. */
  processDue: () => void;
}

/** Serves the browser script, the pages inside its frames, and the list of payments. */
export function serveBrowser(app: FastifyInstance, { context, storeOrigin, processDue }: BrowserOptions): void {
  const field = readBrowserFile('field/field.html');
  for (const [name, content] of browserFiles()) {
    app.get(`/${name}`, (_request, reply) => {
      return reply
        .headers({
          'content-type': `text/${name.endsWith('.css') ? 'css' : 'javascript'}; charset=utf-8`,
          'cache-control': 'no-cache',
          // Sandboxed frames have an opaque origin, so their requests for files are cross-origin.
          'access-control-allow-origin': '*',
          'cross-origin-resource-policy': 'cross-origin',
        })
        .send(content);
    });
  }
  app.get('/field', (_request, reply) => sendFrame(reply, field, storeOrigin()));
  app.get('/challenge/:source', (request, reply) => {
    const intent = context.store.findByChallenge(sourceOf(request));
    const card = context.store.find('payment_method', String(intent?.payment_method))?.object.card;
    const { locale } = request.query as { locale?: unknown };
    const page = challengePage(String(locale), intent, card);
    return sendFrame(reply.code(intent ? 200 : 404), page, storeOrigin());
  });
  app.post('/challenge/:source', (request, reply) => {
    const outcome = new URLSearchParams(String(request.body)).get('outcome');
    reply.headers({ 'access-control-allow-origin': '*', 'cache-control': 'no-store' });
    if (outcome !== 'complete' && outcome !== 'fail')
      return reply.code(400).send({ error: { message: 'outcome must be complete or fail' } });
    try {
      const intent = context.store.transaction(() =>
        finishChallenge(context, sourceOf(request), outcome === 'complete'),
      );
      processDue();
      return reply.send({ status: intent.status });
    } catch (error) {
      // A step that has ended is no error: the payment's status tells the result.
      if (error instanceof StripeApiError && error.status === 404) return reply.send({ status: 'over' });
      throw error;
    }
  });
  app.get('/', (_request, reply) => sendPaymentsPage(reply, context.store));
}

function sendFrame(reply: FastifyReply, page: string, storeOrigin: string): FastifyReply {
  // The store sets these for its own pages. The first contradicts frame-ancestors; browsers warn about the second in a frame
  // with an opaque origin.
  reply.removeHeader('x-frame-options');
  reply.removeHeader('origin-agent-cluster');
  const policy = [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "connect-src 'self'",
    `font-src 'self' ${storeOrigin}`.trim(),
    "base-uri 'none'",
    "form-action 'none'",
    `frame-ancestors 'self' ${storeOrigin}`.trim(),
    'sandbox allow-scripts',
  ];
  return reply
    .headers({
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': policy.join('; '),
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
    })
    .send(page);
}

function sourceOf(request: FastifyRequest): string {
  return (request.params as { source?: string }).source ?? '';
}

interface DeliveryRow {
  event: string;
  type: string;
  state: string;
  attempts: number;
  due: number;
  outcome: string | null;
}

/** Sends a page with the last hundred payments, refunds and webhook deliveries. */
function sendPaymentsPage(reply: FastifyReply, store: ObjectStore): FastifyReply {
  const payments = store.list('payment_intent', { limit: 100 }).data.map((intent) => ({
    ...{ Created: formatTime(intent.created * 1000), Payment: intent.id, Status: intent.status },
    ...{ Amount: formatAmount(intent.amount, intent.currency), 'Last error': intent.last_payment_error?.code ?? '' },
    Metadata: Object.entries(intent.metadata)
      .map(([key, value]) => `${key}: ${value}`)
      .join(', '),
  }));
  const refunds = store.list('refund', { limit: 100 }).data.map((refund) => ({
    ...{ Created: formatTime(refund.created * 1000), Refund: refund.id, Status: refund.status ?? '' },
    ...{ Amount: formatAmount(refund.amount, refund.currency), Payment: String(refund.payment_intent) },
  }));
  const sql = 'SELECT event, type, state, attempts, due, outcome FROM deliveries ORDER BY seq DESC LIMIT 100';
  const deliveries = store.all<DeliveryRow>(sql).map(({ event, type, state, attempts, outcome, due }) => ({
    ...{ Event: event, Type: type, State: state, Attempts: String(attempts), 'Last answer': outcome ?? '' },
    'Next attempt': state === 'waiting' ? formatTime(due) : '',
  }));
  const lists = { Payments: payments, Refunds: refunds, 'Webhook deliveries': deliveries };
  return sendRecordsPage(reply, 'Card gateway sandbox', lists);
}

function formatTime(timeMs: number): string {
  return new Date(timeMs).toISOString().replace('T', ' ').slice(0, 19);
}
