import type { FastifyServerOptions } from 'fastify';
import { Problem } from '#platform/contract/problem.ts';
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

const CAUSES_MAX = 4;

/** Returns the messages of an error's causes, joined by colons; undefined without a cause. The message of a Problem is a key of a text. */
export function causeOf(thrown: unknown): string | undefined {
  const messages: string[] = [];
  let cause = thrown instanceof Error ? thrown.cause : undefined;
  for (let depth = 0; cause !== undefined && depth < CAUSES_MAX; depth += 1) {
    if (!(cause instanceof Problem)) messages.push(cause instanceof Error ? cause.message : String(cause));
    cause = cause instanceof Error ? cause.cause : undefined;
  }
  return messages.length > 0 ? messages.join(': ') : undefined;
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
