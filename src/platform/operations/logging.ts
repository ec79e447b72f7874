import type { FastifyServerOptions } from 'fastify';
import { redact } from './log-redaction.ts';

/** Takes each line of the log; standard output unless somebody else does. */
export interface LogStream {
  write(line: string): void;
}

/**
 * Structured logs. An address is logged without its query (it may carry an e-mail or a reset token), headers and bodies
 * not at all, of an error nothing but its kind, message and place: a database tells the values of a row in its details.
 * What slips into a line all the same is taken out of it.
 */
export function logging(level: string, stream?: LogStream): FastifyServerOptions['logger'] {
  if (level === 'silent') return false;
  return {
    level,
    ...(stream ? { stream } : {}),
    hooks: { streamWrite: redact },
    serializers: {
      req: (request: { method?: string; url?: string }) => ({
        method: request.method,
        path: (request.url ?? '').split('?')[0],
      }),
      res: (reply: { statusCode?: number }) => ({ status: reply.statusCode }),
      err: describe,
    },
  };
}

interface Described {
  [field: string]: unknown;
  type: string;
  code?: unknown;
  message: string;
  stack: string;
  cause?: Described;
}

/** Anything can be thrown, and an error can have another one as its cause. */
function describe(thrown: unknown, depth = 0): Described {
  if (!(thrown instanceof Error)) return { type: typeof thrown, message: String(thrown), stack: '' };
  const { name, message, stack = '', cause } = thrown;
  const { code } = thrown as NodeJS.ErrnoException;
  return {
    type: name,
    ...(code === undefined ? {} : { code }),
    message,
    stack,
    ...(cause === undefined || depth > 3 ? {} : { cause: describe(cause, depth + 1) }),
  };
}
