import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { english } from '#i18n/english.ts';
import { Problem, type ProblemReply } from '#platform/contract/problem.ts';
import { isDatabaseUnavailable } from '#platform/database/database.ts';
import { isContended } from '#platform/database/transaction-retry.ts';
import { causeOf } from '#platform/operations/logging.ts';
import { languageOf, translateIn } from './language.ts';

/** Answers every error with problem details (RFC 9457), in the language of the request. */
export function handleErrors(app: FastifyInstance, productName: string): void {
  app.setErrorHandler<FastifyError>((error, request, reply) => {
    const problem = toProblem(error);
    if (problem) {
      const cause = causeOf(problem);
      if (cause) request.log.warn({ cause }, problem.code);
      return sendProblem(request, reply, problem, productName);
    }
    // A client that closes the connection while it sends is no error.
    const isAborted = request.raw.destroyed && !request.raw.complete;
    request.log[isAborted ? 'info' : 'error']({ err: error }, isAborted ? 'request aborted' : 'unexpected error');
    if (isContended(error)) {
      const busy = new Problem('unavailable', 'too-many-changes', 'error.tooManyChanges').retryAfter(1);
      return sendProblem(request, reply, busy, productName);
    }
    if (isDatabaseUnavailable(error) || error.code === 'FST_ERR_HANDLER_TIMEOUT') {
      const unavailable = new Problem('unavailable', 'unavailable', 'error.unavailable').retryAfter(5);
      return sendProblem(request, reply, unavailable, productName);
    }
    return sendProblem(request, reply, undefined, productName);
  });
}

/** Answers 404 for paths of the API that no call serves; the catch-all route of the pages would answer them otherwise. */
export function handleUnknownRoutes(app: FastifyInstance): void {
  app.all('/*', { config: { access: 'anyone' }, schema: { hide: true } }, () => {
    throw new Problem('missing', 'no-such-call', 'error.noSuchCall');
  });
}

/** Answers a malformed URL, which reaches no route and so gets none of their headers. */
export function rejectMalformedUrl(request: FastifyRequest, reply: FastifyReply, productName: string): void {
  reply.headers({ ...BARE_HEADERS, 'x-request-id': request.id });
  sendProblem(request, reply, new Problem('invalid', 'bad-request', 'error.badRequest'), productName);
}

/** Headers of a response that no route sends. */
const BARE_HEADERS = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; base-uri 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
};

/** Returns the problem of an expected error; undefined for a defect. */
export function toProblem(error: FastifyError): Problem | undefined {
  if (error instanceof Problem) return error;
  // An error without a context is about the store's own data, which is a defect.
  if (error instanceof z.ZodError && error.validationContext) {
    const errors = error.issues.map((issue) => ({ field: issue.path.join('.'), message: issue.message }));
    // A path with an impossible id names nothing.
    if (error.validationContext === 'params' && errors.some((issue) => issue.message === 'error.id'))
      return new Problem('missing', 'not-found', 'error.notFound');
    return new Problem('invalid', 'invalid-input', errors[0]?.message ?? 'error.invalid', errors);
  }
  // Only Fastify's own errors are about the client; the `statusCode` of a library is not.
  if (!error.code?.startsWith('FST_')) return undefined;
  if (error.statusCode === 413) return new Problem('tooLarge', 'too-large', 'error.tooLarge');
  if (error.statusCode === 415) return new Problem('unsupported', 'unsupported-media-type', 'error.mediaType');
  if (error.statusCode === 429) return new Problem('tooMany', 'too-many-requests', 'error.tooMany');
  if (error.statusCode && error.statusCode >= 400 && error.statusCode < 500)
    return new Problem('invalid', 'bad-request', 'error.badRequest');
  return undefined;
}

function sendProblem(request: FastifyRequest, reply: FastifyReply, problem: Problem | undefined, productName: string) {
  const language = languageOf(request);
  const t = (message: string) => translateIn(language, message, productName);
  const status = problem?.status ?? 500;
  const message = t(problem?.message ?? 'error.unexpected');
  const body: ProblemReply = {
    type: `urn:dolna:problem:${problem?.code ?? 'unexpected'}`,
    title: problem?.code ?? 'unexpected',
    status,
    detail: message,
    message,
    instance: request.id,
    ...(problem?.isUnacknowledged ? { acknowledged: false } : {}),
    ...(problem?.triesLeft === undefined ? {} : { left: problem.triesLeft }),
    ...(problem?.retryAfterSeconds ? { retryAfterSeconds: problem.retryAfterSeconds } : {}),
    ...(problem && problem.errors.length > 0
      ? { errors: problem.errors.map((one) => ({ field: one.field, message: t(one.message) })) }
      : {}),
  };
  if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store');
  if (problem?.retryAfterSeconds) reply.header('retry-after', problem.retryAfterSeconds);
  return reply
    .code(status)
    .type('application/problem+json; charset=utf-8')
    .serializer((value: unknown) => JSON.stringify(value))
    .send(body);
}

/** Status codes of Node's errors before there is a request, by their codes (https://nodejs.org/api/http.html#event-clienterror). */
const STATUS: Record<string, number> = { HPE_HEADER_OVERFLOW: 431, ERR_HTTP_REQUEST_TIMEOUT: 408 };

/** Answers bytes that are no HTTP request, and closes the connection. */
export function handleClientErrors(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const status = STATUS[error.code ?? ''] ?? 400;
  const message = english['error.badRequest'];
  const problem: ProblemReply = {
    type: 'urn:dolna:problem:bad-request',
    title: 'bad-request',
    status,
    detail: message,
    message,
  };
  const body = JSON.stringify(problem);
  const headers = {
    ...BARE_HEADERS,
    'content-type': 'application/problem+json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
    connection: 'close',
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  socket.end([`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...lines, '', body].join('\r\n'));
}
