import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { setPageHeaders } from '../sandbox-page.ts';
import { bookPage } from './book-page.ts';
import { browserFiles, fieldPage } from './browser-files.ts';
import { challengePage } from './challenge-page.ts';
import { finishChallenge } from './confirm.ts';
import { parseForm } from './form.ts';
import { StripeProblem } from './problem.ts';
import type { Till } from './till.ts';

export interface PageParts {
  till: Till;
  /** Which pages may hold the card field in a frame, beside those of the same origin. */
  shopOrigin: () => string;
  afterwards: () => void;
}

/** Serves what browsers load: the script, the pages inside its frames, and the book for people. */
export function servePages(app: FastifyInstance, parts: PageParts): void {
  const { till } = parts;
  const field = fieldPage();
  for (const [name, file] of browserFiles()) {
    app.get(`/${name}`, (_request, reply) => {
      return reply
        .headers({
          'content-type': file.type,
          'cache-control': 'no-cache',
          // The frames have no origin of their own, so that every file is another origin's to them.
          'access-control-allow-origin': '*',
          'cross-origin-resource-policy': 'cross-origin',
        })
        .send(file.text);
    });
  }
  app.get('/field', (_request, reply) => sendFrame(reply, field, parts.shopOrigin()));
  app.get('/challenge/:source', (request, reply) => {
    const found = till.book.findByChallenge(sourceOf(request));
    const id = found?.object.payment_method;
    const card = typeof id === 'string' ? till.book.find('payment_method', id)?.object.card : undefined;
    const { locale } = request.query as { locale?: unknown };
    const page = challengePage(String(locale), found?.object, card);
    return sendFrame(reply.code(found ? 200 : 404), page, parts.shopOrigin());
  });
  app.post('/challenge/:source', (request, reply) => {
    const { outcome } = parseForm(typeof request.body === 'string' ? request.body : '');
    reply.headers({ 'access-control-allow-origin': '*', 'cache-control': 'no-store' });
    if (outcome !== 'complete' && outcome !== 'fail') {
      return reply.code(400).send({ error: { message: 'outcome must be complete or fail' } });
    }
    try {
      const intent = till.book.transaction(() => finishChallenge(till, sourceOf(request), outcome === 'complete'));
      parts.afterwards();
      return reply.send({ status: intent.status });
    } catch (error) {
      // A step that is over is no error: somebody was quicker, and the payment says how it ended.
      if (error instanceof StripeProblem && error.status === 404) return reply.send({ status: 'over' });
      throw error;
    }
  });
  app.get('/', (_request, reply) =>
    setPageHeaders(reply).header('referrer-policy', 'no-referrer').send(bookPage(till.book)),
  );
}

function sendFrame(reply: FastifyReply, page: string, shopOrigin: string): FastifyReply {
  // The server around may have set these for its own pages: the one would gainsay frame-ancestors, the other makes no
  // sense for a frame without an origin, and browsers say so.
  reply.removeHeader('x-frame-options');
  reply.removeHeader('origin-agent-cluster');
  const policy = [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    `frame-ancestors 'self' ${shopOrigin}`.trim(),
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
