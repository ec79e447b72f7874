import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { setPageHeaders } from '../sandbox-page.ts';
import { browserFiles, fieldPage } from './browser-files.ts';
import { challengePage } from './challenge-page.ts';
import { finishChallenge } from './confirm.ts';
import { parseForm } from './form-parser.ts';
import type { Context } from './operation.ts';
import { paymentsPage } from './payments-page.ts';
import { StripeApiError } from './stripe-error.ts';

export interface BrowserOptions {
  context: Context;
  /** Returns the origin whose pages may embed the frames, beside the gateway's own. */
  storeOrigin: () => string;
  /** Called after a 3-D Secure step, when its events are stored. */
  processDue: () => void;
}

/** Serves the browser script, the pages inside its frames, and the list of payments. */
export function serveBrowser(app: FastifyInstance, { context, storeOrigin, processDue }: BrowserOptions): void {
  const field = fieldPage();
  for (const [name, file] of browserFiles()) {
    app.get(`/${name}`, (_request, reply) => {
      return reply
        .headers({
          'content-type': file.type,
          'cache-control': 'no-cache',
          // Sandboxed frames have an opaque origin, so their requests for files are cross-origin.
          'access-control-allow-origin': '*',
          'cross-origin-resource-policy': 'cross-origin',
        })
        .send(file.text);
    });
  }
  app.get('/field', (_request, reply) => sendFrame(reply, field, storeOrigin()));
  app.get('/challenge/:source', (request, reply) => {
    const intent = context.store.findByChallenge(sourceOf(request));
    const id = intent?.payment_method;
    const card = typeof id === 'string' ? context.store.find('payment_method', id)?.object.card : undefined;
    const { locale } = request.query as { locale?: unknown };
    const page = challengePage(String(locale), intent, card);
    return sendFrame(reply.code(intent ? 200 : 404), page, storeOrigin());
  });
  app.post('/challenge/:source', (request, reply) => {
    const { outcome } = parseForm(typeof request.body === 'string' ? request.body : '');
    reply.headers({ 'access-control-allow-origin': '*', 'cache-control': 'no-store' });
    if (outcome !== 'complete' && outcome !== 'fail') {
      return reply.code(400).send({ error: { message: 'outcome must be complete or fail' } });
    }
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
  app.get('/', (_request, reply) =>
    setPageHeaders(reply).header('referrer-policy', 'no-referrer').send(paymentsPage(context.store)),
  );
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
