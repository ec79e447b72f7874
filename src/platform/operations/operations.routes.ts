import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { Metrics } from './metrics.ts';

const READINESS_TIMEOUT_MS = 2000;

interface OperationsParts {
  /** Whether the database has the newest schema. */
  isMigrated(): Promise<boolean>;
  metrics: Metrics;
  /** Bearer token for the metrics. Without it they are public, or hidden if `closed`. */
  token: string | undefined;
  closed: boolean;
}

/** Adds `/healthz` for a live process, `/readyz` for a database with the newest schema, and Prometheus' `/metrics`. */
export function operationRoutes(app: FastifyInstance, { isMigrated, metrics, token, closed }: OperationsParts): void {
  const quiet = { logLevel: 'warn' as const };

  app.get('/healthz', quiet, async (_request, reply) =>
    reply.header('cache-control', 'no-store').send({ status: 'ok' }),
  );

  app.get('/readyz', quiet, async (request, reply) => {
    reply.header('cache-control', 'no-store');
    const late = new Promise<never>((_, reject) => {
      setTimeout(() => reject(new Error('The database does not answer')), READINESS_TIMEOUT_MS).unref();
    });
    try {
      if (await Promise.race([isMigrated(), late])) return { status: 'ready' };
      return reply.code(503).send({ status: 'the schema is not the newest' });
    } catch (error) {
      request.log.warn({ err: error }, 'not ready');
      return reply.code(503).header('retry-after', '5').send({ status: 'the database is unavailable' });
    }
  });

  app.get('/metrics', quiet, async (request, reply) => {
    if (closed && !token) return reply.callNotFound();
    if (token && !isSame(request.headers.authorization, `Bearer ${token}`))
      return reply.code(401).header('www-authenticate', 'Bearer').send({ status: 'a token is needed' });
    return reply
      .header('cache-control', 'no-store')
      .type(metrics.contentType)
      .send(await metrics.print());
  });
}

/** Compares in constant time. */
function isSame(given: string | undefined, expected: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(given ?? ''), digest(expected));
}
