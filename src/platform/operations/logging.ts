import type { FastifyServerOptions } from 'fastify';
import { redact } from './log-redaction.ts';

/** Receives each line of the log; standard output by default. */
export interface LogStream {
  write(line: string): void;
}

/**
 * Returns the settings of structured logs. A URL is logged without its query, which may hold an e-mail or a reset token. Headers
 * and bodies are not logged. Of an error only type, code, message and stack are: PostgreSQL puts values of a row into its
 * details. Each line is redacted.
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
