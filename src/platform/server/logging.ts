import type { FastifyServerOptions } from 'fastify';

/**
 * Structured logs. An address is logged without its query (it may carry an e-mail or a reset token), headers and
 * bodies are not logged at all.
 */
export function logging(level: string): FastifyServerOptions['logger'] {
  if (level === 'silent') return false;
  return {
    level,
    redact: ['req.headers', 'res.headers', 'err.config', 'err.raw'],
    serializers: {
      req: (request: { method?: string; url?: string }) => ({
        method: request.method,
        path: withoutPeople(request.url?.split('?')[0] ?? ''),
      }),
      res: (reply: { statusCode?: number }) => ({ status: reply.statusCode }),
      err: (error: Error & { code?: string }) => ({
        type: error.name,
        code: error.code,
        message: withoutPeople(error.message),
        stack: withoutPeople(error.stack ?? ''),
      }),
    },
  };
}

/** Takes e-mail addresses and phone numbers out of a text. */
function withoutPeople(text: string): string {
  return text.replace(/[^\s/"'<>=]+(@|%40)[^\s/"'<>,]+/g, '[e-mail]').replace(/(\+?88)?01[3-9]\d{8}/g, '[phone]');
}
